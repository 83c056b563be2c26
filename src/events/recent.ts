/** The accounts that have events since an instant, for whoever waits until they have arrived. */
import { sql } from 'drizzle-orm'
import type { Instant } from '../core/time'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../store/pg/statement'
import { accounts } from '../store/schema'
import type { AccountSeq } from './log'

/** An answer stays small however many accounts there are. */
export const RECENT_MAX = 1_000

const recent = statement(
  ['since', 'accountIds'],
  sql`select ${accounts.accountId}, ${accounts.seq} from ${accounts}
    where ${accounts.lastEventAt} >= ${parameter('since', 'timestamptz')}
      and coalesce(${accounts.accountId} = any(${parameter('accountIds', 'text[]')}), true)
    order by ${accounts.lastEventAt} desc, ${accounts.accountId}
    limit ${sql.raw(String(RECENT_MAX))}`,
  ([accountId, seq]): AccountSeq => ({ accountId: String(accountId), lastSeq: Number(seq) }),
)

/**
 * Of these accounts, or of all, those whose last event was then or later, by the market's time: at
 * most RECENT_MAX, the latest first.
 */
export const recentSeqs = (
  runner: StatementRunner,
  since: Instant,
  accountIds: readonly string[] | 'all',
): Promise<readonly AccountSeq[]> =>
  runner.all(recent, {
    since: since.toString(),
    accountIds: accountIds === 'all' ? null : arrayLiteral(accountIds),
  })
