/** Inspects a PostgreSQL server, without changing it, for faults that a start would meet. */
import type { Sql } from 'postgres'
import { describeUrl } from './drivers/postgres'
import { versionFault } from './drivers/prepare-server'
import { type Unfit, unfitFor, unfitPooling, withoutRights } from './fitness'
import { knownMigrations, MIGRATIONS_MADE } from './migrations'
import { poolingOf } from './pool'
import { type NotReached, type Reached, reachPrimary, unreachableReason } from './primary'

export interface InspectedServer {
  /** The address, without the password. */
  readonly where: string
  /** `15.14`. */
  readonly version: string
  /** Null if the version is supported. */
  readonly versionFault: string | null
  /** Why no server can use the database; undefined if one can. */
  readonly unfit?: Unfit
  /** Whether the user may make and change the tables. */
  readonly mayMigrate: boolean
  /** Why the user may not migrate. */
  readonly lacks?: Unfit
  /** Null if there are no tables yet. */
  readonly migrations: { readonly pending: number; readonly unknown: number } | null
  readonly connections: { readonly used: number; readonly max: number }
  /** Damaged pages that statements have met. Undefined if none, or if pages have no checksums. */
  readonly damagedPagesMet?: number
  /** The time of the server's clock. */
  readonly nowMs: number
  /** Null if there are no tables yet, or none for the cell. */
  readonly cell: CellFound | null
}

/** What decides which cell a database can be. */
export interface CellFound {
  /** The name that the database has; null if it has none. */
  readonly stored: string | null
  /** Whether it has given out an id of a client or of an account. */
  readonly hasIds: boolean
}

export interface Unreachable {
  readonly where: string
  readonly unreachable: string
}

const LIMITS = { connectSeconds: 5, closeSeconds: 5 }

export async function inspectServer(databaseUrl: string): Promise<InspectedServer | Unreachable> {
  const where = describeUrl(databaseUrl)
  let reached: Reached | NotReached | undefined
  try {
    reached = await reachPrimary(databaseUrl, LIMITS)
    return 'why' in reached ? { where, unreachable: reached.why } : await inspect(reached, where)
  } catch (error) {
    return { where, unreachable: unreachableReason(error) }
  } finally {
    if (reached !== undefined && 'end' in reached) await reached.end()
  }
}

interface ServerRow {
  readonly version: string
  readonly version_num: string
  readonly used: number
  readonly max: number
  readonly now_ms: number
  readonly damaged: number | null
}

async function inspect(
  { sql, another, fitness }: Reached,
  where: string,
): Promise<InspectedServer> {
  const [found] = await sql<ServerRow[]>`
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
    cell: await cellFound(sql),
  }
}

async function cellFound(sql: Sql): Promise<CellFound | null> {
  const [tables] = await sql<{ made: boolean }[]>`
    select to_regclass('public.cell') is not null as made`
  if (tables?.made !== true) return null
  const [found] = await sql<CellFound[]>`
    select (select name from cell) as stored,
      exists (select from clients) or exists (select from accounts) as "hasIds"`
  return found ?? null
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
