/** Finds the server that takes changes, before a start or the doctor inspects it [run.hosts]. */
import postgres, { type Sql } from 'postgres'
import { hostOf } from '../lib/database-url'
import { errorMessage } from '../lib/text'
import { type Fitness, fitnessOf, unfitFor } from './fitness'
import { SESSION_OPTIONS } from './options'
import { type ServerTarget, serverTargets } from './tls'

export interface Reached {
  readonly sql: Sql
  /** Opens a second connection to the same server. */
  another(): Sql
  readonly fitness: Fitness | undefined
  /** Ends all connections. */
  end(): Promise<void>
}

/** Why no server can be used: the whole reason if there is one host, else a part for each host. */
export interface NotReached {
  readonly why: string
}

interface Limits {
  readonly connectSeconds: number
  readonly closeSeconds: number
}

/**
 * Connects to the host of the URL. If there are several, tries one after the other until one takes
 * changes. Throws a StartError if a parameter for TLS does not fit.
 */
export async function reachPrimary(
  databaseUrl: string,
  limits: Limits,
): Promise<Reached | NotReached> {
  const targets = serverTargets(databaseUrl)
  const why: string[] = []
  for (const target of targets) {
    const server = open(target, limits)
    const fitness = await fitnessOf(server.sql).catch((error: unknown) => ({ error }))
    if (fitness !== undefined && 'error' in fitness) {
      await server.end()
      const reason = unreachableReason(fitness.error)
      if (targets.length === 1) return { why: reason }
      why.push(`${hostOf(target.url)} cannot be reached (${reason})`)
    } else if (targets.length > 1 && (fitness?.isStandby || fitness?.isReadOnly)) {
      await server.end()
      why.push(`${hostOf(target.url)} ${unfitFor(fitness)?.fault}`)
    } else return { ...server, fitness }
  }
  return { why: `none of its hosts takes changes: ${why.join('; ')}` }
}

function open({ url, tls }: ServerTarget, { connectSeconds, closeSeconds }: Limits) {
  const opened: Sql[] = []
  const connect = (): Sql => {
    // Without prepared statements, which a pooler by transaction loses before it is detected.
    const sql = postgres(url, {
      ...SESSION_OPTIONS,
      ...tls,
      prepare: false,
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: connectSeconds,
    })
    opened.push(sql)
    return sql
  }
  return {
    sql: connect(),
    another: connect,
    async end() {
      await Promise.all(opened.map((sql) => sql.end({ timeout: closeSeconds })))
    },
  }
}

/** Why PostgreSQL, or a pooler in front of it, cannot be reached. */
export function unreachableReason(error: unknown): string {
  const reason = errorMessage(error)
  return reason.includes('unsupported startup parameter')
    ? `${reason}: a connection pooler takes no such parameter; take it out of DATABASE_URL`
    : reason
}
