import type { Connection } from './connection'

/**
 * Whether connections are alive. One that was silent for longer than a while may be dead, and
 * nobody knows: what is sent on it may never be answered, and its outcome stay unknown.
 */
export interface Trust {
  /** The connection has just answered. */
  answered(connection: Connection): void
  /** Asks one that was silent for too long: false, it is dead. Null: it needs no question. */
  ask(connection: Connection): Promise<boolean> | null
}

/** `trustedMs`: for so long after an answer a connection counts as alive. */
export function openTrust(trustedMs: number): Trust {
  const doubted = new WeakSet<Connection>()
  const doubts = new WeakMap<Connection, ReturnType<typeof setTimeout>>()

  function answered(connection: Connection): void {
    doubted.delete(connection)
    const doubt = doubts.get(connection)
    if (doubt !== undefined) {
      doubt.refresh()
      return
    }
    const timer = setTimeout(() => doubted.add(connection), trustedMs)
    // A process that has nothing else to do does not wait for it.
    timer.unref()
    doubts.set(connection, timer)
  }

  async function answers(connection: Connection): Promise<boolean> {
    try {
      await connection.values({ text: 'select' })
      answered(connection)
      return true
    } catch {
      return false
    }
  }

  return {
    answered,
    ask: (connection) => (doubted.has(connection) ? answers(connection) : null),
  }
}
