/**
 * A migrated, empty database for a test file: PostgreSQL where TEST_DATABASE_URL names one,
 * otherwise PGlite in memory, one for the whole run since starting it takes seconds.
 */
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { connect } from '../../src/store/connect'
import type { Database } from '../../src/store/database'
import * as schema from '../../src/store/schema'

let shared: Promise<Database> | null = null

/** Empties the database that all files of a run share, and hands it over. */
export async function freshDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  shared ??= connect(url ? { kind: 'server', url } : { kind: 'memory' })
  const database = await shared
  const tables = Object.values(schema).filter((value) => is(value, PgTable))
  const names = tables.map((table) => `"${getTableName(table)}"`).join(', ')
  await database.drizzle.execute(`truncate ${names}`)
  return database
}
