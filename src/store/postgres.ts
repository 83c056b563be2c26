/** A PostgreSQL server, over postgres.js. */
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Sql } from 'postgres'
import { assert } from '../core/assert'
import type { Database, Hints, MatcherLock } from './database'
import { openHints } from './hints'
import { connectionsMax, connectTimeoutSeconds } from './limits'
import { migrationsFolder } from './migrations'
import { codeOf, retrying } from './retry'
import { StartError } from './start-error'
import { type StatementRunner, valuesOf } from './statement'

const OLDEST_VERSION = 14
/** Advisory locks of this product: any two numbers of our own. */
const MIGRATION_LOCK = 7_260_101
const MATCHER_LOCK = 7_260_102

const options = {
  connect_timeout: connectTimeoutSeconds,
  onnotice: () => {},
  // Times come as ISO text with their offset, whatever the server's or the role's settings are.
  connection: { TimeZone: 'UTC', DateStyle: 'ISO', application_name: 'paper-brokerage' },
}

/** Connects, checks the version and migrates. Throws a StartError that never shows the password. */
export async function openPostgres(url: string): Promise<Database> {
  const where = describeUrl(url)
  await prepare(url, where)
  return overPostgres(postgres(url, { ...options, max: connectionsMax }), openHints(url, options))
}

/** The server and database that a DATABASE_URL names, without its password. */
function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `PostgreSQL at ${hostname}:${port || '5432'}${pathname}`
}

/** Several processes may start at once on one database: one migrates, the others wait for it. */
async function prepare(url: string, where: string): Promise<void> {
  const client = postgres(url, { ...options, max: 1, idle_timeout: 0, max_lifetime: null })
  try {
    const [found] = await client<{ version: string }[]>`
      select current_setting('server_version_num') as version`.catch((error: unknown) => {
      throw new StartError(`Cannot reach ${where} (DATABASE_URL): ${reasonOf(error)}`)
    })
    const version = Math.floor(Number(found?.version) / 10_000)
    if (version < OLDEST_VERSION) {
      throw new StartError(
        `${where} (DATABASE_URL) is version ${version}; ${OLDEST_VERSION} or later is needed.`,
      )
    }
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
      throw new StartError(
        `A migration failed on ${where}, nothing of it was kept: ${reasonOf(error)}`,
      )
    })
  } finally {
    await client.end()
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  return (cause || message || codeOf(error)).split('\n')[0] ?? ''
}

const runnerOf = (client: Pick<Sql, 'unsafe'>): StatementRunner => ({
  async all(statement, parameters) {
    const rows = await client
      .unsafe(statement.text, valuesOf(statement, parameters), { prepare: true })
      .values()
    return rows.map(statement.decode)
  },
})

function overPostgres(client: Sql, hints: Hints): Database {
  return {
    drizzle: drizzle(client),
    hints,
    ...runnerOf(client),
    transaction: (work) =>
      retrying(async (commitSent) => {
        let outcome: { readonly value: Awaited<ReturnType<typeof work>> } | undefined
        await client.begin(async (connection) => {
          outcome = { value: await work(runnerOf(connection)) }
          commitSent()
        })
        assert(outcome !== undefined, 'a committed transaction has run its work')
        return outcome.value
      }),
    tryMatcherLock: () => tryMatcherLock(client),
    close: async () => {
      await hints.close()
      await client.end({ timeout: 5 })
    },
  }
}

async function tryMatcherLock(client: Sql): Promise<MatcherLock | null> {
  const connection = await client.reserve()
  const [row] = await connection<{ locked: boolean }[]>`
    select pg_try_advisory_lock(${MATCHER_LOCK}) as locked`
  if (row?.locked !== true) {
    connection.release()
    return null
  }
  return {
    check: async () => {
      await connection`select 1`
    },
    release: async () => {
      await connection`select pg_advisory_unlock(${MATCHER_LOCK})`
      connection.release()
    },
  }
}
