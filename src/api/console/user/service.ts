/**
 * The console's own calls beyond sign-in and users, and the leaderboard of all users, for a
 * teacher [console.leaderboard].
 */
import type { AccountReset, Gain } from '../../../core/account/capital'
import type { Equity } from '../../../core/account/valuation'
import { CLASS_ACCOUNTS_MAX } from '../../../core/limits'
import type { Amount } from '../../../core/money'
import { type FillProfileName, newestProfile } from '../../../core/order/fill-profile'
import { isRefused, type Refused, refused } from '../../../core/refusals'
import type { Instant } from '../../../core/time'
import type { ConsoleIdentity } from '../../../identity/console'
import type { AccountStart } from '../../../identity/grants'
import type { OwnAccount } from '../../../identity/own'
import type { ConsoleSession } from '../../../identity/sessions'
import { type AccountOfUser, accountsOfUsers } from '../../../ledger/accounts'
import type { Database } from '../../../postgres/database'
import { resetCommand } from '../../../trading/commands/account'
import { type OrBusy, type Sequencer, submitOrRefuse } from '../../../trading/sequencer'

export interface ConsoleDeps {
  readonly identity: ConsoleIdentity
  readonly sequencer: Sequencer
  /** The defaults of a new account. */
  readonly usual: AccountStart
  /** PAPER_CLIENT_ID, a client whose secret is in the settings; null if it is not set. */
  readonly clientOfSettings: string | null
  readonly hasSandbox: boolean
  /** Whether a restart with MARKET_CLOCK=open would open the market. */
  readonly canStartOpen: boolean
  /** Monotonic milliseconds, for counting attempts. */
  readonly elapsedMs: () => number
}

/** A new account; what is undefined has the server's defaults. */
interface NewAccount {
  readonly cash: Amount | undefined
  readonly label: string | undefined
  readonly profile: FillProfileName | undefined
}

/** Changes of an account; undefined for what stays, and an empty label for no name. */
interface AccountChange {
  readonly label: string | undefined
  readonly profile: FillProfileName | undefined
}

type NotOwn = Refused<'own-account-not-found'>

/** What the chooser of accounts shows. */
const choiceOf = ({ accountId, label, fillProfile }: OwnAccount) => ({
  accountId,
  label,
  fillProfile,
})

const startOf = ({ cash, label, profile }: NewAccount, usual: AccountStart) => ({
  label: label ?? null,
  initialCash: cash ?? usual.initialCash,
  fillProfile: profile === undefined ? usual.fillProfile : newestProfile(profile),
})

export type ConsoleService = ReturnType<typeof consoleService>

export function consoleService({
  identity,
  sequencer,
  usual,
  clientOfSettings,
  hasSandbox,
  canStartOpen,
}: ConsoleDeps) {
  const { accounts } = identity

  const accountOf = async (userId: string, accountId: string): Promise<OwnAccount | NotOwn> =>
    (await accounts.list(userId)).find((each) => each.accountId === accountId) ??
    refused('own-account-not-found', { accountId })

  return {
    usual,
    clientOfSettings,
    hasSandbox,
    canStartOpen,

    /** Issues a token for /v1, with the accounts that it may use. */
    async issueToken(session: ConsoleSession) {
      const issued = await identity.issueToken(session)
      if (isRefused(issued)) return issued
      const owned = await accounts.list(session.user.userId)
      return {
        accessToken: issued.token,
        expiresIn: issued.expiresIn,
        accounts: owned.map(choiceOf),
      }
    },

    async createAccount(
      userId: string,
      account: NewAccount,
    ): Promise<OwnAccount | NotOwn | Refused<'limit-reached'>> {
      const made = await accounts.create(userId, startOf(account, usual))
      return isRefused(made) ? made : accountOf(userId, made.accountId)
    },

    /** Changes what is given. Nothing changes if the profile cannot. */
    async changeAccount(userId: string, accountId: string, { label, profile }: AccountChange) {
      if (profile !== undefined) {
        const changed = await accounts.changeProfile(userId, accountId, newestProfile(profile))
        if (isRefused(changed)) return changed
      }
      if (label !== undefined) {
        const foreign = await accounts.setLabel(userId, accountId, label === '' ? null : label)
        if (foreign !== undefined) return foreign
      }
      return accountOf(userId, accountId)
    },

    /** Resets the user's own account, as the sandbox does. */
    async reset(
      userId: string,
      accountId: string,
      cash: Amount = usual.initialCash,
    ): Promise<OrBusy<AccountReset | NotOwn>> {
      const foreign = await accounts.check(userId, accountId)
      if (foreign !== undefined) return foreign
      const outcome = await submitOrRefuse(sequencer, resetCommand(accountId, cash))
      return isRefused(outcome) && outcome.refused === 'account-not-found'
        ? refused('own-account-not-found', { accountId })
        : outcome
    },
  }
}

interface WorthPoint extends Equity, Gain {
  readonly at: Instant
  readonly capital: { readonly amount: Amount }
}

interface LeaderboardDeps {
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

export type LeaderboardService = ReturnType<typeof leaderboardService>

/** A month of trading dates. */
const LINE_POINTS = 22
/** How many accounts are read at the same time. */
const AT_ONCE = 4

export const leaderboardService = ({ database, historyOf }: LeaderboardDeps) => ({
  /** The richest first. */
  async read(): Promise<{ readonly accounts: readonly RankedAccount[]; readonly more: boolean }> {
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
