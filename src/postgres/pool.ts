/**
 * A pool of connections to a PostgreSQL server. A connection has one user at a time, or several
 * whose statements follow each other. A connection on which anything failed is not used again: the
 * pool opens a new one for the next waiting user. `transact` runs a transaction on a connection.
 */
import type { Sql } from 'postgres'
import {
  type Connection,
  type ConnectionListener,
  ConnectionLost,
  type Deadline,
  deadlineIn,
  Overdue,
  type Query,
  type Values,
} from './connection'
import { isConnectionLoss } from './errors'
import {
  OPENING_MS_MAX,
  OPENING_SLOW_MS,
  OPENINGS_MAX,
  REOPEN_AFTER_MS,
  SESSION_SETTINGS,
  type SessionSettings,
} from './options'
import { type Parameters, type Statement, type StatementRunner, valuesOf } from './statement'

/** How long a pooler may take to open a second session. */
const SECOND_SESSION_MS_MAX = 15_000
const COMPARISONS = 3

export type Pooling = 'none' | 'by session' | 'by transaction' | 'too small'

interface Pids {
  readonly pid: number | undefined
  /** The number that the session was given at its beginning; a pooler makes one up. */
  readonly keyPid: number | undefined
}

const pidsOf = async (sql: Sql): Promise<Pids> => {
  const rows = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return { pid: rows[0]?.pid, keyPid: Number(rows.state?.pid ?? rows[0]?.pid) }
}

/**
 * Detects a connection pooler between this process and PostgreSQL [run.pooler]. Orders, the lease
 * and notifications need sessions, for locks, time limits, prepared statements and LISTEN. A pooler
 * may give each transaction another session.
 *
 * `one` and `another` have one connection each; `another` is used only if there is a pooler. With a
 * pooler by transaction, two clients share a session, or one of them changes its session.
 */
export async function poolingOf(one: Sql, another: () => Sql): Promise<Pooling> {
  const { pid, keyPid } = await pidsOf(one)
  if (pid === undefined || pid === keyPid) return 'none'
  const other = another()
  const late = Promise.withResolvers<'too small'>()
  const timer = setTimeout(() => late.resolve('too small'), SECOND_SESSION_MS_MAX)
  try {
    return await Promise.race([compareSessions(one, other, pid), late.promise])
  } catch (error) {
    // PgBouncer closes the connection at a BEGIN if it pools by statement.
    if (isConnectionLoss(error)) return 'by transaction'
    throw error
  } finally {
    clearTimeout(timer)
    await other.end({ timeout: 0 })
  }
}

async function compareSessions(one: Sql, other: Sql, first: number): Promise<Pooling> {
  const isShared = await other.begin(async (busy) => {
    const rows = await busy<{ pid: number }[]>`select pg_backend_pid() as pid`
    // If there is only one session, the next query would wait for it.
    return rows[0]?.pid === first || (await pidsOf(one)).pid !== first
  })
  if (isShared) return 'by transaction'
  const second = (await pidsOf(other)).pid
  for (let compared = 0; compared < COMPARISONS; compared++) {
    if ((await pidsOf(one)).pid !== first || (await pidsOf(other)).pid !== second) {
      return 'by transaction'
    }
  }
  return 'by session'
}

export interface PoolDeps {
  readonly max: number
  /**
   * After a connection of any pool is given up, connections in use that stay silent for this time
   * are given up as well. Set it only if all work may be repeated.
   */
  readonly silentMs?: number
  /**
   * Users of one connection at a time; 1 if omitted. If more, each statement must be a transaction
   * of its own, and the failure of one leaves the outcomes of later ones unknown.
   */
  readonly usersPerConnection?: number
  /** The settings of each session; omit them for the server's. */
  readonly settings?: SessionSettings
  readonly connect: (listener: ConnectionListener) => Connection
  readonly pools: Pools
}

/**
 * The pools of one server. When one gives up a connection, the idle connections of all may be dead
 * as well. So all are given up at once, instead of one after the other.
 */
export type Pools = Set<{ giveUpIdle(cause: unknown): void }>

/** The use of one connection, from its first user to its last. */
interface Usage {
  users: number
}

interface Waiter {
  readonly resolve: (connection: Connection) => void
  readonly reject: (error: unknown) => void
}

/** A connection's first query, which makes its settings. */
const firstQuery = (settings: SessionSettings): string =>
  // Names and values are our own, and need no quoting.
  [
    'select true',
    ...Object.entries(settings).map(([key, to]) => `set_config('${key}', '${to}', false)`),
  ].join(', ')

export class Pool {
  readonly #deps: PoolDeps
  readonly #waiters = new Set<Waiter>()
  readonly #idle: Connection[] = []
  readonly #inUse = new Map<Connection, Usage>()
  /** If opening is slow, a second connection is opened in parallel. */
  readonly #opening = new Map<Connection, { slow: boolean }>()
  #openingFault: unknown = null
  #pausing: ReturnType<typeof setTimeout> | null = null
  #closed = false
  readonly #pool = { giveUpIdle: (cause: unknown): void => this.#giveUpIdle(cause) }

  constructor(deps: PoolDeps) {
    this.#deps = deps
    deps.pools.add(this.#pool)
  }

  /** Rejects with Overdue when the deadline passes, and destroys the connection. */
  async use<T>(deadline: Deadline, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#acquire(deadline)
    const passed = Promise.withResolvers<never>()
    passed.promise.catch(() => {})
    const stop = deadline.whenPassed(() => {
      const overdue = new Overdue('the database did not answer in time')
      passed.reject(overdue)
      connection.destroy(overdue)
      for (const each of this.#deps.pools) each.giveUpIdle(overdue)
    })
    try {
      return await Promise.race([work(connection), passed.promise])
    } finally {
      stop()
      this.#release(connection)
    }
  }

  /** Rejects the waiting users. */
  async close(): Promise<void> {
    const inUse = [...this.#inUse.keys()]
    await Promise.all([this.retire(), ...inUse.map((connection) => connection.close())])
  }

  /** Rejects the waiting users. A connection in use is closed when its users are done. */
  async retire(): Promise<void> {
    this.#closed = true
    this.#deps.pools.delete(this.#pool)
    if (this.#pausing !== null) clearTimeout(this.#pausing)
    const fault = new ConnectionLost('the database was closed')
    for (const { reject } of [...this.#waiters]) reject(fault)
    this.#waiters.clear()
    for (const connection of this.#opening.keys()) connection.destroy(fault)
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()))
  }

  #giveUpIdle(cause: unknown): void {
    for (const connection of this.#idle.splice(0)) connection.destroy(cause)
    if (this.#deps.silentMs === undefined) return
    const usages = [...this.#inUse]
    setTimeout(() => {
      for (const [connection, usage] of usages) {
        if (this.#inUse.get(connection) === usage && connection.alive) connection.destroy(cause)
      }
    }, this.#deps.silentMs)
  }

  /** Takes an idle connection, or one with room for another user. */
  #take(): Connection | undefined {
    const idle = this.#idle.pop()
    if (idle !== undefined) {
      this.#inUse.set(idle, { users: 1 })
      return idle
    }
    for (const [connection, usage] of this.#inUse) {
      if (usage.users >= (this.#deps.usersPerConnection ?? 1) || !connection.alive) continue
      usage.users++
      return connection
    }
    return undefined
  }

  /** Serves waiting users, and opens missing connections. */
  #provide(): void {
    for (const waiter of this.#waiters) {
      const connection = this.#take()
      if (connection === undefined) break
      this.#waiters.delete(waiter)
      waiter.resolve(connection)
    }
    const prompt = [...this.#opening.values()].filter(({ slow }) => !slow).length
    const room = Math.min(
      this.#deps.max - this.#inUse.size - this.#idle.length - prompt,
      OPENINGS_MAX - this.#opening.size,
    )
    const wanted =
      this.#pausing === null && !this.#closed ? Math.min(this.#waiters.size - prompt, room) : 0
    for (let opened = 0; opened < wanted; opened++) this.#open()
  }

  #open(): void {
    const connection = this.#deps.connect({
      lost: () => {
        const at = this.#idle.indexOf(connection)
        if (at >= 0) this.#idle.splice(at, 1)
      },
    })
    const state = { slow: false }
    this.#opening.set(connection, state)
    const slow = setTimeout(() => {
      state.slow = true
      this.#provide()
    }, OPENING_SLOW_MS)
    const overdue = setTimeout(() => {
      connection.destroy(new Overdue('the database did not let us in in time'))
    }, OPENING_MS_MAX)
    const answered = (): void => {
      clearTimeout(slow)
      clearTimeout(overdue)
      this.#opening.delete(connection)
    }
    connection.values({ text: firstQuery(this.#deps.settings ?? {}) }).then(
      () => {
        answered()
        this.#openingFault = null
        if (this.#closed || this.#inUse.size + this.#idle.length >= this.#deps.max) {
          void connection.close()
        } else this.#idle.push(connection)
        this.#provide()
      },
      (error: unknown) => {
        answered()
        connection.destroy(error)
        this.#openingFault = error
        this.#pausing ??= setTimeout(() => {
          this.#pausing = null
          this.#provide()
        }, REOPEN_AFTER_MS)
      },
    )
  }

  #acquire(deadline: Deadline): Promise<Connection> {
    if (this.#closed) return Promise.reject(new ConnectionLost('the database has been closed'))
    return new Promise((resolve, reject) => {
      const stop = deadline.whenPassed(() => {
        this.#waiters.delete(waiter)
        const cause = this.#openingFault ?? undefined
        reject(new Overdue('no connection to the database was free in time', { cause }))
      })
      const waiter: Waiter = {
        resolve(connection) {
          stop()
          resolve(connection)
        },
        reject(error) {
          stop()
          reject(error)
        },
      }
      this.#waiters.add(waiter)
      this.#provide()
    })
  }

  #release(connection: Connection): void {
    const usage = this.#inUse.get(connection)
    if (usage !== undefined && --usage.users === 0) {
      this.#inUse.delete(connection)
      if (this.#closed) void connection.close()
      else if (connection.alive) this.#idle.push(connection)
    }
    this.#provide()
  }
}

export interface PoolsDeps {
  readonly connect: PoolDeps['connect']
  readonly pools: Pools
  /** Returns the settings of a session that ask for these. */
  readonly settingsOf: (settings: SessionSettings) => SessionSettings
  /** Called for each connection that is lost. */
  readonly connectionLost: () => void
}

/** Returns a function that opens the pools of one server. */
export const poolsOf =
  ({ connect, pools, settingsOf, connectionLost }: PoolsDeps) =>
  (
    max: number,
    settings: SessionSettings = SESSION_SETTINGS,
    more: Pick<PoolDeps, 'silentMs' | 'usersPerConnection'> = {},
  ): Pool =>
    new Pool({
      ...more,
      max,
      pools,
      settings: settingsOf(settings),
      connect: (listener) =>
        connect({
          ...listener,
          lost(cause) {
            connectionLost()
            listener.lost?.(cause)
          },
        }),
    })

/**
 * True if the text only reads, so that it may be repeated on another connection. Anything else runs
 * in a transaction, whose COMMIT is sent only before the deadline: work that was given up never
 * takes effect later [request.deadline].
 */
export const isRead = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|for\s+share)\b/i.test(text)

export async function within<T>(
  limitMs: number,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadline = deadlineIn(limitMs)
  try {
    return await work(deadline)
  } finally {
    deadline.end()
  }
}

export const runnerOf = (
  ask: (query: Query, isLong: boolean) => Promise<Values>,
): StatementRunner => ({
  async all(statement, parameters) {
    const rows = await ask(queryOf(statement, parameters), statement.isLong)
    return rows.map(statement.decode)
  },
})

export const queryOf = <Name extends string>(
  statement: Statement<Name, unknown>,
  parameters: Parameters<Name>,
): Query => ({ text: statement.text, values: valuesOf(statement, parameters), prepare: true })

/**
 * So long that postgres.js sends it at once: it delays a shorter text until the next turn of the
 * event loop, behind all new requests.
 */
export const COMMIT = 'commit'.padEnd(1_024)

export const transact = <T>(
  pool: Pool,
  deadline: Deadline,
  work: (connection: Connection) => Promise<T>,
  commitSent: () => void,
): Promise<T> =>
  pool.use(deadline, async (connection) => {
    try {
      const begun = connection.values({ text: 'begin' })
      const [value] = await Promise.all([work(connection), begun])
      // Nothing is sent on a lost connection, so the outcome is known.
      if (connection.alive) commitSent()
      // After a failed statement this COMMIT is a ROLLBACK.
      await connection.values({ text: COMMIT })
      return value
    } catch (error) {
      if (connection.alive) await connection.values({ text: 'rollback' }).catch(() => {})
      throw error
    }
  })
