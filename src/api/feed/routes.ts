/** The ingest of live prices over HTTP and WebSocket, only with MARKET_FEED=live [live.ingest]. */
import { BODY_BYTES_MAX } from '../../core/limits'
import type { BunSocket } from '../../http/call'
import { endpoint } from '../../http/endpoint'
import type { IngestPeer, IngestService } from './service'
import { decodePrices, encodeIngest, FeedSchema } from './wire'

export { INGEST_PART } from './wire'

/** Bun has one limit for all sockets, and a batch of prices is the largest message. */
export const INGEST_SOCKET_LIMITS = { maxPayloadLength: BODY_BYTES_MAX } as const

const INGEST = { tag: 'Live prices', auth: 'feed' } as const

export const feedEndpoints = (service: IngestService) =>
  [
    endpoint({
      ...INGEST,
      id: 'putFeedQuotes',
      method: 'PUT',
      path: '/feed/quotes',
      summary: 'Send prices',
      description:
        'Quotes, trades and states of a market outside, in batches. An item that cannot be ' +
        'believed is rejected and counted, and the answer names it; a batch that is not of ' +
        'this form is refused whole. `WS /feed` takes the same without a request for each batch.',
      body: FeedSchema.batch,
      answer: FeedSchema.taken,
      run: ({ body }) => service.take(body),
    }),
    endpoint({
      ...INGEST,
      id: 'getFeedStatus',
      method: 'GET',
      path: '/feed/status',
      summary: 'What came in, which symbols are wanted, and how old their quotes are',
      answer: FeedSchema.status,
      run: () => service.status(),
    }),
    endpoint({
      id: 'openFeed',
      method: 'GET',
      path: '/feed',
      auth: 'feed',
      upgrades: true,
      refusals: ['too-many-streams'],
      run: (call) => service.full() ?? call.upgrade(ingestSession(service, call.baseUrl)),
    }),
  ] as const

/** The handlers of a source's connection. */
function ingestSession(service: IngestService, baseUrl: string) {
  let peer: IngestPeer | undefined
  return {
    open(socket: BunSocket) {
      peer = ingestPeer(socket, baseUrl)
      service.open(peer)
    },
    message(_: BunSocket, message: string | Uint8Array) {
      if (peer !== undefined) service.receive(peer, decodePrices(message))
    },
    close(_: BunSocket, __: number, reason: string) {
      if (peer !== undefined) service.forget(peer)
      if (reason.includes('too big')) service.noteRefused()
    },
  }
}

/** `baseUrl` is the address at which the source reaches the server. */
export const ingestPeer = (
  socket: Pick<BunSocket, 'send' | 'close'>,
  baseUrl: string,
): IngestPeer => ({
  send(answer) {
    socket.send(encodeIngest(answer, baseUrl))
  },
  bufferedBytes() {
    if (!('getBufferedAmount' in socket)) return 0
    const { getBufferedAmount } = socket
    return typeof getBufferedAmount === 'function' ? Number(getBufferedAmount.call(socket)) : 0
  },
  close: (code, reason) => socket.close(code, reason),
})
