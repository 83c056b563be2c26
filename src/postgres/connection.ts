/**
 * One connection to a PostgreSQL server, which lives until anything fails on it.
 *
 * postgres.js keeps state after an error and after a lost connection
 * (docs/decisions/postgres-driver.md), so a later answer may be wrong. Therefore the first failure
 * destroys the connection and fails its other queries. The driver never continues after a fault,
 * and never connects a second time.
 */
import { connect, type Socket } from 'node:net'
import postgres, {
  type Options,
  type ParameterOrJSON,
  type PendingQuery,
  type PostgresType,
  type Row,
} from 'postgres'
import { CLOSE_SECONDS_MAX } from './options'

/** The address that postgres.js has parsed from the URL. */
export interface Target {
  readonly host: readonly string[]
  readonly port: readonly number[]
  /** The path of a Unix socket. */
  readonly path?: string | false
}

/** Connects a socket. `opened` gets the socket before it is connected. */
function openSocket(target: Target, opened: (socket: Socket) => void): Promise<Socket> {
  const [host = 'localhost'] = target.host
  const [port = 5432] = target.port
  const socket = target.path ? connect(target.path) : connect(port, host)
  opened(socket)
  // postgres.js takes the host's name for TLS from the socket.
  Object.assign(socket, { host, port })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('close', () => reject(new Error('the connection was closed while it was opened')))
    // Never removed: an error without a listener would end the process.
    socket.on('error', reject)
  })
}

/** The deadline passed. Only a COMMIT sent before it may have taken effect. */
export class Overdue extends Error {
  override readonly name = 'Overdue'
  readonly code = 'OVERDUE'
}

export interface Deadline {
  readonly passed: boolean
  /** Calls the listener when the deadline passes. Returns a function that removes it. */
  whenPassed(listener: () => void): () => void
  /** Stops the timer: the work is done. */
  end(): void
}

/** Starts a deadline `limitMs` from now; Infinity never passes. */
export function deadlineIn(limitMs: number): Deadline {
  const listeners = new Set<() => void>()
  let passed = false
  const pass = (): void => {
    passed = true
    for (const listener of [...listeners]) listener()
  }
  const timer = Number.isFinite(limitMs) ? setTimeout(pass, limitMs) : undefined
  return {
    get passed() {
      return passed
    },
    whenPassed(listener) {
      if (passed) queueMicrotask(listener)
      else listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end: () => clearTimeout(timer),
  }
}

export type SessionOptions = Options<{ instant: PostgresType<string> }>
export type Value = ParameterOrJSON<string>
export type Values = readonly (readonly unknown[])[]
export type Records = readonly Readonly<Record<string, unknown>>[]

/** The connection is lost or was destroyed; `cause` says why. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = 'CONNECTION_LOST'
}

export interface Query {
  readonly text: string
  readonly values?: readonly Value[]
  /** Prepares the statement once for the connection. */
  readonly prepare?: boolean
  /** Destroys the connection after this time without an answer. */
  readonly limitMs?: number
  /** Destroys the connection with this fault of its rows; undefined if there is none. */
  faultOf?(rows: readonly unknown[]): Error | undefined
}

/** Sends queries in the order of the calls, without waiting for answers in between. */
export interface Connection {
  /** False once anything has failed on it. */
  readonly alive: boolean
  /** Returns each row as an array of its columns. */
  values(query: Query): Promise<Values>
  /** Returns each row as an object. */
  records(query: Query): Promise<Records>
  /** Closes it at once; pending queries reject with a ConnectionLost. */
  destroy(cause: unknown): void
  /** Closes it when the pending queries are answered, or after a second. */
  close(): Promise<void>
}

export interface ConnectionListener {
  /** Called once, unless the connection was closed. */
  lost?(cause: unknown): void
  notified?(payload: string): void
}

/** Connects with the first query. */
class SocketConnection implements Connection {
  readonly #listener: ConnectionListener
  readonly #pending = new Set<(error: unknown) => void>()
  #socket: Socket | null = null
  #lost: ConnectionLost | null = null
  #closing = false
  #isCorked = false
  readonly #client: postgres.Sql<{ instant: string }>

  constructor(url: string, options: SessionOptions, listener: ConnectionListener = {}) {
    this.#listener = listener
    const settings = {
      ...options,
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      // The caller's own deadline ends the attempt.
      connect_timeout: 0,
      socket: (target: Target) => this.#open(target),
      onclose: () => this.destroy(new Error('the connection was closed')),
      onnotify: (_channel: string, payload: string) => listener.notified?.(payload),
    }
    this.#client = postgres(url, settings)
  }

  async #open(target: Target): Promise<Socket> {
    if (this.#lost !== null || this.#socket !== null) {
      throw new ConnectionLost('it connects only once')
    }
    return openSocket(target, (opened) => {
      this.#socket = opened
      opened.once('error', this.destroy)
      opened.once('close', () => this.destroy(new Error('the connection was closed')))
    })
  }

  readonly destroy = (cause: unknown): void => {
    if (this.#lost !== null) return
    this.#lost = new ConnectionLost('the connection to the database was lost', { cause })
    for (const fail of [...this.#pending]) fail(this.#lost)
    this.#socket?.destroy()
    void this.#client.end({ timeout: 0 }).catch(() => {})
    if (!this.#closing) this.#listener.lost?.(cause)
  }

  get alive(): boolean {
    return this.#lost === null
  }

  values(query: Query): Promise<Values> {
    return this.#run<readonly unknown[]>(query, (pending) => pending.values())
  }

  records(query: Query): Promise<Records> {
    return this.#run(query, (pending) => pending)
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.#client.end({ timeout: CLOSE_SECONDS_MAX })
    this.destroy(new Error('the connection was closed'))
  }

  /**
   * Sends the statements of one turn in one packet. A packet for each would cost a system call, and
   * would wake the server for a part of the work.
   */
  #sendTogether(): void {
    if (this.#socket === null || this.#isCorked) return
    const socket = this.#socket
    this.#isCorked = true
    socket.cork()
    // The driver writes in the microtask after the call, so between these two.
    queueMicrotask(() =>
      queueMicrotask(() => {
        this.#isCorked = false
        socket.uncork()
      }),
    )
  }

  /**
   * Sets the values on the driver's query, instead of passing them as arguments. If they were
   * arguments, the driver would look for the prepared statement by a key of the text and the types,
   * and it would build and hash that key at each call. Without them the key is the text, whose hash
   * is cached.
   */
  #pendingOf({ text, values = [], prepare = false }: Query): PendingQuery<Row[]> {
    if (!prepare || values.length === 0) return this.#client.unsafe(text, [...values], { prepare })
    const options = { prepare, simple: false }
    return Object.assign(this.#client.unsafe<Row[]>(text, [], options), { parameters: [...values] })
  }

  #run<T>(
    { limitMs, faultOf, ...query }: Query,
    rowsOf: (pending: PendingQuery<Row[]>) => PromiseLike<readonly T[]>,
  ): Promise<readonly T[]> {
    if (this.#lost !== null) return Promise.reject(this.#lost)
    return new Promise((resolve, reject) => {
      const overdue = () => this.destroy(new Overdue('the database did not answer in time'))
      const timer = limitMs === undefined ? undefined : setTimeout(overdue, limitMs)
      const forget = (): void => {
        clearTimeout(timer)
        this.#pending.delete(fail)
      }
      const fail = (error: unknown): void => {
        forget()
        reject(error)
      }
      this.#pending.add(fail)
      this.#sendTogether()
      const failed = (error: unknown): void => {
        fail(error)
        this.destroy(error)
      }
      rowsOf(this.#pendingOf(query)).then((rows) => {
        if (this.#lost !== null) return
        const fault = hasHoles(rows) ? new ConnectionLost('an answer with holes') : faultOf?.(rows)
        if (fault !== undefined) failed(fault)
        else {
          forget()
          resolve(rows)
        }
      }, failed)
    })
  }
}

export const openConnection = (
  url: string,
  options: SessionOptions,
  listener: ConnectionListener = {},
): Connection => new SocketConnection(url, options, listener)

/**
 * If an error ends a statement in the middle of its rows, the driver keeps its row index and writes
 * the next answer behind it (docs/decisions/postgres-driver.md). A statement may have been sent
 * before the error. So an answer without its first row mixes two statements.
 */
const hasHoles = (rows: readonly unknown[]): boolean => rows.length > 0 && !Object.hasOwn(rows, 0)
