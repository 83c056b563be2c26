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
 * hints need sessions: locks, time limits, prepared statements and LISTEN belong to one. A pooler
 * may give each transaction another.
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

export function openPool({
  max,
  silentMs,
  together = 1,
  settings = {},
  connect,
  pools,
}: PoolDeps): Pool {
  const waiting = new Set<Waiting>()
  const free: Connection[] = []
  const lent = new Map<Connection, Loan>()
  /** Beside a slow opening another connection is tried. */
  const opening = new Map<Connection, { slow: boolean }>()
  let openingFault: unknown = null
  let pausing: ReturnType<typeof setTimeout> | null = null
  let closed = false

  function giveUpIdle(cause: unknown): void {
    for (const connection of free.splice(0)) connection.destroy(cause)
    if (silentMs !== undefined) giveUpSilent([...lent], cause, silentMs)
  }

  function giveUpSilent(
    loans: readonly (readonly [Connection, Loan])[],
    cause: unknown,
    afterMs: number,
  ): void {
    setTimeout(() => {
      for (const [connection, loan] of loans) {
        if (lent.get(connection) === loan && connection.alive) connection.destroy(cause)
      }
    }, afterMs)
  }
  const pool = { giveUpIdle }
  pools.add(pool)

  /** An idle connection, or else one that has room for another borrower. */
  function lend(): Connection | undefined {
    const idle = free.pop()
    if (idle !== undefined) {
      lent.set(idle, { borrowers: 1 })
      return idle
    }
    for (const [connection, loan] of lent) {
      if (loan.borrowers >= together || !connection.alive) continue
      loan.borrowers++
      return connection
    }
    return undefined
  }

  /** Lends what is free, and opens what is missing. */
  function provide(): void {
    for (const one of waiting) {
      const connection = lend()
      if (connection === undefined) break
      waiting.delete(one)
      one.lend(connection)
    }
    const prompt = [...opening.values()].filter(({ slow }) => !slow).length
    const room = Math.min(max - lent.size - free.length - prompt, OPENINGS_MAX - opening.size)
    const wanted = pausing === null && !closed ? Math.min(waiting.size - prompt, room) : 0
    for (let opened = 0; opened < wanted; opened++) open()
  }

  function open(): void {
    const connection = connect({
      lost() {
        const at = free.indexOf(connection)
        if (at >= 0) free.splice(at, 1)
      },
    })
    const state = { slow: false }
    opening.set(connection, state)
    const slow = setTimeout(() => {
      state.slow = true
      provide()
    }, OPENING_SLOW_MS)
    const overdue = setTimeout(() => {
      connection.destroy(new Overdue('the database did not let us in in time'))
    }, OPENING_MS_MAX)
    const answered = (): void => {
      clearTimeout(slow)
      clearTimeout(overdue)
      opening.delete(connection)
    }
    connection.values({ text: greetingOf(settings) }).then(
      () => {
        answered()
        openingFault = null
        if (closed || lent.size + free.length >= max) void connection.close()
        else free.push(connection)
        provide()
      },
      (error: unknown) => {
        answered()
        connection.destroy(error)
        openingFault = error
        pausing ??= setTimeout(() => {
          pausing = null
          provide()
        }, REOPEN_AFTER_MS)
      },
    )
  }

  function borrow(deadline: Deadline): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const stop = deadline.whenPassed(() => {
        waiting.delete(one)
        const cause = openingFault ?? undefined
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
      if (closed) one.refuse(new ConnectionLost('the database has been closed'))
      else {
        waiting.add(one)
        provide()
      }
    })
  }

  function giveBack(connection: Connection): void {
    const loan = lent.get(connection)
    if (loan !== undefined && --loan.borrowers === 0) {
      lent.delete(connection)
      if (closed) void connection.close()
      else if (connection.alive) free.push(connection)
    }
    provide()
  }

  async function use<T>(
    deadline: Deadline,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const connection = await borrow(deadline)
    const passed = Promise.withResolvers<never>()
    passed.promise.catch(() => {})
    const stop = deadline.whenPassed(() => {
      const overdue = new Overdue('the database did not answer in time')
      passed.reject(overdue)
      connection.destroy(overdue)
      for (const each of pools) each.giveUpIdle(overdue)
    })
    try {
      return await Promise.race([work(connection), passed.promise])
    } finally {
      stop()
      giveBack(connection)
    }
  }

  return {
    use,
    async close() {
      closed = true
      pools.delete(pool)
      if (pausing !== null) clearTimeout(pausing)
      for (const one of [...waiting]) one.refuse(new ConnectionLost('the database was closed'))
      waiting.clear()
      const fault = new ConnectionLost('the database was closed')
      for (const connection of opening.keys()) connection.destroy(fault)
      await Promise.all([...free.splice(0), ...lent.keys()].map((connection) => connection.close()))
    },
  }
}
