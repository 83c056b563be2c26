import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from '../core/time'

/** In the package they lie beside its JavaScript. */
const PACKED = join(import.meta.dir, 'drizzle')

/** drizzle-kit's migrations [run.migrations], found from this file: it starts from any folder. */
export const MIGRATIONS_FOLDER = existsSync(PACKED)
  ? PACKED
  : join(import.meta.dir, '../../drizzle')

/** A migration is known by its time, as drizzle-orm does it. */
export async function knownMigrations(): Promise<readonly number[]> {
  const journal: unknown = JSON.parse(
    await readFile(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'),
  )
  const entries: unknown = Object(journal).entries
  return Array.isArray(entries) ? entries.map((entry) => Number(Object(entry).when)) : []
}

/** In a database; in one that has never been migrated the second would fail. */
export const HAS_MIGRATIONS =
  "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there"
export const MIGRATIONS_MADE =
  'select created_at::float8 as made from drizzle.__drizzle_migrations order by created_at'

/**
 * Why this version must not open a database with these migrations: a later one has changed its
 * tables, and what they mean now is unknown here [run.later-schema]. Undefined: it may.
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
