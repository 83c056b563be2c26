/** Encodes the answers about a server's health. */
import type { Static } from 'elysia'
import { toKst } from '../../core/time'
import { encodePace } from '../wire/pace'
import type { HealthSchema } from './schema'
import type { Health } from './service'

export const OK: Static<typeof HealthSchema.alive> = { status: 'ok' }

export const encodeReady = ({ notices }: Health): Static<typeof HealthSchema.ready> => ({
  ...OK,
  ...(notices.length > 0 && { notices: [...notices] }),
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

const encodeDetails = ({ notices, pace, market: { now, carriedTo, movedBy } }: Health) => ({
  notices: [...notices],
  market: {
    now: toKst(now),
    carriedTo: carriedTo === null ? null : toKst(carriedTo),
    movedBy,
    ...encodePace(pace),
  },
})
