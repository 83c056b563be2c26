/** The door of live prices over HTTP and WebSocket; none unless MARKET_FEED=live [live.door]. */
import { Elysia } from 'elysia'
import { BODY_BYTES_MAX } from '../../core/limits'
import { jsonBody } from '../pipeline/body'
import type { FeedGate } from '../pipeline/gates'
import { EVERY_BODY, FAILURES, refusals } from '../wire/refusal'
import { decodePrices } from './decode'
import { FeedSchema } from './schema'
import type { DoorPeer, DoorService } from './service'
import { type DoorSocket, doorPeer } from './socket'

export { DOOR_PART } from './asyncapi'

/** Bun has one limit for all sockets, and a batch of prices is the largest message. */
export const DOOR_SOCKET_LIMITS = { maxPayloadLength: BODY_BYTES_MAX } as const

const EVERY_FEED_CALL = [
  ...(['host-repeated', 'request-id-invalid', 'feed-key-required', 'invalid-feed-key'] as const),
  ...(['missing-parameter', 'unknown-parameter', 'invalid-parameter'] as const),
  'rate-limit-exceeded',
  ...FAILURES,
] as const

const DOOR = { security: [{ feedKey: [] }] }

export function feedRoutes(service: DoorService, gate: FeedGate) {
  const peers = new WeakMap<DoorSocket, DoorPeer>()
  return new Elysia({ name: 'api.feed', tags: ['Live prices'] })
    .use(gate)
    .put('/feed/quotes', ({ context, body }) => context.answer(service.take(body)), {
      parse: jsonBody,
      body: FeedSchema.batch,
      response: { 200: FeedSchema.taken, ...refusals(...EVERY_FEED_CALL, ...EVERY_BODY) },
      detail: {
        ...DOOR,
        operationId: 'putFeedQuotes',
        summary: 'Send prices',
        description:
          'Quotes, trades and states of a market outside, in batches. An item that cannot be ' +
          'believed is set aside and counted, and the answer names it; a batch that is not of ' +
          'this form is refused whole. `WS /feed` takes the same without a request for each batch.',
      },
    })
    .get('/feed/status', async ({ context }) => context.answer(await service.status()), {
      response: { 200: FeedSchema.status, ...refusals(...EVERY_FEED_CALL) },
      detail: {
        ...DOOR,
        operationId: 'getFeedStatus',
        summary: 'What came in, which symbols are wanted, and how old their quotes are',
      },
    })
    .derive(({ context }) => {
      const full = service.full()
      return full === undefined ? {} : context.refuse(full)
    })
    .ws('/feed', {
      detail: { hide: true },
      open({ raw, data: { context } }) {
        const peer = doorPeer(raw, context.baseUrl)
        peers.set(raw, peer)
        service.open(peer)
      },
      message({ raw }, message) {
        const peer = peers.get(raw)
        if (peer !== undefined) service.receive(peer, decodePrices(message))
      },
      close({ raw }, _, reason) {
        const peer = peers.get(raw)
        if (peer !== undefined) service.forget(peer)
        if (reason.includes('too big')) service.noteRefused()
      },
    })
}
