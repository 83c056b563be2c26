/** Candles over HTTP. */
import { Elysia } from 'elysia'
import { isRefused } from '../../core/refusals'
import type { Gate } from '../../http/plugins/gate'
import { EVERY_CALL, refusals } from '../../http/refuse'
import { CANDLE_LIMIT, CandleModel, candlesView } from './model'
import type { CandleService } from './service'

export const candles = (service: CandleService, gate: Gate) =>
  new Elysia({ name: 'modules.candles', prefix: '/market', tags: ['Market'] }).use(gate).get(
    '/candles',
    async ({ call, query: { symbol, interval, from, to, limit, sessions, cursor } }) => {
      const found = await service.find({
        symbol,
        interval,
        from: from ?? null,
        to: to ?? null,
        limit: limit ?? CANDLE_LIMIT,
        sessions: sessions ?? ['REGULAR'],
        cursor: cursor ?? null,
      })
      return call.answer(isRefused(found) ? found : candlesView(found))
    },
    {
      query: CandleModel.query,
      response: {
        200: CandleModel.candles,
        ...refusals(...EVERY_CALL, 'invalid-range', 'invalid-cursor', 'symbol-not-found'),
      },
      detail: {
        operationId: 'listCandles',
        summary: 'Read the candles of one symbol',
        description:
          'With `from` or `cursor` from there on, page by page; otherwise the newest before `to`.',
      },
    },
  )
