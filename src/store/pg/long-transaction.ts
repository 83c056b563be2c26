import { sql } from 'drizzle-orm'
import { type StatementRunner, statement } from './statement'

const lift = statement(
  [],
  sql`select set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`,
  () => null,
)

/**
 * Until the transaction ends, it may wait for others and stand still for as long as it takes: for
 * work as long as a file, which holds no account.
 */
export async function liftTimeLimits(runner: StatementRunner): Promise<void> {
  await runner.all(lift, {})
}
