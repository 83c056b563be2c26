/** Prepares the database of a PostgreSQL server: checks whether it is fit, and migrates it. */
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type { Sql } from 'postgres'
import { errorMessage } from '../../lib/text'
import { DISTRIBUTED_IN_PART, layoutOf, type ShardPlace } from '../citus/layout'
import { StartError } from '../errors'
import { type Unfit, unfitFor, unfitPooling, withoutRights } from '../fitness'
import {
  HAS_MIGRATIONS,
  knownMigrations,
  laterSchemaFault,
  MIGRATIONS_FOLDER,
  MIGRATIONS_MADE,
} from '../migrations'
import { CLOSE_SECONDS_MAX, LONG_ANSWER_MS_MAX, MIGRATION_LOCK, SESSION_OPTIONS } from '../options'
import { poolingOf } from '../pool'
import { type Reached, reachPrimary, unreachableReason } from '../primary'

const OLDEST_VERSION = 14

/**
 * If several processes start at once on one database, one migrates and the others wait. Returns the
 * shards of a distributed database; null if it is on one server.
 */
export async function prepareServer(
  databaseUrl: string,
  where: string,
): Promise<readonly ShardPlace[] | null> {
  const reached = await reachPrimary(databaseUrl, {
    connectSeconds: SESSION_OPTIONS.connect_timeout,
    closeSeconds: CLOSE_SECONDS_MAX,
  })
  if ('why' in reached) throw new StartError(unreached(where, reached.why))
  try {
    await migrateFit(reached, where)
    const layout = await layoutOf((text) => reached.sql.unsafe(text).values())
    if (layout === 'partial') refuse(where, DISTRIBUTED_IN_PART)
    return layout === 'partial' ? null : layout
  } finally {
    await reached.end()
  }
}

/** Checks whether the database is fit, and migrates it. */
export async function migrateFit(
  { sql: client, another, fitness }: Reached,
  where: string,
): Promise<void> {
  // A migration, in this process or another, may take long, but not for ever.
  const overdue = setTimeout(() => void client.end({ timeout: 0 }), LONG_ANSWER_MS_MAX)
  try {
    const [found] = await client<{ version: string }[]>`
      select current_setting('server_version_num') as version`.catch((error: unknown) => {
      throw new StartError(unreached(where, unreachableReason(error)))
    })
    const fault = versionFault(found?.version ?? '', where)
    if (fault !== undefined) throw new StartError(fault)
    refuse(where, fitness && unfitFor(fitness))
    refuse(where, unfitPooling(await poolingOf(client, another)))
    await withMigrationLock(client, async () => {
      const made = await migrationsIn(client)
      const later = await laterSchemaFault(made)
      if (later !== undefined) throw new StartError(`Cannot use ${where} (DATABASE_URL): ${later}.`)
      // A user who may not make tables can still use existing ones.
      if ((await knownMigrations()).every((each) => each <= (made.at(-1) ?? 0))) return
      refuse(where, fitness && withoutRights(fitness))
      await migrateServer(client, where)
    })
  } finally {
    clearTimeout(overdue)
  }
}

function refuse(where: string, unfit: Unfit | undefined): void {
  if (unfit === undefined) return
  throw new StartError(`${where} (DATABASE_URL) ${unfit.fault}; ${unfit.remedy}.`)
}

const unreached = (where: string, why: string): string =>
  `Cannot reach ${where} (DATABASE_URL): ${why}`

/** The lock belongs to the session. A pooler keeps sessions open, so the lock must be released. */
export async function withMigrationLock<T>(client: Sql, work: () => Promise<T>): Promise<T> {
  await client.unsafe(`select set_config('lock_timeout', '0', false),
    set_config('search_path', 'public', false)`)
  await client`select pg_advisory_lock(${MIGRATION_LOCK})`
  try {
    return await work()
  } finally {
    // A lost connection releases the lock as well.
    await client`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {})
  }
}

const migrateServer = (client: Sql, where: string): Promise<void> =>
  migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER }).catch((error: unknown) => {
    throw new StartError(
      `A migration failed on ${where}, nothing of it was kept: ${errorMessage(error)}`,
    )
  })

async function migrationsIn(client: Sql): Promise<readonly number[]> {
  const [found] = await client.unsafe<{ is_there: boolean }[]>(HAS_MIGRATIONS)
  if (found?.is_there !== true) return []
  return (await client.unsafe<{ made: number }[]>(MIGRATIONS_MADE)).map(({ made }) => made)
}

/** `serverVersionNum` is PostgreSQL's setting: 140005 is 14.5. Undefined if it is supported. */
export function versionFault(serverVersionNum: string, where: string): string | undefined {
  const version = Math.floor(Number(serverVersionNum) / 10_000)
  return version >= OLDEST_VERSION
    ? undefined
    : `${where} (DATABASE_URL) is version ${version}; ${OLDEST_VERSION} or later is needed.`
}
