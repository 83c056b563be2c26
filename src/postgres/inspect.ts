/** Looks at a PostgreSQL server without changing anything: what a start on it would meet. */
import postgres, { type Sql } from 'postgres'
import { describeUrl } from './drivers/postgres'
import { unreachableReason, versionFault } from './drivers/prepare-server'
import { fitnessOf, type Unfit, unfitFor, unfitPooling, withoutRights } from './fitness'
import { knownMigrations, MIGRATIONS_MADE } from './migrations'
import { SESSION_OPTIONS } from './options'
import { poolingOf } from './pool'
import { serverTarget } from './tls'

export interface InspectedServer {
  /** Without its password. */
  readonly where: string
  /** `15.14`. */
  readonly version: string
  /** Null: it is supported. */
  readonly versionFault: string | null
  /** What keeps every server from working there; left out: nothing does. */
  readonly unfit?: Unfit
  /** Whether the user may make the tables, or change those that there are. */
  readonly mayMigrate: boolean
  /** Why not. */
  readonly lacks?: Unfit
  /** Null: there is no table yet. */
  readonly migrations: { readonly pending: number; readonly unknown: number } | null
  readonly connections: { readonly used: number; readonly max: number }
  /** Damaged pages that statements have met; left out: none, or pages have no checksums. */
  readonly damagedPagesMet?: number
  /** Of the server's clock. */
  readonly nowMs: number
}

export interface Unreachable {
  readonly where: string
  readonly unreachable: string
}

const CONNECT_SECONDS_MAX = 5

export async function inspectServer(databaseUrl: string): Promise<InspectedServer | Unreachable> {
  const where = describeUrl(databaseUrl)
  const open: Sql[] = []
  try {
    const { url, tls } = serverTarget(databaseUrl)
    const connected = (): Sql => {
      const sql = postgres(url, {
        ...SESSION_OPTIONS,
        ...tls,
        prepare: false,
        max: 1,
        connect_timeout: CONNECT_SECONDS_MAX,
      })
      open.push(sql)
      return sql
    }
    return await inspect(connected(), connected, where)
  } catch (error) {
    return { where, unreachable: unreachableReason(error) }
  } finally {
    await Promise.all(open.map((sql) => sql.end({ timeout: CONNECT_SECONDS_MAX })))
  }
}

interface Found {
  readonly version: string
  readonly version_num: string
  readonly used: number
  readonly max: number
  readonly now_ms: number
  readonly damaged: number | null
}

async function inspect(sql: Sql, another: () => Sql, where: string): Promise<InspectedServer> {
  const fitness = await fitnessOf(sql)
  const [found] = await sql<Found[]>`
    select current_setting('server_version') as version,
      current_setting('server_version_num') as version_num,
      (select count(*)::int from pg_stat_activity) as used,
      current_setting('max_connections')::int as max,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
      (select checksum_failures::int from pg_stat_database
        where datname = current_database()) as damaged`
  if (found === undefined || fitness === undefined) throw new Error('it answered nothing')
  const { version, version_num: versionNum, used, max, now_ms: nowMs, damaged } = found
  const unfit = unfitFor(fitness) ?? unfitPooling(await poolingOf(sql, another))
  const lacks = withoutRights(fitness)
  return {
    where,
    version,
    versionFault: versionFault(versionNum, where) ?? null,
    ...(unfit && { unfit }),
    mayMigrate: lacks === undefined,
    ...(lacks && { lacks }),
    migrations: fitness.migrated === null ? null : await migrationsOf(sql),
    connections: { used, max },
    ...(damaged !== null && damaged > 0 && { damagedPagesMet: damaged }),
    nowMs,
  }
}

async function migrationsOf(sql: Sql) {
  const rows = await sql.unsafe<{ made: number }[]>(MIGRATIONS_MADE)
  const known = await knownMigrations()
  const newest = Math.max(0, ...rows.map(({ made }) => made))
  return {
    pending: known.filter((made) => made > newest).length,
    unknown: rows.filter(({ made }) => !known.includes(made)).length,
  }
}
