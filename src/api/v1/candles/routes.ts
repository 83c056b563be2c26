/** Candles over HTTP. */
import { Elysia } from 'elysia'
import { CANDLE_LIMIT_DEFAULT } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import type { Gate } from '../../pipeline/gate'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeCandles } from './encode'
import { CandleSchema } from './schema'
import type { CandleService } from './service'

export const candleRoutes = (service: CandleService, gate: Gate) =>
  new Elysia({ name: 'api.candles', prefix: '/market', tags: ['Market'] }).use(gate).get(
    '/candles',
    async ({ context, query: { symbol, interval, from, to, limit, sessions, cursor } }) => {
      const candlesQuery = {
        symbol,
        interval,
        from: from ?? null,
        to: to ?? null,
        limit: limit ?? CANDLE_LIMIT_DEFAULT,
        sessions: sessions ?? (['REGULAR'] as const),
        cursor: cursor ?? null,
      }
      const found = await service.find(candlesQuery, context.charge)
      return isRefused(found) ? context.refuse(found) : context.unchecked(encodeCandles(found))
    },
    {
      query: CandleSchema.query,
      response: {
        200: CandleSchema.candles,
        // [statuses.candles]
        ...refusals(...EVERY_CALL, 'invalid-range', 'invalid-cursor', 'symbol-not-found'),
      },
      detail: {
        operationId: 'listCandles',
        summary: 'Read the candles of one symbol',
        description:
          'With `from` or `cursor` from there on, page by page; otherwise the newest before ' +
          '`to`. Many long candles count as several requests: 50 of a day, 10 of a week or 5 of ' +
          'a month, in each session that they join, count as another, as do 125 of an hour.',
      },
    },
  )
