/**
 * A migrated, empty database for a test file: PostgreSQL if TEST_DATABASE_URL names one,
 * otherwise PGlite in memory, one for the whole run.
 */
import { getTableName, sql } from 'drizzle-orm'
import { connect } from '../../src/postgres/connect'
import type { Database } from '../../src/postgres/database'
import { soleLease } from '../../src/postgres/matcher-lease'
import { arrayLiteral, parameter, statement } from '../../src/postgres/statement'
import { ALL_TABLES } from '../../src/postgres/tables'

let shared: Promise<Database> | null = null

/**
 * Everything in a test's process may move the market, as on an embedded database: earlier tests
 * have left matchers behind.
 */
async function openShared(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  // With the patience of a command, since a busy machine takes longer than a client waits.
  const database = await connect(url ? { kind: 'server', url } : { kind: 'memory' }, {
    timeouts: 'cli',
  })
  return { ...database, takeMatcherLease: async () => soleLease(database) }
}

const TABLES = ALL_TABLES.map((table) => getTableName(table))

/** Bytes of a table beyond which new files for all tables take less time than a delete. */
const DELETED_BYTES_MAX = 512 * 1024

const usedTables = statement(
  ['names'],
  sql`select relname, pg_relation_size(oid) from pg_class
    where relnamespace = 'public'::regnamespace and relname = any(${parameter('names', 'text[]')})
      and pg_relation_size(oid) > 0`,
  ([name, bytes]) => ({ name: String(name), bytes: Number(bytes) }),
)

/**
 * Empties the database that all files of a run share, and hands it over. A test leaves few rows in
 * few tables, so their rows are deleted, in one statement at whose end no key may dangle. A
 * truncation makes new files for all tables and indexes, which takes several times as long.
 */
export async function freshDatabase(): Promise<Database> {
  shared ??= openShared()
  const database = await shared
  const used = await database.all(usedTables, { names: arrayLiteral(TABLES) })
  if (used.length === 0 && database.shards === undefined) return database
  const isLarge =
    database.shards !== undefined || used.some(({ bytes }) => bytes > DELETED_BYTES_MAX)
  const names = (isLarge ? TABLES : used.map(({ name }) => name)).map((name) => `"${name}"`)
  const emptied = isLarge
    ? `truncate ${names.join(', ')}`
    : `with ${names.map((name, at) => `t${at} as (delete from ${name})`).join(', ')}
        select where false`
  // If others keep the disk busy, new files for all tables take seconds.
  await database.all(statement([], sql.raw(emptied), undefined, 'long'), {})
  return database
}
