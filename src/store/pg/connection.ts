/**
 * One connection to a PostgreSQL server, which lives until the first thing that goes wrong on it.
 *
 * postgres.js keeps state beyond an error and beyond a lost connection (patches/README.md tells
 * which), so an answer may be wrong after either. Here neither is ever survived: a connection on
 * which anything has failed is destroyed, and what else was asked of it fails with it. So the
 * driver is never asked to go on after a fault, nor to connect a second time.
 */
import type { Socket } from 'node:net'
import postgres, {
  type Options,
  type ParameterOrJSON,
  type PendingQuery,
  type PostgresType,
  type Row,
} from 'postgres'
import { Overdue } from './deadline'
import { CLOSE_SECONDS_MAX } from './options'
import { openSocket, type Target } from './socket'

export type SessionOptions = Options<{ instant: PostgresType<string> }>
export type Value = ParameterOrJSON<string>
export type Values = readonly (readonly unknown[])[]
export type Records = readonly Readonly<Record<string, unknown>>[]

/** The connection went, or can no longer be trusted; `cause` says why. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = 'CONNECTION_LOST'
}

export interface Query {
  readonly text: string
  readonly values?: readonly Value[]
  /** The server keeps the plan for as long as the connection lives. */
  readonly prepare?: boolean
  /** Beyond it the connection is destroyed. */
  readonly limitMs?: number
}

/** Queries are sent in the order in which they are asked, without waiting for answers between. */
export interface Connection {
  /** False: something has gone wrong, and it is gone. */
  readonly alive: boolean
  /** Each row as an array of its columns. */
  values(query: Query): Promise<Values>
  /** Each row by the names of its columns. */
  records(query: Query): Promise<Records>
  /** At once; what waits for an answer rejects with a ConnectionLost. */
  destroy(cause: unknown): void
  /** Takes leave of the server once what was asked is answered, or a second is over. */
  close(): Promise<void>
}

export interface ConnectionListener {
  /** Told once, unless the connection was closed. */
  lost?(): void
  notified?(payload: string): void
}

/** Connects with the first query. */
export function openConnection(
  url: string,
  options: SessionOptions,
  listener: ConnectionListener = {},
): Connection {
  const asked = new Set<(error: unknown) => void>()
  let socket: Socket | null = null
  let lost: ConnectionLost | null = null
  let closing = false

  function destroy(cause: unknown): void {
    if (lost !== null) return
    lost = new ConnectionLost('the connection to the database was lost', { cause })
    for (const fail of [...asked]) fail(lost)
    socket?.destroy()
    void client.end({ timeout: 0 }).catch(() => {})
    if (!closing) listener.lost?.()
  }

  const settings = {
    ...options,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    // Whoever asks has a limit of its own, which ends the attempt.
    connect_timeout: 0,
    async socket(target: Target): Promise<Socket> {
      if (lost !== null || socket !== null) throw new ConnectionLost('it connects only once')
      return openSocket(target, (opened) => {
        socket = opened
        opened.once('error', destroy)
        opened.once('close', () => destroy(new Error('the connection was closed')))
      })
    },
    onclose: () => destroy(new Error('the connection was closed')),
    onnotify: (_channel: string, payload: string) => listener.notified?.(payload),
  }
  const client = postgres(url, settings)

  function ask<T>(
    { text, values = [], prepare = false, limitMs }: Query,
    rowsOf: (pending: PendingQuery<Row[]>) => PromiseLike<readonly T[]>,
  ): Promise<readonly T[]> {
    if (lost !== null) return Promise.reject(lost)
    return new Promise((resolve, reject) => {
      const overdue = () => destroy(new Overdue('the database did not answer in time'))
      const timer = limitMs === undefined ? undefined : setTimeout(overdue, limitMs)
      const forget = (): void => {
        clearTimeout(timer)
        asked.delete(fail)
      }
      const fail = (error: unknown): void => {
        forget()
        reject(error)
      }
      asked.add(fail)
      const failed = (error: unknown): void => {
        fail(error)
        destroy(error)
      }
      rowsOf(client.unsafe(text, [...values], { prepare })).then((rows) => {
        if (lost !== null) return
        if (hasHoles(rows)) failed(new ConnectionLost('an answer with holes'))
        else {
          forget()
          resolve(rows)
        }
      }, failed)
    })
  }

  return {
    get alive() {
      return lost === null
    },
    values: (query) => ask<readonly unknown[]>(query, (pending) => pending.values()),
    records: (query) => ask(query, (pending) => pending),
    destroy,
    async close() {
      closing = true
      await client.end({ timeout: CLOSE_SECONDS_MAX })
      destroy(new Error('the connection was closed'))
    },
  }
}

/**
 * The driver keeps its place among the rows when a statement is ended in the middle of them, and
 * writes the next answer behind it. No statement is sent after an error, but one may have been
 * before: an answer whose first row is not there is another's.
 */
const hasHoles = (rows: readonly unknown[]): boolean => rows.length > 0 && !Object.hasOwn(rows, 0)
