/** Encodes quotes. */
import { decimalString, percentOf } from '../../../core/money'
import { toKst } from '../../../core/time'
import type { Quotes } from './service'

export function encodeQuotes({ quotes, session, requestedAt }: Quotes) {
  const now = toKst(requestedAt)
  return {
    quotes: quotes.map((found) => {
      const { symbol, outcome } = found
      if (found.outcome !== 'OK') return { symbol, outcome, session, requestedAt: now }
      const { quote } = found
      const change = quote.price.minus(quote.previousClose)
      return {
        symbol,
        outcome,
        session,
        price: decimalString(quote.price),
        previousClose: decimalString(quote.previousClose),
        change: decimalString(change),
        changeRate: decimalString(percentOf(change, quote.previousClose)),
        bidPrice: decimalString(quote.bidPrice),
        bidSize: quote.bidSize.toFixed(),
        askPrice: decimalString(quote.askPrice),
        askSize: quote.askSize.toFixed(),
        volume: quote.volume.toFixed(),
        lastTradeAt: toKst(quote.lastTradeAt),
        requestedAt: now,
      }
    }),
  }
}
