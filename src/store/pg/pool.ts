/**
 * Lends connections to a PostgreSQL server, each to one borrower at a time. A connection on which
 * anything failed is never lent again; a new one is opened for the next waiting borrower.
 */
import type { Backends } from './backends'
import { type Connection, type ConnectionListener, ConnectionLost } from './connection'
import { type Deadline, Overdue } from './deadline'
import { OPENING_MS_MAX, OPENING_SLOW_MS, OPENINGS_MAX, REOPEN_AFTER_MS } from './options'

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
  readonly connect: (listener: ConnectionListener) => Connection
  readonly backends: Backends
}

interface Waiting {
  readonly lend: (connection: Connection) => void
  readonly refuse: (error: unknown) => void
}

export function openPool({ max, silentMs, connect, backends }: PoolDeps): Pool {
  const waiting = new Set<Waiting>()
  const free: Connection[] = []
  /** With what tells one loan of a connection from the next. */
  const lent = new Map<Connection, object>()
  /** Beside a slow opening another connection is tried. */
  const opening = new Map<Connection, { slow: boolean }>()
  let openingFault: unknown = null
  let pausing: ReturnType<typeof setTimeout> | null = null
  let closed = false

  function giveUpIdle(cause: unknown): readonly Connection[] {
    const idle = free.splice(0)
    for (const connection of idle) connection.destroy(cause)
    if (silentMs !== undefined) giveUpSilent([...lent], cause, silentMs)
    return idle
  }

  function giveUpSilent(
    loans: readonly (readonly [Connection, object])[],
    cause: unknown,
    afterMs: number,
  ): void {
    setTimeout(() => {
      for (const [connection, loan] of loans) {
        if (lent.get(connection) !== loan || !connection.alive) continue
        backends.mark(connection)
        connection.destroy(cause)
      }
    }, afterMs)
  }
  backends.idle.add(giveUpIdle)

  /** Lends what is free, and opens what is missing. */
  function provide(): void {
    for (const one of waiting) {
      const connection = free.pop()
      if (connection === undefined) break
      waiting.delete(one)
      lent.set(connection, {})
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
    backends.greet(connection).then(
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
    lent.delete(connection)
    if (closed) void connection.close()
    else if (connection.alive) free.push(connection)
    provide()
  }

  return {
    async use(deadline, work) {
      const connection = await borrow(deadline)
      const passed = Promise.withResolvers<never>()
      passed.promise.catch(() => {})
      const stop = deadline.whenPassed(() => {
        const overdue = new Overdue('the database did not answer in time')
        passed.reject(overdue)
        backends.abandon(connection, overdue)
        connection.destroy(overdue)
      })
      try {
        return await Promise.race([work(connection), passed.promise])
      } finally {
        stop()
        giveBack(connection)
      }
    },
    async close() {
      closed = true
      backends.idle.delete(giveUpIdle)
      if (pausing !== null) clearTimeout(pausing)
      for (const one of [...waiting]) one.refuse(new ConnectionLost('the database was closed'))
      waiting.clear()
      const fault = new ConnectionLost('the database was closed')
      for (const connection of opening.keys()) connection.destroy(fault)
      await Promise.all([...free.splice(0), ...lent.keys()].map((connection) => connection.close()))
    },
  }
}
