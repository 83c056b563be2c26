/**
 * Finds the host of a DATABASE_URL that takes changes [run.hosts]. After a fail-over it is another
 * one than before.
 */
import {
  type Connection,
  type ConnectionListener,
  ConnectionLost,
  openConnection,
  type Query,
  type SessionOptions,
} from './connection'
import { codeOf } from './errors'
import { OPENING_SLOW_MS } from './options'

export interface HostTarget {
  /** Names one host. */
  readonly url: string
  readonly options: SessionOptions
}

export type Connect = (listener: ConnectionListener) => Connection

/** Why the server takes no changes; empty if it does. */
const WHY_NO_CHANGES = `select case
    when pg_is_in_recovery() then 'it is a standby'
    when current_setting('default_transaction_read_only')::boolean then 'it is read-only'
    else ''
  end`

/** read_only_sql_transaction: a standby's, and a former primary's that was made read-only. */
const READ_ONLY = '25006'

/** The server takes no changes: another host has to. */
class TakesNoChanges extends ConnectionLost {}

/** The first query of each connection: it fails unless the server takes changes. */
const CHECK: Query = {
  text: WHY_NO_CHANGES,
  faultOf(rows) {
    const [row] = rows
    const why = Array.isArray(row) ? row[0] : undefined
    return why === '' ? undefined : new TakesNoChanges(`the server takes no changes: ${why}`)
  },
}

/** Connects to the one host, or to the one of several that takes changes. */
export function connectTo(targets: readonly HostTarget[]): Connect {
  const [only] = targets
  if (only !== undefined && targets.length === 1) {
    return (listener) => openConnection(only.url, only.options, listener)
  }
  const hosts = new Hosts(targets)
  return (listener) => hosts.connect(listener)
}

/**
 * Connects to the host that was found last. If it cannot be reached, is slow, or takes no changes,
 * the next connection tries the next host, so whoever opens connections until one works finds it.
 */
class Hosts {
  readonly #targets: readonly HostTarget[]
  #current = 0
  readonly #connections = new Map<Connection, HostTarget>()

  constructor(targets: readonly HostTarget[]) {
    this.#targets = targets
  }

  connect(listener: ConnectionListener): Connection {
    const target = this.#targets[this.#current]
    if (target === undefined) throw new Error('no host')
    const slow = setTimeout(() => this.#leave(target), OPENING_SLOW_MS)
    let isIn = false
    const connection = openConnection(target.url, target.options, {
      ...listener,
      lost: (cause) => {
        this.#connections.delete(connection)
        if (!isIn) this.#leave(target)
        if (codeOf(cause) === READ_ONLY || cause instanceof TakesNoChanges) {
          this.#giveUp(target, cause)
        }
        listener.lost?.(cause)
      },
    })
    for (const [each] of this.#connections) if (!each.alive) this.#connections.delete(each)
    this.#connections.set(connection, target)
    const letIn = (): void => {
      isIn = true
      // A slow host may have been left.
      this.#current = this.#targets.indexOf(target)
    }
    connection
      .values(CHECK)
      .then(letIn, () => {}) // `lost` handles the failure.
      .finally(() => clearTimeout(slow))
    return connection
  }

  /** Goes on to the next host, unless another connection already has. */
  #leave(target: HostTarget): void {
    const at = this.#targets.indexOf(target)
    if (at === this.#current) this.#current = (at + 1) % this.#targets.length
  }

  /** Gives up all connections to a host: reads on it would be of the past. */
  #giveUp(target: HostTarget, cause: unknown): void {
    this.#leave(target)
    for (const [connection, its] of [...this.#connections]) {
      if (its === target) connection.destroy(cause)
    }
  }
}
