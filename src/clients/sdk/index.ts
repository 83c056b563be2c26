/**
 * A client of the brokerage for Bun, Node and browsers: the HTTP API as typed functions, and the
 * stream of an account's events. It requests and renews its token.
 */
import { treaty } from '@elysiajs/eden'
import type { ClientApp } from '../../api/client-app'
import {
  type AccountEvents,
  type After,
  type OrderEvents,
  type OrderEventsDeps,
  type OrderEventsOptions,
  openAccountEvents,
  openOrderEvents,
  type SocketConstructor,
} from './order-events'
import { withEncodedPaths } from './paths'
import { withFlatEnvelopes } from './refusal'
import { type ClientCredentials, issueToken, signedFetch, tokenCache } from './token'

export type {
  AccountEventMessage as AccountEvent,
  ConditionalOrderEventMessage as ConditionalOrderEvent,
  OrderEventMessage as OrderEvent,
} from './messages'
export type {
  AccountEvents,
  ClientSocket,
  EventStream,
  OrderEvents,
  OrderEventsOptions,
  SocketConstructor,
  StreamState,
} from './order-events'
export { NotReachedError } from './order-events'
export { answered, type Envelope, RefusalError, SeveralAccountsError } from './refusal'

/** A page gets tokens from its own server, since anyone could read a secret in the page. */
export interface TokenSource {
  readonly token: () => Promise<string>
}

export type ClientOptions = (ClientCredentials | TokenSource) & {
  /** `http://localhost:3000` */
  readonly url: string
  /**
   * The account of every call and of order events. A call may name another one. Optional if the
   * client has one account.
   */
  readonly accountId?: string | undefined
  /** Needed if the runtime has none (Node before 22): pass undici's, or the package ws. */
  readonly WebSocket?: SocketConstructor
  readonly fetch?: typeof fetch
  /** Returns a number from 0 up to 1. Default: the runtime's crypto. */
  readonly random?: () => number
  /** Default: the runtime's timers. */
  readonly after?: After
}

export type Client = ReturnType<typeof openClient>

/** Sends nothing before the first call. Throws if `url` is not a URL. */
export function openClient(options: ClientOptions) {
  const { random = randomFromCrypto, after = onTimer, accountId } = options
  const send = withFlatEnvelopes(options.fetch ?? globalThis.fetch.bind(globalThis))
  const url = new URL(options.url).href.replace(/\/$/, '')
  const requestId = requestIds(random)
  const tokens = tokenCache(
    'token' in options ? options.token : () => issueToken(url, options, send, requestId()),
  )
  const signed = signedFetch(send, { tokens, requestId, accountId })
  const ofAccount = (events: OrderEventsOptions): OrderEventsOptions => ({
    ...events,
    accountId: events.accountId ?? accountId,
  })
  /** Throws if the runtime has no WebSocket. */
  function streamDeps(): OrderEventsDeps {
    const WebSocket = options.WebSocket ?? globalThis.WebSocket
    if (WebSocket === undefined) {
      throw new Error('This runtime has no WebSocket: pass one as an option (undici, or ws).')
    }
    const stream = `${url.replace(/^http/, 'ws')}/v1/stream`
    return { url: stream, tokens, WebSocket, random, after }
  }
  return {
    /**
     * Infers paths, bodies and answers from the server's routes. Times in answers stay texts. A
     * time in a query may be a text, a Date or a Temporal.Instant.
     */
    api: withEncodedPaths(treaty<ClientApp>(url, { parseDate: false, fetcher: signed })),
    /** Sends any other request with a token, such as `/paper/account/statement.csv`. */
    fetch: (path: string, init?: RequestInit): Promise<Response> => signed(url + path, init),
    /** Reads the events of orders alone [stream.sdk-events]. */
    orderEvents: (events: OrderEventsOptions = {}): OrderEvents =>
      openOrderEvents(ofAccount(events), streamDeps()),
    /** Reads every event of the account, without gaps; `type` says what it is about. */
    events: (events: OrderEventsOptions = {}): AccountEvents =>
      openAccountEvents(ofAccount(events), streamDeps()),
  }
}

/** `7f3a0c21-1`, `7f3a0c21-2` …: easy to find in the server's log, and different in each run. */
function requestIds(random: () => number): () => string {
  const run = Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
  let count = 0
  return () => `${run}-${++count}`
}

const onTimer: After = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

const SPAN = 2 ** 32

/** Returns a number from 0 up to, and never, 1. */
function randomFromCrypto(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn / SPAN
}
