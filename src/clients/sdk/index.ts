/**
 * A client of the brokerage for Bun, Node and browsers: the HTTP API as typed functions, and the
 * events of orders. It gets its token by itself.
 */
import { treaty } from '@elysiajs/eden'
import type { ClientApp } from '../../api/client-app'
import type { After, SocketConstructor } from './order-events'
import { type OrderEvents, type OrderEventsOptions, openOrderEvents } from './order-events'
import { withFlatEnvelopes } from './refusal'
import { type ClientCredentials, issueToken, signedFetch, tokenCache } from './token'

export type { OrderEventMessage as OrderEvent } from './messages'
export type {
  ClientSocket,
  OrderEvents,
  OrderEventsOptions,
  SocketConstructor,
  StreamState,
} from './order-events'
export { NotReachedError } from './order-events'
export { answered, type Envelope, RefusalError, SeveralAccountsError } from './refusal'

/** In place of a secret, which everybody could read in a page: the page's own server has it. */
export interface TokenSource {
  readonly token: () => Promise<string>
}

export type ClientOptions = (ClientCredentials | TokenSource) & {
  /** `http://localhost:3000` */
  readonly url: string
  /**
   * The account of every call, and of the events of orders; a call may name another. May be left
   * out by a client that has one account.
   */
  readonly accountId?: string | undefined
  /** Where the runtime has none (Node before 22): that of undici, or the package ws. */
  readonly WebSocket?: SocketConstructor
  readonly fetch?: typeof fetch
  /** From 0 up to 1. */
  readonly random?: () => number
  /** In place of the runtime's timers. */
  readonly after?: After
}

export type Client = ReturnType<typeof openClient>

/** Sends nothing before the first call. Throws where `url` is not a URL. */
export function openClient(options: ClientOptions) {
  const { random = randomFromCrypto, after = onTimer, accountId } = options
  const send = withFlatEnvelopes(options.fetch ?? globalThis.fetch.bind(globalThis))
  const url = new URL(options.url).href.replace(/\/$/, '')
  const requestId = countedIds(random)
  const tokens = tokenCache(
    'token' in options ? options.token : () => issueToken(url, options, send, requestId()),
  )
  const signed = signedFetch(send, { tokens, requestId, accountId })
  return {
    /**
     * Paths, bodies and answers are inferred from the server's App. Times in answers stay texts;
     * one in a query may be a text, a Date or a Temporal.Instant.
     */
    api: treaty<ClientApp>(url, { parseDate: false, fetcher: signed }),
    /** Any other request of the server, `/paper/account/statement.csv` say: signed as well. */
    fetch: (path: string, init?: RequestInit): Promise<Response> => signed(url + path, init),
    orderEvents(events: OrderEventsOptions = {}): OrderEvents {
      const WebSocket = options.WebSocket ?? globalThis.WebSocket
      if (WebSocket === undefined) {
        throw new Error('This runtime has no WebSocket: pass one as an option (undici, or ws).')
      }
      const stream = `${url.replace(/^http/, 'ws')}/v1/stream`
      const withAccount = { ...events, accountId: events.accountId ?? accountId }
      return openOrderEvents(withAccount, { url: stream, tokens, WebSocket, random, after })
    },
  }
}

/** `7f3a0c21-1`, `7f3a0c21-2` …: easy to find in the server's log, unlike those of other runs. */
function countedIds(random: () => number): () => string {
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

/** The SDK's one source of randomness: for jitter, and for request ids that differ between runs. */
const SPAN = 2 ** 32

/** From 0 up to, and never, 1. */
function randomFromCrypto(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn / SPAN
}
