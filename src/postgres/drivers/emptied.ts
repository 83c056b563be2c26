/** Empties a database in memory for its next user. */
import type { PGlite } from '@electric-sql/pglite'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../schema'
import { shortenLog } from './checkpoints'

const exported: readonly unknown[] = Object.values(schema)
const TABLES = exported.flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : []))

/** The table that is furnished. It refers to no other, so their TRUNCATE does not reach it. */
const FURNISHED = getTableName(schema.instruments)

const quoted = (name: string): string => `"${name}"`

/** DELETE leaves the rows' places behind: no table may grow by it, or be counted with them. */
const SMALL_BYTES = 2 * 8_192
const FULL = TABLES.map(
  (name) => `select '${name}' as name where exists (select from ${quoted(name)})`,
).join(' union all ')
/** The tables that have rows, and whether DELETE leaves them as good as new. */
const LOOK = `select name, reltuples < 0 and pg_relation_size(oid) <= ${SMALL_BYTES} as small
  from (${FULL}) as full_ones join pg_class on oid = to_regclass(quote_ident(name))`
/** Tables of somebody else's making. */
const OTHERS = `select relname from pg_class where relnamespace = 'public'::regnamespace
  and relkind = 'r' and relname <> all ('{${TABLES.join()}}')`

/** The log is kept in memory as well, and each use of a database begins to count anew. */
const LOG_MAX_BYTES = 16 * 1024 * 1024

/** Changes with every row that is put, changed or deleted, and when the rows are counted. */
const MARK = `select concat_ws(' ', count(*), max(xmin::text::bigint), (select concat_ws(' ',
    relpages, reltuples) from pg_class where oid = '${FURNISHED}'::regclass)) as mark
  from ${FURNISHED}`

/** Null: there are none. */
export type Mark = string | null

export async function markOf(client: PGlite): Promise<Mark> {
  const [row] = (await client.query<{ mark: string }>(MARK)).rows
  return row?.mark ?? null
}

/**
 * TRUNCATE makes new files for each table, its indexes, and all tables that refer to it, which
 * takes longer than all else that a short test does. So small tables are emptied row by row.
 */
async function emptyTables(client: PGlite, keepsFurnished: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string; small: boolean }>(LOOK)
  const full = rows.filter(({ name }) => !(keepsFurnished && name === FURNISHED))
  if (full.every(({ small }) => small)) {
    const deletes = full.map(({ name }) => `delete from ${quoted(name)}`)
    // Keys need no check where all tables are emptied.
    const all = ['begin', 'set local session_replication_role = replica', ...deletes, 'commit']
    await client.exec(all.join('; '))
  } else {
    await client.exec(`truncate ${full.map(({ name }) => quoted(name)).join()} cascade`)
  }
}

/**
 * Tells whether the rows that it was furnished with are kept: those that were changed go with all
 * the others. Throws where it cannot be as a new one.
 */
export async function emptied(client: PGlite, mark: Mark): Promise<boolean> {
  if ((await client.query(OTHERS)).rows.length > 0) throw new Error('it has a table not ours')
  const keeps = mark !== null && (await markOf(client)) === mark
  await emptyTables(client, keeps)
  await shortenLog(client, LOG_MAX_BYTES)
  return keeps
}
