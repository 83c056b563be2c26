/** Looks at a PostgreSQL server without changing anything: what a start on it would meet. */
import postgres from 'postgres'
import { reasonOf } from '../core/reason'
import { describeUrl } from './drivers/postgres'
import { versionFault } from './drivers/prepare-server'
import { knownMigrations, MIGRATIONS_MADE } from './migrations'

export interface InspectedServer {
  /** Without its password. */
  readonly where: string
  /** `15.14`. */
  readonly version: string
  /** Null: it is supported. */
  readonly versionFault: string | null
  /** Whether the user may make the tables, or has them already. */
  readonly mayMigrate: boolean
  /** Null: there is no table yet. */
  readonly migrations: { readonly pending: number; readonly unknown: number } | null
  readonly connections: { readonly used: number; readonly max: number }
  /** Of the server's clock. */
  readonly nowMs: number
}

export interface Unreachable {
  readonly where: string
  readonly unreachable: string
}

const CONNECT_SECONDS_MAX = 5

export async function inspectServer(url: string): Promise<InspectedServer | Unreachable> {
  const where = describeUrl(url)
  const sql = postgres(url, {
    max: 1,
    connect_timeout: CONNECT_SECONDS_MAX,
    onnotice: () => {},
    connection: { default_transaction_read_only: true },
  })
  try {
    return await inspect(sql, where)
  } catch (error) {
    return { where, unreachable: reasonOf(error) }
  } finally {
    await sql.end({ timeout: CONNECT_SECONDS_MAX })
  }
}

async function inspect(sql: postgres.Sql, where: string): Promise<InspectedServer> {
  const [found] = await sql<
    {
      version: string
      number: string
      creates: boolean
      schema: boolean
      migrated: string | null
      used: number
      max: number
      now_ms: number
    }[]
  >`select current_setting('server_version') as version,
      current_setting('server_version_num') as number,
      has_schema_privilege('public', 'create') as creates,
      has_database_privilege(current_database(), 'create') as schema,
      to_regclass('drizzle.__drizzle_migrations')::text as migrated,
      (select count(*)::int from pg_stat_activity) as used,
      current_setting('max_connections')::int as max,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`
  if (found === undefined) throw new Error('it answered nothing')
  const { version, number, creates, schema, migrated, used, max, now_ms: nowMs } = found
  return {
    where,
    version,
    versionFault: versionFault(number, where) ?? null,
    mayMigrate: creates && (schema || migrated !== null),
    migrations: migrated === null ? null : await migrationsOf(sql),
    connections: { used, max },
    nowMs,
  }
}

async function migrationsOf(sql: postgres.Sql) {
  const rows = await sql.unsafe<{ made: number }[]>(MIGRATIONS_MADE)
  const known = await knownMigrations()
  const newest = Math.max(0, ...rows.map(({ made }) => made))
  return {
    pending: known.filter((made) => made > newest).length,
    unknown: rows.filter(({ made }) => !known.includes(made)).length,
  }
}
