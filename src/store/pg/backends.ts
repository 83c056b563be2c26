/**
 * The server's side of connections that were given up. Where the network was cut, or the server was
 * stopped, the server does not know that they are gone, and their backends keep their locks: the
 * next connection ends them.
 */
import type { Connection } from './connection'
import type { SessionSettings } from './options'
import { arrayLiteral } from './statement'

/** Identified by its start as well: the system reuses the numbers of processes. */
interface Backend {
  readonly pid: string
  readonly startedAt: string
}

export interface Backends {
  /**
   * The connection's first query: it shows that the server answers, and which backend does, and
   * sets what holds for its session.
   */
  greet(connection: Connection, settings?: SessionSettings): Promise<void>
  /**
   * Marks a connection that was given up without the server's knowledge. Idle connections may be as
   * dead: each pool gives up its own, so that borrowers need not find out one after the other.
   */
  abandon(connection: Connection, cause: unknown): void
  /** The same of this connection alone. */
  mark(connection: Connection): void
  /** One function per pool, which gives up the pool's idle connections and returns them. */
  readonly idle: Set<(cause: unknown) => readonly Connection[]>
}

const ENDED_MAX = 32

/** Columns that set them: names and values are our own, in no need of quoting. */
const setting = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `, set_config('${name}', '${value}', false)`)
    .join('')

export function openBackends(): Backends {
  const backends = new WeakMap<Connection, Backend>()
  const abandoned = new Set<Backend>()
  const idle = new Set<(cause: unknown) => readonly Connection[]>()

  async function endAbandoned(connection: Connection): Promise<void> {
    const ended = [...abandoned].slice(0, ENDED_MAX)
    if (ended.length === 0) return
    await connection.values({
      text: `select pg_terminate_backend(activity.pid)
        from unnest($1::text::int[], $2::text::timestamptz[]) as given_up (pid, started_at)
        join pg_stat_activity as activity
          on activity.pid = given_up.pid and activity.backend_start = given_up.started_at`,
      values: [
        arrayLiteral(ended.map(({ pid }) => pid)),
        arrayLiteral(ended.map(({ startedAt }) => startedAt)),
      ],
    })
    for (const backend of ended) abandoned.delete(backend)
  }

  function mark(connection: Connection): void {
    const backend = backends.get(connection)
    if (backend !== undefined) abandoned.add(backend)
  }

  return {
    idle,
    mark,
    async greet(connection, settings = {}) {
      const [row] = await connection.values({
        text: `select pid, backend_start::text${setting(settings)}
          from pg_stat_activity where pid = pg_backend_pid()`,
      })
      if (row !== undefined) {
        const [pid, startedAt] = row
        backends.set(connection, { pid: String(pid), startedAt: String(startedAt) })
      }
      await endAbandoned(connection)
    },
    abandon(connection, cause) {
      mark(connection)
      for (const one of [...idle].flatMap((giveUp) => giveUp(cause))) mark(one)
    },
  }
}
