/** Encodes quotes. */
import { decimalString, percentOf } from '../../../core/money'
import type { Session } from '../../../core/session'
import { toKst } from '../../../core/time'
import type { SymbolQuote } from './lookup'
import type { Quote } from './schema'

export function encodeQuote(found: SymbolQuote, session: Session, requestedAt: string): Quote {
  const { symbol, outcome } = found
  if (found.outcome !== 'OK') return { symbol, outcome, session, requestedAt }
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
    ...(quote.pinned && { pinned: quote.pinned }),
    ...(quote.quotedAt && { quotedAt: toKst(quote.quotedAt) }),
    requestedAt,
  }
}
