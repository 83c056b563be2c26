/**
 * Every event of an account's orders, once and in order, over as many connections as it takes (D9).
 */
import { backOffMs } from './back-off'
import {
  type After,
  openStreamConnection,
  type SocketConstructor,
  type StreamConnection,
} from './connection'
import { MEANING, type OrderEvent, type StreamError, type StreamMessage } from './messages'
import { type PlaceInLog, stepOf } from './place-in-log'
import { RefusalError } from './refusal'
import { SeveralAccountsError } from './several-accounts'
import type { Tokens } from './token'

export interface OrderEventsOptions {
  /** May be left out where openClient was given one, or the client has one account. */
  readonly accountId?: string | undefined
  /** The number of an event: what comes after it. Left out: what happens from now on. */
  readonly since?: number | undefined
  /** Told whenever the connection changes. */
  readonly onState?: ((state: StreamState) => void) | undefined
}

export type StreamState =
  | { readonly state: 'connecting' }
  /** Everything after `since` comes now. */
  | { readonly state: 'live'; readonly accountId: string; readonly since: number }
  /** It tries again so many milliseconds later. */
  | { readonly state: 'waiting'; readonly ms: number; readonly because: string }

/**
 * To be read with `for await`, which ends with `close()`, or throws a RefusalError where a new
 * connection would not help (`since-out-of-range`: read the HTTP API, then go on from now; a
 * SeveralAccountsError has those to choose from).
 * While the reader is busy only so much is kept for it; the rest is asked for afterwards.
 */
export interface OrderEvents extends AsyncIterable<OrderEvent, void> {
  /** Keep it, to go on from there with `since`; null before the first connection. */
  readonly lastSeq: number | null
  close(): void
}

export interface OrderEventsDeps {
  /** `ws://…/v1/stream` */
  readonly url: string
  readonly tokens: Tokens
  readonly WebSocket: SocketConstructor
  readonly random: () => number
  readonly after: After
}

/** The server closes with it where the token is not, or no longer, valid. */
const TOKEN_OVER = 4401

export function openOrderEvents(asked: OrderEventsOptions, deps: OrderEventsDeps): OrderEvents {
  const { url, tokens, random, after } = deps
  const { accountId = null, since = null, onState = () => {} } = asked
  let place: PlaceInLog = { accountId, lastSeq: since, behindAt: null }
  let closed = false
  let connection: StreamConnection | null = null
  let stopWaiting = (): void => {}
  let failures = 0
  let accountIds: readonly string[] = []

  async function* events(): AsyncGenerator<OrderEvent, void, undefined> {
    try {
      while (!closed) {
        onState({ state: 'connecting' })
        const because = yield* oneConnection()
        if (closed) return
        await pause(because)
      }
    } finally {
      close()
    }
  }

  /** Returns why it is over. */
  async function* oneConnection(): AsyncGenerator<OrderEvent, string, undefined> {
    const token = await tokenOrReason()
    if ('because' in token) return token.because
    if (closed) return ''
    const current = openStreamConnection(url, deps.WebSocket, after)
    connection = current
    // In a message, since a browser's WebSocket can send no header.
    current.say({ type: 'authenticate', token: token.token })
    try {
      for (;;) {
        const message = await current.next()
        if (closed) return ''
        if (message.type === 'closed') {
          if (message.code === TOKEN_OVER) tokens.forget(token.token)
          return message.reason
        }
        const because = replyTo(message, current)
        if (because !== undefined) {
          // Its close, which would say so, may be late.
          if (message.type === 'error') forgetWhereOver(message.error, token.token)
          return because
        }
        const { place: next, meaning } = stepOf(place, message)
        place = next
        if (meaning === 'lost') return 'events are missing'
        if (meaning === 'take' && message.type === 'order') yield message
      }
    } finally {
      current.close()
    }
  }

  async function tokenOrReason(): Promise<{ token: string } | { because: string }> {
    try {
      return { token: await tokens.current() }
    } catch (error) {
      if (error instanceof RefusalError && !error.isPassing) throw error
      return { because: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Says what the message calls for; returns why the connection is over, where it is. */
  function replyTo(message: StreamMessage, current: StreamConnection): string | undefined {
    if (message.type === 'ready') {
      accountIds = message.accounts.map((account) => account.accountId)
      current.say(subscription())
    }
    if (message.type === 'subscribed') {
      failures = 0
      onState({ state: 'live', accountId: message.accountId, since: message.since })
    }
    if (message.type !== 'error') return undefined
    const { error } = message
    if (MEANING[error.code] !== 'again') throw refusalOf(error)
    return error.message
  }

  const refusalOf = (error: StreamError): RefusalError =>
    error.code === 'missing-parameter' && error.param === 'accountId'
      ? new SeveralAccountsError(error, accountIds)
      : new RefusalError(error, null)

  function forgetWhereOver({ type }: StreamError, token: string): void {
    if (type === 'authentication') tokens.forget(token)
  }

  const subscription = () => ({
    type: 'subscribe' as const,
    ...(place.accountId !== null && { accountId: place.accountId }),
    ...(place.lastSeq !== null && { since: place.lastSeq }),
  })

  function pause(because: string): Promise<void> {
    const ms = backOffMs(failures, random())
    failures++
    onState({ state: 'waiting', ms, because })
    return new Promise((resolve) => {
      const callOff = after(ms, resolve)
      stopWaiting = () => {
        callOff()
        resolve()
      }
    })
  }

  function close(): void {
    closed = true
    connection?.close()
    stopWaiting()
  }

  const reading = events()
  return {
    get lastSeq() {
      return place.lastSeq
    },
    close,
    [Symbol.asyncIterator]: () => reading,
  }
}
