/** The databases that worlds are played on: one in memory, or a real PostgreSQL. */
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { openConnection } from '../../src/postgres/connection'
import type { Database } from '../../src/postgres/database'
import { openInMemory } from '../../src/postgres/drivers/in-memory'
import { openPostgres } from '../../src/postgres/drivers/postgres'
import { SESSION_OPTIONS } from '../../src/postgres/options'
import * as schema from '../../src/postgres/schema'
import { backendsAt } from './backends'
import type { Kind } from './commands'
import { type Deps, manySessions } from './many-sessions'
import { keepTime, makeClock, oneSession } from './one-session'
import type { Sessions } from './sessions'

export interface Ground {
  readonly kind: Kind
  /** A connection that the world's servers do not use. */
  readonly database: Database
  sessions(deps: Omit<Deps, 'backends'>): Sessions
  close(): Promise<void>
}

const tables = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => `"${getTableName(table)}"`)

/** For the next world. */
export async function empty({ kind, database: { drizzle } }: Ground): Promise<void> {
  await drizzle.execute(`truncate ${tables.join(', ')}`)
  // The files of before are kept, in memory, until the next one.
  if (kind === 'memory') await drizzle.execute('checkpoint')
}

let inMemory: Promise<Ground> | undefined

/** One for all worlds. */
export function memory(): Promise<Ground> {
  inMemory ??= openInMemory().then(async (database): Promise<Ground> => {
    await keepTime(database)
    return {
      kind: 'memory',
      database,
      sessions: ({ nowMs, choices }) => oneSession(database, nowMs, choices),
      close: async () => {},
    }
  })
  return inMemory
}

let databases = 0

/** A database of its own on the server that TEST_DATABASE_URL names, as its superuser. */
export async function postgres(): Promise<Ground> {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL server')
  const administrator = openConnection(server, SESSION_OPTIONS)
  const name = `paper_brokerage_world_${process.pid}_${++databases}`
  await administrator.values({ text: `create database ${name}` })
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openPostgres(url.href, 'cli')
  await makeClock(database)
  for (const table of tables) {
    // It would take locks, and change plans, at times of its own.
    await database.drizzle.execute(sql.raw(`alter table ${table} set (autovacuum_enabled = off)`))
  }
  const backends = await backendsAt(url.href)
  return {
    kind: 'postgres',
    database,
    sessions: (deps) => manySessions({ ...deps, backends }),
    async close() {
      await backends.close()
      await database.close()
      await administrator.values({ text: `drop database ${name} with (force)` })
      await administrator.close()
    },
  }
}
