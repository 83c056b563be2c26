/** The events of an account's orders, over as many connections as it takes [stream.reconnect]. */
import { advance, type Cursor } from './cursor'
import { type OrderEventMessage, RECOVERY, type StreamError, type StreamMessage } from './messages'
import { readProgress } from './reached'
import { RefusalError, SeveralAccountsError } from './refusal'
import {
  type After,
  backOffMs,
  openStreamConnection,
  type SocketConstructor,
  type StreamConnection,
} from './stream-connection'
import type { TokenCache } from './token'

export interface OrderEventsOptions {
  /** May be left out where openClient was given one, or the client has one account. */
  readonly accountId?: string | undefined
  /** The number of an event, to read those after it; 0 for all. Left out: from now on. */
  readonly since?: number | undefined
  /** Called whenever the state of the connection changes. */
  readonly onState?: ((state: StreamState) => void) | undefined
}

export type StreamState =
  | { readonly state: 'connecting' }
  /** The events after `since` come now, and then new ones as they happen. */
  | { readonly state: 'live'; readonly accountId: string; readonly since: number }
  /** It connects again after `retryInMs` milliseconds. */
  | { readonly state: 'waiting'; readonly retryInMs: number; readonly reason: string }

/**
 * Read it with `for await`. The loop ends with `close()`, or throws a RefusalError where a new
 * connection would not help: after `since-out-of-range` read the HTTP API, then continue from now;
 * a SeveralAccountsError lists the accounts to choose from. Only so many events wait for a slow
 * reader; it receives the rest later.
 */
export interface OrderEvents extends AsyncIterable<OrderEventMessage, void> {
  /** Store it, and pass it as `since` to resume later; null before the first connection. */
  readonly lastSeq: number | null
  /**
   * Resolves when the reader is done with the event of this number and all before it: the loop has
   * been handed them and has asked for the next one. At once if it was in the log before
   * the first subscription began. Rejects with a NotReachedError if the reading ends before.
   */
  reached(seq: number): Promise<void>
  close(): void
}

export interface OrderEventsDeps {
  /** `ws://…/v1/stream` */
  readonly url: string
  readonly tokens: TokenCache
  readonly WebSocket: SocketConstructor
  readonly random: () => number
  readonly after: After
}

/** The server closes with it where the token is not valid, or no longer is [stream.token-over]. */
const CLOSED_FOR_TOKEN = 4401

export function openOrderEvents(options: OrderEventsOptions, deps: OrderEventsDeps): OrderEvents {
  const { url, tokens, random, after } = deps
  const { accountId = null, since = null, onState = () => {} } = options
  let cursor: Cursor = { accountId, lastSeq: since, behindAt: null }
  let closed = false
  let connection: StreamConnection | null = null
  let stopWaiting = (): void => {}
  let failures = 0
  let accountIds: readonly string[] = []
  const { readTo, end, reached } = readProgress()

  async function* events(): AsyncGenerator<OrderEventMessage, void, undefined> {
    try {
      while (!closed) {
        onState({ state: 'connecting' })
        const reason = yield* oneConnection()
        if (closed) return
        await pause(reason)
      }
    } finally {
      close()
    }
  }

  /** Returns why the connection ended. */
  async function* oneConnection(): AsyncGenerator<OrderEventMessage, string, undefined> {
    const token = await tokenOrReason()
    if ('reason' in token) return token.reason
    if (closed) return ''
    const current = openStreamConnection(url, deps.WebSocket, after)
    connection = current
    // In a message, since a browser's WebSocket can send no header [stream.first-message].
    current.send({ type: 'authenticate', token: token.token })
    try {
      for (;;) {
        const message = await current.next()
        if (closed) return ''
        if (message.type === 'closed') {
          if (message.code === CLOSED_FOR_TOKEN) tokens.forget(token.token)
          return message.reason
        }
        const reason = respondTo(message, current)
        if (reason !== undefined) {
          // The close with its code may come late, or never.
          if (message.type === 'error') forgetRefused(token.token, message.error)
          return reason
        }
        const { cursor: next, effect } = advance(cursor, message)
        cursor = next
        if (effect === 'gap') return 'events are missing'
        if (effect === 'deliver' && message.type === 'order') yield message
        // When the reader asks again, it is done with what it was handed.
        if (cursor.lastSeq !== null) readTo(cursor.lastSeq)
      }
    } finally {
      current.close()
    }
  }

  async function tokenOrReason(): Promise<{ token: string } | { reason: string }> {
    try {
      return { token: await tokens.current() }
    } catch (error) {
      if (error instanceof RefusalError && !error.isTemporary) throw error
      return { reason: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Subscribes, and reports states. Returns why the connection is of no more use, if it is not. */
  function respondTo(message: StreamMessage, current: StreamConnection): string | undefined {
    if (message.type === 'ready') {
      accountIds = message.accounts.map((account) => account.accountId)
      current.send(subscription())
    }
    if (message.type === 'subscribed') {
      failures = 0
      onState({ state: 'live', accountId: message.accountId, since: message.since })
    }
    if (message.type !== 'error') return undefined
    const { error } = message
    // A code that only newer servers know is in no table: it is fatal as well.
    if (RECOVERY[error.code] !== 'retry') throw refusalOf(error)
    return error.message
  }

  const refusalOf = (error: StreamError): RefusalError =>
    error.code === 'missing-parameter' && error.param === 'accountId'
      ? new SeveralAccountsError(error, accountIds)
      : new RefusalError(error, null)

  function forgetRefused(token: string, { type }: StreamError): void {
    if (type === 'authentication') tokens.forget(token)
  }

  const subscription = () => ({
    type: 'subscribe' as const,
    ...(cursor.accountId !== null && { accountId: cursor.accountId }),
    ...(cursor.lastSeq !== null && { since: cursor.lastSeq }),
  })

  function pause(reason: string): Promise<void> {
    const retryInMs = backOffMs(failures, random())
    failures++
    onState({ state: 'waiting', retryInMs, reason })
    return new Promise((resolve) => {
      const cancel = after(retryInMs, resolve)
      stopWaiting = () => {
        cancel()
        resolve()
      }
    })
  }

  function close(): void {
    closed = true
    connection?.close()
    stopWaiting()
    end()
  }

  const reading = events()
  return {
    get lastSeq() {
      return cursor.lastSeq
    },
    reached,
    close,
    [Symbol.asyncIterator]: () => reading,
  }
}
