/**
 * Saves all that a test can change, as texts by table, and restores it [snapshot.save]. Numbers and
 * times are PostgreSQL's own texts, so they come back exactly. Sign-ins, the market's definition
 * (instruments except their states, bars, seed) and the process that moves it stay as they are.
 */

import { type Column, getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Instant } from '../core/time'
import * as schema from '../postgres/schema'
import { parameter, type StatementRunner, statement } from '../postgres/statement'
import { drawVersion, VERSION } from '../postgres/version-id'

const LEFT_ALONE: readonly PgTable[] = [
  schema.users,
  schema.clients,
  schema.consoleSessions,
  schema.signInCodes,
  schema.tokens,
  schema.instruments,
  schema.instrumentModels,
  schema.bars,
  schema.marketSettings,
  schema.cell,
  schema.matcherLease,
  schema.healthProbe,
]

const { accounts, clientAccounts, instruments, marketProgress, pinnedQuotes } = schema

const exported: readonly unknown[] = Object.values(schema)
/** Accounts come first, since other rows refer to them. */
const SAVED: readonly PgTable[] = [
  accounts,
  ...exported.flatMap((one) =>
    is(one, PgTable) && one !== accounts && !LEFT_ALONE.includes(one) ? [one] : [],
  ),
]

/** Rows as JSON, by the table's name. */
export type SavedState = Readonly<Record<string, string>>

/** Omits the column that the database sets itself: a restored pin counts as changed. */
const columnsOf = (table: PgTable): readonly Column[] =>
  Object.values(getTableColumns(table)).filter((column) => column !== pinnedQuotes.changedIn)

const names = (columns: readonly Column[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  )

/**
 * Rows as a JSON list. Each name is given, since a distributed database does not keep the names of
 * a sub-select's columns.
 */
const listOf = (columns: readonly Column[], table: PgTable): SQL => {
  const pairs = columns.map(({ name }) => sql`${sql.raw(`'${name}'`)}, ${sql.identifier(name)}`)
  return sql`select coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)}))::text, '[]')
    from ${table}`
}

const rowsIn = (table: PgTable): SQL =>
  sql`json_populate_recordset(null::${table}, ${parameter('rows', 'json')})`

const text = ([value]: readonly unknown[]): string => String(value)

const parts = SAVED.map((table) => ({
  name: getTableName(table),
  read: statement([], listOf(columnsOf(table), table), text),
  write: statement(
    ['rows'],
    sql`insert into ${table} (${names(columnsOf(table))})
      select ${names(columnsOf(table))} from ${rowsIn(table)}`,
  ),
}))

const empty = statement(
  [],
  sql`truncate ${sql.join(
    SAVED.map((table) => sql`${table}`),
    sql`, `,
  )}`,
)

const STATE_COLUMNS = [instruments.symbol, instruments.tradable, instruments.dayMarketTradable]

/** Instruments stay, and get their saved states back. */
const states = {
  name: 'instrument_states',
  read: statement([], listOf(STATE_COLUMNS, instruments), text),
  write: statement(
    ['rows'],
    sql`update ${instruments}
      set tradable = saved.tradable, day_market_tradable = saved.day_market_tradable
      from ${rowsIn(instruments)} as saved
      where ${instruments.symbol} = saved.symbol
        and (${instruments.tradable}, ${instruments.dayMarketTradable})
          is distinct from (saved.tradable, saved.day_market_tradable)`,
  ),
}
const EVERYTHING = [...parts, states].map(({ name }) => name)

/** Must run in a transaction, so that it saves one state. */
export async function saveState(
  runner: StatementRunner,
  wanted: readonly string[] = EVERYTHING,
): Promise<SavedState> {
  const state: Record<string, string> = {}
  for (const { name, read } of [...parts, states]) {
    if (wanted.includes(name)) state[name] = (await runner.all(read, {}))[0] ?? '[]'
  }
  return state
}

const grants = getTableName(clientAccounts)
const regrant = statement(
  ['rows'],
  sql`insert into ${clientAccounts} select saved.* from ${rowsIn(clientAccounts)} as saved
    where saved.account_id in (select ${accounts.accountId} from ${accounts})
    on conflict do nothing`,
)

/**
 * Must run in a transaction. Deletes everything newer, except clients and their grants: a client
 * that watches an account continues to watch it.
 */
export async function restoreState(runner: StatementRunner, state: SavedState): Promise<void> {
  const { [grants]: granted = '[]' } = await saveState(runner, [grants])
  await runner.all(empty, {})
  for (const { name, write } of parts) await runner.all(write, { rows: state[name] ?? '[]' })
  await runner.all(regrant, { rows: granted })
  await runner.all(states.write, { rows: state[states.name] ?? '[]' })
}

const accountsAsMade = statement(
  ['version'],
  sql`update ${accounts}
    set cash = initial_cash, held_cash = 0, seq = 0, last_event_at = null, locked_at = null,
      version = ${VERSION}`,
)
const emptyButAccounts = statement(
  [],
  sql`truncate ${sql.join(
    SAVED.filter((table) => table !== accounts && table !== clientAccounts).map(
      (table) => sql`${table}`,
    ),
    sql`, `,
  )}`,
)
const progressTo = statement(
  ['at'],
  sql`insert into ${marketProgress} (carried_to) values (${parameter('at', 'timestamptz')})`,
)

/** Must run in a transaction. Resets accounts to their beginning, and the market to the instant. */
export async function clearState(runner: StatementRunner, at: Instant): Promise<void> {
  await runner.all(emptyButAccounts, {})
  await runner.all(accountsAsMade, { version: String(drawVersion()) })
  await runner.all(progressTo, { at: at.toString() })
}

// A distributed database would look for `accountIds` in their own shard alone.
const strangers = statement(
  ['own'],
  sql`select count(*) from ${accounts}
    where ${accounts.accountId} <> all(${parameter('own', 'text[]')})`,
  ([count]) => Number(count),
)

/** Returns whether there are other accounts than these. */
export async function hasOtherAccounts(
  runner: StatementRunner,
  accountIds: string,
): Promise<boolean> {
  const [count = 0] = await runner.all(strangers, { own: accountIds })
  return count > 0
}
