/**
 * Lends connections to a PostgreSQL server, each to one borrower at a time, or to several whose
 * statements follow each other. A connection on which anything failed is never lent again; a new
 * one is opened for the next waiting borrower.
 */
import type { Sql } from 'postgres'
import {
  type Connection,
  type ConnectionListener,
  ConnectionLost,
  type Deadline,
  Overdue,
} from './connection'
import {
  OPENING_MS_MAX,
  OPENING_SLOW_MS,
  OPENINGS_MAX,
  REOPEN_AFTER_MS,
  type SessionSettings,
} from './options'
import { isConnectionLoss } from './retry'

/** How long a pooler may take to give a second session. */
const SECOND_SESSION_MS_MAX = 15_000
const LOOKS = 3

export type Pooling = 'none' | 'by session' | 'by transaction' | 'too small'

const pidOf = async (
  sql: Sql,
): Promise<{ pid: number | undefined; toldPid: number | undefined }> => {
  const rows = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  // PostgreSQL tells each session its own number at the beginning; a pooler makes one up.
  return { pid: rows[0]?.pid, toldPid: Number(rows.state?.pid ?? rows[0]?.pid) }
}

/**
 * Finds a connection pooler between this process and PostgreSQL [run.pooler]. Orders, the lease and
 * notifications need sessions: locks, time limits, prepared statements and LISTEN belong to one. A
 * pooler may give each transaction another.
 *
 * `one` and `another` have one connection each; `another` is used where there is a pooler. Two
 * clients of a pooler by transaction share a session, or one of them gets another.
 */
export async function poolingOf(one: Sql, another: () => Sql): Promise<Pooling> {
  const { pid, toldPid } = await pidOf(one)
  if (pid === undefined || pid === toldPid) return 'none'
  const other = another()
  const late = Promise.withResolvers<'too small'>()
  const timer = setTimeout(() => late.resolve('too small'), SECOND_SESSION_MS_MAX)
  try {
    return await Promise.race([look(one, other, pid), late.promise])
  } catch (error) {
    // PgBouncer closes the connection at a BEGIN where each statement has another session.
    if (isConnectionLoss(error)) return 'by transaction'
    throw error
  } finally {
    clearTimeout(timer)
    await other.end({ timeout: 0 })
  }
}

async function look(one: Sql, other: Sql, first: number): Promise<Pooling> {
  const whileOtherIsBusy = await other.begin(async (busy) => {
    const rows = await busy<{ pid: number }[]>`select pg_backend_pid() as pid`
    // With a single session, the next question would wait for it.
    return rows[0]?.pid === first || (await pidOf(one)).pid !== first
  })
  if (whileOtherIsBusy) return 'by transaction'
  const second = (await pidOf(other)).pid
  for (let looked = 0; looked < LOOKS; looked++) {
    if ((await pidOf(one)).pid !== first || (await pidOf(other)).pid !== second) {
      return 'by transaction'
    }
  }
  return 'by session'
}

export interface Pool {
  /** Rejects with Overdue when the deadline passes, and destroys the connection. */
  use<T>(deadline: Deadline, work: (connection: Connection) => Promise<T>): Promise<T>
  /** Rejects the waiting borrowers. */
  close(): Promise<void>
}

export interface PoolDeps {
  readonly max: number
  /**
   * Beside a connection that was given up, one that is lent and stays silent for so long is given
   * up too: its work may be repeated. Left out: it may not, and has its own deadline.
   */
  readonly silentMs?: number
  /**
   * Borrowers of one connection at a time: then each statement must be a transaction of its own,
   * and a failure of one leaves the outcomes of those behind it unknown. Left out: one.
   */
  readonly together?: number
  /** What each session begins with; left out: what the server has. */
  readonly settings?: SessionSettings
  readonly connect: (listener: ConnectionListener) => Connection
  readonly pools: Pools
}

/**
 * The pools of one server. When one gives up a connection, the idle ones of each may be as dead,
 * and are given up too, so that borrowers need not find out one after the other.
 */
export type Pools = Set<{ giveUpIdle(cause: unknown): void }>

/** Of one connection; another object for each time that it is lent by the pool. */
interface Loan {
  borrowers: number
}

interface Waiting {
  readonly lend: (connection: Connection) => void
  readonly refuse: (error: unknown) => void
}

/** A connection's first query shows that the server answers, and sets what its session has. */
const greetingOf = (settings: SessionSettings): string =>
  // Names and values are our own, in no need of quoting.
  [
    'select true',
    ...Object.entries(settings).map(([key, to]) => `set_config('${key}', '${to}', false)`),
  ].join(', ')

class ConnectionPool implements Pool {
  readonly #deps: PoolDeps
  readonly #together: number
  readonly #settings: Readonly<Record<string, string>>
  readonly #waiting = new Set<Waiting>()
  readonly #free: Connection[] = []
  readonly #lent = new Map<Connection, Loan>()
  /** Beside a slow opening another connection is tried. */
  readonly #opening = new Map<Connection, { slow: boolean }>()
  #openingFault: unknown = null
  #pausing: ReturnType<typeof setTimeout> | null = null
  #closed = false
  readonly #pool = { giveUpIdle: (cause: unknown): void => this.#giveUpIdle(cause) }

  constructor(deps: PoolDeps) {
    this.#deps = deps
    deps.pools.add(this.#pool)
    this.#together = deps.together ?? 1
    this.#settings = deps.settings ?? {}
  }

  async use<T>(deadline: Deadline, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#borrow(deadline)
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
      this.#giveBack(connection)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#deps.pools.delete(this.#pool)
    if (this.#pausing !== null) clearTimeout(this.#pausing)
    for (const one of [...this.#waiting]) one.refuse(new ConnectionLost('the database was closed'))
    this.#waiting.clear()
    const fault = new ConnectionLost('the database was closed')
    for (const connection of this.#opening.keys()) connection.destroy(fault)
    await Promise.all(
      [...this.#free.splice(0), ...this.#lent.keys()].map((connection) => connection.close()),
    )
  }

  #giveUpIdle(cause: unknown): void {
    for (const connection of this.#free.splice(0)) connection.destroy(cause)
    if (this.#deps.silentMs !== undefined) {
      this.#giveUpSilent([...this.#lent], cause, this.#deps.silentMs)
    }
  }

  #giveUpSilent(
    loans: readonly (readonly [Connection, Loan])[],
    cause: unknown,
    afterMs: number,
  ): void {
    setTimeout(() => {
      for (const [connection, loan] of loans) {
        if (this.#lent.get(connection) === loan && connection.alive) connection.destroy(cause)
      }
    }, afterMs)
  }

  /** An idle connection, or else one that has room for another borrower. */
  #lend(): Connection | undefined {
    const idle = this.#free.pop()
    if (idle !== undefined) {
      this.#lent.set(idle, { borrowers: 1 })
      return idle
    }
    for (const [connection, loan] of this.#lent) {
      if (loan.borrowers >= this.#together || !connection.alive) continue
      loan.borrowers++
      return connection
    }
    return undefined
  }

  /** Lends what is free, and opens what is missing. */
  #provide(): void {
    for (const one of this.#waiting) {
      const connection = this.#lend()
      if (connection === undefined) break
      this.#waiting.delete(one)
      one.lend(connection)
    }
    const prompt = [...this.#opening.values()].filter(({ slow }) => !slow).length
    const room = Math.min(
      this.#deps.max - this.#lent.size - this.#free.length - prompt,
      OPENINGS_MAX - this.#opening.size,
    )
    const wanted =
      this.#pausing === null && !this.#closed ? Math.min(this.#waiting.size - prompt, room) : 0
    for (let opened = 0; opened < wanted; opened++) this.#open()
  }

  #open(): void {
    const connection = this.#deps.connect({
      lost: () => {
        const at = this.#free.indexOf(connection)
        if (at >= 0) this.#free.splice(at, 1)
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
    connection.values({ text: greetingOf(this.#settings) }).then(
      () => {
        answered()
        this.#openingFault = null
        if (this.#closed || this.#lent.size + this.#free.length >= this.#deps.max) {
          void connection.close()
        } else this.#free.push(connection)
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

  #borrow(deadline: Deadline): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const stop = deadline.whenPassed(() => {
        this.#waiting.delete(one)
        const cause = this.#openingFault ?? undefined
        reject(new Overdue('no connection to the database was free in time', { cause }))
      })
      const one: Waiting = {
        lend(connection) {
          stop()
          resolve(connection)
        },
        refuse(error) {
          stop()
          reject(error)
        },
      }
      if (this.#closed) one.refuse(new ConnectionLost('the database has been closed'))
      else {
        this.#waiting.add(one)
        this.#provide()
      }
    })
  }

  #giveBack(connection: Connection): void {
    const loan = this.#lent.get(connection)
    if (loan !== undefined && --loan.borrowers === 0) {
      this.#lent.delete(connection)
      if (this.#closed) void connection.close()
      else if (connection.alive) this.#free.push(connection)
    }
    this.#provide()
  }
}

export const openPool = (deps: PoolDeps): Pool => new ConnectionPool(deps)
