/** A PostgreSQL server, over postgres.js. */
import { hostname } from 'node:os'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Sql } from 'postgres'
import { MIGRATION_LOCK } from './advisory-locks'
import type { Database, Transaction } from './database'
import { openHints } from './hints'
import { leaseConnection } from './lease-connection'
import { readingConnectionsMax } from './limits'
import { takeMatcherLease } from './matcher-lease'
import { migrationsFolder } from './migrations'
import { codeOf, retrying } from './retry'
import { leasingSession, ownConnection, session, writingSession } from './session'
import { StartError } from './start-error'
import { type StatementRunner, send, valuesOf, type Write } from './statement'

const OLDEST_VERSION = 14

/** Connects, checks the version and migrates. Throws a StartError that never shows the password. */
export async function openPostgres(url: string): Promise<Database> {
  const where = describeUrl(url)
  await prepare(url, where)
  const reading = postgres(url, { ...session, max: readingConnectionsMax })
  const writing = postgres(url, writingSession)
  const leasing = leaseConnection(() => postgres(url, leasingSession), runnerOf)
  const hints = openHints(url)
  return {
    drizzle: drizzle(reading),
    hints,
    ...runnerOf(reading),
    transaction: (work) => retrying((commitSent) => transact(writing, work, commitSent)),
    takeMatcherLease: () => takeMatcherLease(leasing, thisProcess()),
    close: async () => {
      await hints.close()
      await leasing.close()
      await Promise.all([writing, reading].map((client) => client.end({ timeout: 5 })))
    },
  }
}

/** For people who ask the database which server moves the market. */
const thisProcess = (): string => `${hostname()}:${process.pid}`

/** The server and database that a DATABASE_URL names, without its password. */
function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `PostgreSQL at ${hostname}:${port || '5432'}${pathname}`
}

/** Several processes may start at once on one database: one migrates, the others wait for it. */
async function prepare(url: string, where: string): Promise<void> {
  const client = postgres(url, { ...session, ...ownConnection })
  try {
    const [found] = await client<{ version: string }[]>`
      select current_setting('server_version_num') as version`.catch((error: unknown) => {
      throw new StartError(`Cannot reach ${where} (DATABASE_URL): ${reasonOf(error)}`)
    })
    const fault = versionFault(found?.version ?? '', where)
    if (fault !== undefined) throw new StartError(fault)
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

/**
 * `serverVersionNum` is PostgreSQL's setting: 140005 is 14.5. Undefined for a version that serves.
 */
export function versionFault(serverVersionNum: string, where: string): string | undefined {
  const version = Math.floor(Number(serverVersionNum) / 10_000)
  return version >= OLDEST_VERSION
    ? undefined
    : `${where} (DATABASE_URL) is version ${version}; ${OLDEST_VERSION} or later is needed.`
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

async function transact<T>(
  client: Sql,
  work: (transaction: Transaction) => Promise<T>,
  commitSent: () => void,
): Promise<T> {
  const connection = await client.reserve()
  const runner = runnerOf(connection)
  const last: Write[] = []
  try {
    const begun = connection.unsafe('begin').execute()
    const working = work({ ...runner, lastly: (writes) => void last.push(...writes) })
    const [value] = await Promise.all([working, begun])
    commitSent()
    // After a statement that has failed this COMMIT is a ROLLBACK.
    await Promise.all([send(runner, last), connection.unsafe('commit')])
    connection.release()
    return value
  } catch (error) {
    // Where the connection is lost this fails, and gives back nothing: its client makes another.
    await connection.unsafe('rollback').catch(() => {})
    connection.release()
    throw error
  }
}
