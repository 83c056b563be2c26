/** Checks whether a PostgreSQL database is fit, before a start changes it [run.fit-server]. */
import type { Sql } from 'postgres'
import type { Pooling } from './pool'

/** All connections of a server, and some more for a start while it runs. */
const SESSIONS_MIN = 20

/** Why a database is unfit. `fault` ends a sentence that begins with the database's name. */
export interface Unfit {
  readonly fault: string
  readonly remedy: string
}

export interface Fitness {
  readonly isStandby: boolean
  readonly isReadOnly: boolean
  readonly encoding: string
  readonly user: string
  readonly database: string
  /** The table of migrations; null if there is none yet. */
  readonly migrated: string | null
  /** Whether the user may make the schema of the table of migrations. */
  readonly mayCreateSchema: boolean
  readonly mayCreateTables: boolean
  /** Whether the user may change the existing tables. */
  readonly ownsTables: boolean
}

/** Reads the facts. A read-only transaction does not change them. */
export async function fitnessOf(sql: Sql): Promise<Fitness | undefined> {
  const [found] = await sql<Fitness[]>`
    select pg_is_in_recovery() as "isStandby",
      current_setting('default_transaction_read_only')::boolean as "isReadOnly",
      current_setting('server_encoding') as encoding,
      current_user::text as "user",
      current_database()::text as database,
      to_regclass('drizzle.__drizzle_migrations')::text as migrated,
      has_database_privilege(current_database(), 'create') as "mayCreateSchema",
      coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false)
        as "mayCreateTables",
      not exists (
        select from pg_class
        where oid in (to_regclass('public.accounts'), to_regclass('drizzle.__drizzle_migrations'))
          and not pg_has_role(relowner, 'usage')
      ) as "ownsTables"`
  return found
}

/** Why no server can use the database; undefined if one can. */
export function unfitFor({
  isStandby,
  isReadOnly,
  encoding,
  database,
}: Fitness): Unfit | undefined {
  if (isStandby) {
    return {
      fault: 'is a standby, which takes no changes',
      remedy: 'name its primary, or an address that leads to it',
    }
  }
  if (isReadOnly) {
    return {
      fault: 'is read-only: default_transaction_read_only is on',
      remedy: 'turn it off for the database and its user, or name a server that takes changes',
    }
  }
  if (encoding !== 'UTF8') {
    return {
      fault: `has the encoding ${encoding}, and names are Korean too: it must be UTF8`,
      remedy: `make another: createdb --encoding=UTF8 --template=template0 ${database}_utf8`,
    }
  }
  return undefined
}

/** Why the user cannot migrate the database; undefined if they can. */
export function withoutRights(fitness: Fitness): Unfit | undefined {
  const { user, database, migrated, mayCreateSchema, mayCreateTables, ownsTables } = fitness
  const missing = [
    ...(mayCreateSchema || migrated !== null ? [] : [`CREATE on the database ${database}`]),
    ...(mayCreateTables ? [] : ['CREATE on the schema public']),
    ...(ownsTables ? [] : ['ownership of its tables']),
  ]
  if (missing.length === 0) return undefined
  return {
    fault: `cannot be migrated by its user ${user}, who lacks ${missing.join(' and ')}`,
    remedy: `let the user own it: alter database "${database}" owner to "${user}"`,
  }
}

/** Why the server cannot be used through the pooler; undefined if it can. */
export function unfitPooling(pooling: Pooling): Unfit | undefined {
  if (pooling === 'too small') {
    return {
      fault: 'is a connection pooler that gives us no second session',
      remedy: `let it have ${SESSIONS_MIN} for each server (PgBouncer: default_pool_size)`,
    }
  }
  if (pooling !== 'by transaction') return undefined
  return {
    fault:
      'is a connection pooler that gives each transaction another session, which loses locks, ' +
      'time limits and notifications',
    remedy: 'name PostgreSQL itself, or let it pool by session (PgBouncer: pool_mode=session)',
  }
}
