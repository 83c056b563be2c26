import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from '../core/time'

/** The folder in the published package. */
const PACKED = join(import.meta.dir, 'drizzle')

/** drizzle-kit's migrations [run.migrations]. The path does not depend on the working folder. */
export const MIGRATIONS_FOLDER = existsSync(PACKED)
  ? PACKED
  : join(import.meta.dir, '../../drizzle')

/** The times of all migrations, which identify them, as in drizzle-orm. */
export async function knownMigrations(): Promise<readonly number[]> {
  const journal: unknown = JSON.parse(
    await readFile(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'),
  )
  const entries: unknown = Object(journal).entries
  return Array.isArray(entries) ? entries.map((entry) => Number(Object(entry).when)) : []
}

/** A database that was never migrated has no such table, so MIGRATIONS_MADE would fail. */
export const HAS_MIGRATIONS =
  "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there"
export const MIGRATIONS_MADE =
  'select created_at::float8 as made from drizzle.__drizzle_migrations order by created_at'

/**
 * Why this version must not open a database with these migrations; undefined if it may. A later
 * version may have changed the meaning of its tables [run.later-schema].
 */
export async function laterSchemaFault(made: readonly number[]): Promise<string | undefined> {
  const known = await knownMigrations()
  const newest = made.at(-1)
  if (newest === undefined || newest <= Math.max(...known)) return undefined
  return (
    `a later version has migrated it: it has schema ${made.length}, of ${dateOf(newest)}, and ` +
    `this version brings schema ${known.length}, of ${dateOf(Math.max(...known))}; start the ` +
    'later version, or restore a backup from before'
  )
}

const dateOf = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString().slice(0, 10)
