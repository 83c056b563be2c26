/**
 * A client of the brokerage for Bun, Node and browsers: the HTTP API as typed functions, and the
 * events of orders (D9). It keeps its token by itself.
 */
import { treaty } from '@elysiajs/eden'
import type { App } from '../api/app'
import type { After, SocketConstructor } from './connection'
import { type OrderEvents, type OrderEventsOptions, openOrderEvents } from './order-events'
import { random as fromCrypto } from './random'
import { signedFetch } from './signed-fetch'
import { type ClientCredentials, issueToken, keptToken } from './token'

export type { ClientSocket as Socket, SocketConstructor } from './connection'
export type { OrderEvent } from './messages'
export type {
  OrderEvents,
  OrderEventsOptions as OrderEventsAsked,
  StreamState,
} from './order-events'
export { answered, type Envelope, RefusalError } from './refusal'
export { SeveralAccountsError } from './several-accounts'

/** What its own page in a browser has instead of a secret, which everybody there could read. */
export interface TokenSource {
  readonly token: () => Promise<string>
}

export type ClientOptions = (ClientCredentials | TokenSource) & {
  /** `http://localhost:3000` */
  readonly url: string
  /**
   * The account of every call, and of the events of orders; one that is named at a call comes
   * before it. May be left out by a client that has one account.
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

/** Nothing is sent before the first call. Throws where the URL is none. */
export function openClient(options: ClientOptions) {
  const { random = fromCrypto, after = inTime, accountId } = options
  const send: typeof fetch = options.fetch ?? globalThis.fetch.bind(globalThis)
  const url = new URL(options.url).href.replace(/\/$/, '')
  const requestId = countedIds(random)
  const tokens = keptToken(
    'token' in options ? options.token : () => issueToken(url, options, send, requestId()),
  )
  return {
    /** Paths, bodies and answers are inferred from the server's App. Times stay texts. */
    api: treaty<App>(url, {
      parseDate: false,
      fetcher: signedFetch(send, { tokens, requestId, accountId }),
    }),
    orderEvents(asked: OrderEventsOptions = {}): OrderEvents {
      const WebSocket = options.WebSocket ?? globalThis.WebSocket
      if (WebSocket === undefined) {
        throw new Error('This runtime has no WebSocket: pass one as an option (undici, or ws).')
      }
      const stream = `${url.replace(/^http/, 'ws')}/v1/stream`
      const of = { ...asked, accountId: asked.accountId ?? accountId }
      return openOrderEvents(of, { url: stream, tokens, WebSocket, random, after })
    },
  }
}

/** `7f3a0c21-1`, `7f3a0c21-2` …: found again in the server's log, told apart from other runs'. */
function countedIds(random: () => number): () => string {
  const run = Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
  let count = 0
  return () => `${run}-${++count}`
}

const inTime: After = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
