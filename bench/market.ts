/**
 * The market of the benchmark: who trades in it and what. The server and pgbench get the same.
 */
import { sql } from 'drizzle-orm'
import { hashOf } from '../src/identity/secrets'
import type { Database } from '../src/postgres/database'

/** Monday 2 March 2026, 10:00 in New York: half an hour into REGULAR. */
export const STARTS_AT = '2026-03-02T10:00-05:00'

export const ACCOUNTS = 1_000
export const CONNECTIONS = 64
/** Every order is a BUY at this limit, far below the market, so it rests. */
export const LIMIT_PRICE = 1
export const SYMBOLS = [
  'AAPL',
  'MSFT',
  'NVDA',
  'AMZN',
  'GOOGL',
  'META',
  'TSLA',
  'JPM',
  'V',
  'WMT',
  'XOM',
  'UNH',
  'PG',
  'HD',
  'KO',
  'PEP',
  'COST',
  'MRK',
  'ORCL',
  'CSCO',
] as const

/** USD, so that no account comes to its end. */
const CASH = '100000000'
const SECRET = 'sk_test_bench'

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Each connection has a client of its own. */
export const clientOf = (connection: number): ClientCredentials => ({
  clientId: `pk_test_bench_${connection}`,
  clientSecret: SECRET,
})

/** Accounts are dealt out to the clients in turn; pgbench's script makes the same ids. */
export const accountsOf = (connection: number): readonly string[] =>
  Array.from({ length: ACCOUNTS }, (_, ordinal) => ordinal)
    .filter((ordinal) => ordinal % CONNECTIONS === connection)
    .map((ordinal) => `acc_${String(ordinal).padStart(16, '0')}`)

/** A user, a client for each connection, and the accounts. */
export async function seedClients({ drizzle }: Database): Promise<void> {
  const ordinals = sql`generate_series(0, ${ACCOUNTS - 1}::int) as ordinal`
  const accountId = sql`'acc_' || lpad(ordinal::text, 16, '0')`
  await drizzle.execute(
    sql`insert into users (user_id, name, created_at) values ('usr_bench', 'bench', now())`,
  )
  await drizzle.execute(
    sql`insert into clients (client_id, user_id, secret_hash, scope, created_at)
      select 'pk_test_bench_' || n, 'usr_bench', ${hashOf(SECRET)}, 'TRADE', now()
      from generate_series(0, ${CONNECTIONS - 1}::int) as n`,
  )
  await drizzle.execute(
    sql`insert into accounts
      (account_id, user_id, initial_cash, cash, held_cash, seq, created_at)
      select ${accountId}, 'usr_bench', ${CASH}, ${CASH}, 0, 0, now() from ${ordinals}`,
  )
  await drizzle.execute(
    sql`insert into client_accounts (client_id, account_id)
      select 'pk_test_bench_' || ordinal % ${CONNECTIONS}::int, ${accountId} from ${ordinals}`,
  )
}
