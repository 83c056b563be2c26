/**
 * A migrated, empty database for a test file: PostgreSQL where TEST_DATABASE_URL names one,
 * otherwise PGlite in memory, one for the whole run.
 */
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { connect } from '../../src/postgres/connect'
import type { Database } from '../../src/postgres/database'
import { soleLease } from '../../src/postgres/matcher-lease'
import * as schema from '../../src/postgres/schema'
import { statement } from '../../src/postgres/statement'

let shared: Promise<Database> | null = null

/**
 * Everything in a test's process may move the market, as where the database is embedded: the tests
 * before have left matchers behind.
 */
async function openShared(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  const database = await connect(url ? { kind: 'server', url } : { kind: 'memory' })
  return { ...database, takeMatcherLease: async () => soleLease(database) }
}

/** Empties the database that all files of a run share, and hands it over. */
export async function freshDatabase(): Promise<Database> {
  shared ??= openShared()
  const database = await shared
  const tables = Object.values(schema).filter((value) => is(value, PgTable))
  const names = tables.map((table) => `"${getTableName(table)}"`).join(', ')
  // Where others keep the disk busy, new files for all tables take seconds.
  await database.all(statement([], sql.raw(`truncate ${names}`), undefined, 'long'), {})
  return database
}
