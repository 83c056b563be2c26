/** Prepares the database of a PostgreSQL server: checks its version and migrates its tables. */
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { reasonOf } from '../../core/reason'
import { HAS_MIGRATIONS, laterSchemaFault, MIGRATIONS_FOLDER, MIGRATIONS_MADE } from '../migrations'
import { MIGRATION_LOCK } from '../pg/advisory-locks'
import { CLOSE_SECONDS_MAX, LONG_ANSWER_MS_MAX, SESSION_OPTIONS } from '../pg/options'
import { StartError } from '../start-error'

const OLDEST_VERSION = 14

/** Several processes may start at once on one database: one migrates, the others wait for it. */
export async function prepareServer(url: string, where: string): Promise<void> {
  const { connection } = SESSION_OPTIONS
  const options = { ...SESSION_OPTIONS, connection: { ...connection, lock_timeout: 0 } }
  const client = postgres(url, { ...options, max: 1, idle_timeout: 0, max_lifetime: null })
  // A migration, this process's or another's, may take long, but not for ever.
  const overdue = setTimeout(() => void client.end({ timeout: 0 }), LONG_ANSWER_MS_MAX)
  try {
    const [found] = await client<{ version: string }[]>`
      select current_setting('server_version_num') as version`.catch((error: unknown) => {
      throw new StartError(`Cannot reach ${where} (DATABASE_URL): ${reasonOf(error)}`)
    })
    const fault = versionFault(found?.version ?? '', where)
    if (fault !== undefined) throw new StartError(fault)
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`
    const later = await laterSchemaFault(await migrationsIn(client))
    if (later !== undefined) throw new StartError(`Cannot use ${where} (DATABASE_URL): ${later}.`)
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER }).catch(
      (error: unknown) => {
        throw new StartError(
          `A migration failed on ${where}, nothing of it was kept: ${reasonOf(error)}`,
        )
      },
    )
  } finally {
    clearTimeout(overdue)
    await client.end({ timeout: CLOSE_SECONDS_MAX })
  }
}

async function migrationsIn(client: postgres.Sql): Promise<readonly number[]> {
  const [found] = await client.unsafe<{ is_there: boolean }[]>(HAS_MIGRATIONS)
  if (found?.is_there !== true) return []
  return (await client.unsafe<{ made: number }[]>(MIGRATIONS_MADE)).map(({ made }) => made)
}

/** `serverVersionNum` is PostgreSQL's setting: 140005 is 14.5. Undefined: it is supported. */
export function versionFault(serverVersionNum: string, where: string): string | undefined {
  const version = Math.floor(Number(serverVersionNum) / 10_000)
  return version >= OLDEST_VERSION
    ? undefined
    : `${where} (DATABASE_URL) is version ${version}; ${OLDEST_VERSION} or later is needed.`
}
