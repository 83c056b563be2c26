/** Two databases on one server, alike to the last row: one for our server, one for pgbench. */
import postgres from 'postgres'
import { addInstruments } from '../src/ledger/instruments'
import { US_INSTRUMENTS } from '../src/market/instruments/reference'
import { connect } from '../src/postgres/connect'
import type { DatabaseConfig } from '../src/postgres/database'
import { seedClients } from './market'
import { type Meters, postgresMeters } from './processor'

export interface BenchDatabases {
  readonly ours: string
  readonly pgbench: string
  /** Version and the settings that durability hangs on. */
  readonly described: string
  /** Empty if the server is on another machine. */
  readonly meters: Meters
  /** Writes out what the last round has left, so that it is not the next one's burden. */
  settle(): Promise<void>
  ordersIn(url: string): Promise<number>
  drop(): Promise<void>
}

export async function openDatabases(serverUrl: string): Promise<BenchDatabases> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  const suffix = `${process.pid}`
  const names = [`bench_desk_${suffix}`, `bench_pgbench_${suffix}`] as const
  const [ours, pgbench] = [urlOf(serverUrl, names[0]), urlOf(serverUrl, names[1])]
  for (const name of names) await admin`create database ${admin(name)}`
  for (const url of [ours, pgbench]) await seed({ kind: 'server', url })
  return {
    ours,
    pgbench,
    described: await describe(admin),
    meters: await postgresMeters(admin),
    async settle() {
      await admin`checkpoint`
    },
    async ordersIn(url) {
      const client = postgres(url, { max: 1 })
      const [found] = await client<{ orders: number }[]>`
        select count(*)::int as orders from orders join order_events using (account_id, order_id)`
      await client.end()
      return found?.orders ?? 0
    },
    async drop() {
      for (const name of names) await admin`drop database ${admin(name)} with (force)`
      await admin.end()
    },
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Migrates, and makes the instruments, clients and accounts. */
export async function seed(choice: DatabaseConfig): Promise<void> {
  const database = await connect(choice, { timeouts: 'cli' })
  await addInstruments(database.drizzle, US_INSTRUMENTS)
  await seedClients(database)
  await database.close()
}

async function describe(admin: postgres.Sql): Promise<string> {
  const [found] = await admin<{ version: string; fsync: string; commit: string }[]>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit`
  return `PostgreSQL ${found?.version}, fsync ${found?.fsync}, synchronous_commit ${found?.commit}`
}
