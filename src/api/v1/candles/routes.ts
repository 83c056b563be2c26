/** Candles over HTTP. */
import { CANDLE_LIMIT_DEFAULT } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { CandleService } from './service'
import { CandleSchema, encodeCandles } from './wire'

export const candleEndpoints = (service: CandleService) =>
  [
    // [statuses.candles]
    endpoint({
      id: 'listCandles',
      method: 'GET',
      path: '/v1/market/candles',
      tag: 'Market',
      summary: 'Read the candles of one symbol',
      description:
        'With `from` or `cursor` from there on, page by page; otherwise the newest before ' +
        '`to`. Many long candles count as several requests: 50 of a day, 10 of a week or 5 of ' +
        'a month, in each session that they join, count as another, as do 125 of an hour.',
      auth: 'bearer',
      query: CandleSchema.query,
      answer: CandleSchema.candles,
      refusals: ['invalid-range', 'invalid-cursor', 'symbol-not-found'],
      async run({ query: { symbol, interval, from, to, limit, sessions, cursor }, charge }) {
        const candlesQuery = {
          symbol,
          interval,
          from: from ?? null,
          to: to ?? null,
          limit: limit ?? CANDLE_LIMIT_DEFAULT,
          sessions: sessions ?? (['REGULAR'] as const),
          cursor: cursor ?? null,
        }
        const found = await service.find(candlesQuery, charge)
        return isRefused(found) ? found : encodeCandles(found)
      },
    }),
  ] as const
