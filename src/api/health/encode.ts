/** Encodes the answers about a server's health. */
import type { Static } from 'elysia'
import { toKst } from '../../core/time'
import { encodePace } from '../wire/pace'
import { encodePriceAges } from '../wire/price-ages'
import type { HealthSchema } from './schema'
import type { Health } from './service'

export const OK: Static<typeof HealthSchema.alive> = { status: 'ok' }

export const encodeReady = ({ notices, prices }: Health): Static<typeof HealthSchema.ready> => ({
  ...OK,
  ...(notices.length > 0 && { notices: [...notices] }),
  ...(prices && { prices: encodePriceAges(prices) }),
})

export const encodeUnready = ({ reasons }: Health): Static<typeof HealthSchema.unready> => ({
  status: 'unavailable',
  reasons: [...reasons],
})

export const encodeHealthy = (health: Health): Static<typeof HealthSchema.healthy> => ({
  ...OK,
  ...encodeDetails(health),
})

export const encodeUnhealthy = (health: Health): Static<typeof HealthSchema.unhealthy> => ({
  ...encodeUnready(health),
  ...encodeDetails(health),
})

const encodeDetails = ({ notices, pace, prices, market }: Health) => ({
  notices: [...notices],
  ...(prices && { prices: encodePriceAges(prices) }),
  market: {
    now: toKst(market.now),
    carriedTo: market.carriedTo === null ? null : toKst(market.carriedTo),
    movedBy: market.movedBy,
    ...encodePace(pace),
  },
})
