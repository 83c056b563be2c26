/** Ranks the accounts of all users by their worth, for a teacher [console.leaderboard]. */
import type { Equity, Gain } from '../../../core/account/valuation'
import { CLASS_ACCOUNTS_MAX } from '../../../core/limits'
import type { Amount } from '../../../core/money'
import { isRefused, type Refused } from '../../../core/refusals'
import type { Instant } from '../../../core/time'
import { type AccountOfUser, accountsOfUsers } from '../../../ledger/accounts'
import type { Database } from '../../../postgres/database'

export interface WorthPoint extends Equity, Gain {
  readonly at: Instant
  readonly capital: { readonly amount: Amount }
}

export interface LeaderboardDeps {
  readonly database: Database
  /** The newest points of GET /paper/account/history, ending with now. */
  readonly historyOf: (
    accountId: string,
    limit: number,
  ) => Promise<{ readonly rows: readonly WorthPoint[] } | Refused>
}

export interface RankedAccount extends AccountOfUser {
  readonly now: WorthPoint
  /** Its worth at the last closes and now, ascending by time. */
  readonly line: readonly Amount[]
}

export interface LeaderboardService {
  /** The richest first. */
  read(): Promise<{ readonly accounts: readonly RankedAccount[]; readonly more: boolean }>
}

/** A month of trading dates. */
const LINE_POINTS = 22
/** How many accounts are read at the same time. */
const AT_ONCE = 4

export const leaderboardService = ({
  database,
  historyOf,
}: LeaderboardDeps): LeaderboardService => ({
  async read() {
    const found = await accountsOfUsers(database.drizzle, CLASS_ACCOUNTS_MAX + 1)
    const listed = found.slice(0, CLASS_ACCOUNTS_MAX)
    const accounts: RankedAccount[] = []
    for (let from = 0; from < listed.length; from += AT_ONCE) {
      const some = await Promise.all(listed.slice(from, from + AT_ONCE).map(valued))
      accounts.push(...some.flatMap((one) => one ?? []))
    }
    return {
      accounts: accounts.toSorted((one, other) => other.now.total.cmp(one.now.total)),
      more: found.length > CLASS_ACCOUNTS_MAX,
    }

    async function valued(account: AccountOfUser): Promise<RankedAccount | undefined> {
      const history = await historyOf(account.accountId, LINE_POINTS)
      if (isRefused(history)) return undefined
      const now = history.rows.at(-1)
      return now && { ...account, now, line: history.rows.map(({ total }) => total) }
    }
  },
})
