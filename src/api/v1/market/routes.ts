/** Quotes, candles, exchange rates and the calendar over HTTP. */
import { CANDLE_LIMIT_DEFAULT, YEAR_MAX, YEAR_MIN } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { QuoteService } from './quotes'
import type { CalendarService, CandleService, RateService } from './service'
import {
  CalendarSchema,
  CandleSchema,
  encodeCalendar,
  encodeCandles,
  encodeRate,
  QuoteSchema,
  RateSchema,
} from './wire'

export const quoteEndpoints = (service: QuoteService) =>
  [
    // [statuses.quotes]
    endpoint({
      id: 'getQuotes',
      method: 'GET',
      path: '/v1/market/quotes',
      tag: 'Market',
      summary: 'Read the current quotes of one or more symbols',
      auth: 'bearer',
      query: QuoteSchema.query,
      answer: QuoteSchema.quotes,
      refusals: ['symbol-not-found'],
      run(call) {
        const found = service.find(call.query.symbols)
        return isRefused(found) ? found : call.answerShared(found.json)
      },
    }),
  ] as const

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

export const exchangeRateEndpoints = (service: RateService) =>
  [
    // [statuses.rate]
    endpoint({
      id: 'getExchangeRate',
      method: 'GET',
      path: '/v1/market/exchange-rate',
      tag: 'Market',
      summary: 'Read the exchange rate of the dollar and the won',
      description: 'USD/KRW and KRW/USD. It moves while the market is open.',
      auth: 'bearer',
      query: RateSchema.query,
      answer: RateSchema.rate,
      refusals: ['exchange-rate-not-found'],
      run({ query: { base, quote } }) {
        const found = service.find(base, quote)
        return isRefused(found) ? found : encodeRate(found)
      },
    }),
  ] as const

export const calendarEndpoints = (service: CalendarService) =>
  [
    // [statuses.calendar]
    endpoint({
      id: 'getCalendar',
      method: 'GET',
      path: '/v1/market/calendar',
      tag: 'Market',
      summary: "Read the exchange's calendar",
      description: `The years ${YEAR_MIN} to ${YEAR_MAX}. Dates and times are in New York.`,
      auth: 'bearer',
      query: CalendarSchema.query,
      answer: CalendarSchema.calendar,
      refusals: ['invalid-range', 'range-too-long'],
      run({ query: { from, to } }) {
        const found = service.days({ from: from ?? null, to: to ?? null })
        return isRefused(found) ? found : encodeCalendar(found)
      },
    }),
  ] as const
