/** The answers about a server's health. */
import { type Static, t } from 'elysia'
import { toKst } from '../../core/time'
import { instantText, oneOf } from '../../http/wire/schemas'
import { encodePace, encodePriceAges, PACE_FIELDS, PRICE_AGES } from '../wire/market'
import type { Health } from './service'

const reasons = t.Array(t.String({ examples: ['the database is read-only'] }), {
  description: 'Why the server cannot serve, in words.',
})

const NOTICE = 'this machine’s clock has jumped 3,600 s ahead, which the market does not follow'

const details = {
  // [run.cell-seen]
  cell: t.Optional(t.String({ description: 'The cell of the server, if it has one.' })),
  // [live.seen]
  notices: t.Array(t.String({ examples: [NOTICE] }), {
    description: 'Further facts for its operator: a wrong clock, or live prices that are stale.',
  }),
  // [live.seen]
  prices: t.Optional(PRICE_AGES),
  market: t.Object(
    {
      now: instantText("The market's time."),
      carriedTo: t.Union(
        [instantText('Everything up to this time has been carried out.'), t.Null()],
        {
          description: 'Everything up to this time has been carried out; null if unknown.',
        },
      ),
      movedBy: oneOf(
        ['this server', 'another server', 'nobody'],
        'The server of this database that carries out the ticks.',
      ),
      ...PACE_FIELDS,
    },
    {
      additionalProperties: false,
      description: "The market's time, its pace, and who moves it.",
    },
  ),
}

const serving = { status: oneOf(['ok'], 'The server can serve.') }
const unavailable = { status: oneOf(['unavailable'], 'The server cannot serve.'), reasons }

export const HealthSchema = {
  alive: t.Object(serving, { additionalProperties: false, description: 'The process answers.' }),
  ready: t.Object(
    { ...serving, notices: t.Optional(details.notices), prices: details.prices },
    { additionalProperties: false, description: 'The server can serve.' },
  ),
  unready: t.Object(unavailable, {
    additionalProperties: false,
    description: 'The server cannot serve now.',
  }),
  healthy: t.Object(
    { ...serving, ...details },
    { additionalProperties: false, description: 'The server can serve.' },
  ),
  unhealthy: t.Object(
    { ...unavailable, ...details },
    { additionalProperties: false, description: 'The server cannot serve now.' },
  ),
}

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

const encodeDetails = ({ cell, notices, pace, prices, market }: Health) => ({
  ...(cell !== null && { cell }),
  notices: [...notices],
  ...(prices && { prices: encodePriceAges(prices) }),
  market: {
    now: toKst(market.now),
    carriedTo: market.carriedTo === null ? null : toKst(market.carriedTo),
    movedBy: market.movedBy,
    ...encodePace(pace),
  },
})
