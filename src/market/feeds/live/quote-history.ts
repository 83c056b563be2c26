/**
 * The quotes that one instrument has shown: the latest, and the last quote of each earlier tick.
 * Orders that are matched a moment after their tick need them, and explanations do.
 */

import { askOnTick, bidOnTick } from '../../../core/instrument'
import { QUANTITY_PLACES_MAX } from '../../../core/limits'
import { roundedDown } from '../../../core/money'
import type { BidAsk } from '../../../core/quote'
import type { SourceQuote } from './batch'

export interface ShownQuote {
  readonly bidAsk: BidAsk
  readonly quote: SourceQuote
  /** The start of its showing, in epoch milliseconds of the server's clock. */
  readonly fromMs: number
  /** Shares traded so far on the trading date. */
  readonly shares: number
}

export interface QuoteHistory {
  readonly latest: ShownQuote | undefined
  /** The start of the oldest quote that is stored, in epoch ms; 0 while none has been dropped. */
  readonly storedFromMs: number
  /** The quote that was shown at the instant; undefined if there was none or it was dropped. */
  at(ms: number): ShownQuote | undefined
  show(quote: SourceQuote, fromMs: number, shares: number): void
}

/** Keeps the quotes of `ticksMax` ticks before the latest quote. */
export function quoteHistory(tickMs: number, ticksMax: () => number): QuoteHistory {
  /** Ascending; the last quote of each tick. */
  const earlier: ShownQuote[] = []
  let latest: ShownQuote | undefined
  let storedFromMs = 0
  const tickOf = (ms: number): number => Math.ceil(ms / tickMs)

  return {
    get latest() {
      return latest
    },
    get storedFromMs() {
      return storedFromMs
    },
    at(ms) {
      if (latest === undefined || latest.fromMs <= ms) return latest
      return earlier.findLast(({ fromMs }) => fromMs <= ms)
    },
    show(quote, sinceMs, shares) {
      const last = latest
      // Batches of other servers arrive a little later.
      const fromMs = Math.max(sinceMs, last?.fromMs ?? sinceMs)
      if (last !== undefined && tickOf(last.fromMs) < tickOf(fromMs)) {
        earlier.push(last)
        if (earlier.length > ticksMax()) {
          earlier.splice(0, earlier.length - ticksMax())
          storedFromMs = earlier[0]?.fromMs ?? fromMs
        }
      }
      latest = { bidAsk: bidAskOf(quote, last, fromMs), quote, fromMs, shares }
    },
  }
}

/**
 * The bid and ask, rounded to the market's ticks [live.ticks]. A side is renewed if its price or
 * size has changed.
 */
function bidAskOf(quote: SourceQuote, last: ShownQuote | undefined, fromMs: number): BidAsk {
  const { symbol } = quote
  const bidPrice = bidOnTick(quote.bidPrice)
  const askPrice = askOnTick(quote.askPrice)
  const bidSize = roundedDown(quote.bidSize, QUANTITY_PLACES_MAX)
  const askSize = roundedDown(quote.askSize, QUANTITY_PLACES_MAX)
  const before = last?.bidAsk
  const keepsBid = before?.bidPrice.eq(bidPrice) === true && before.bidSize.eq(bidSize)
  const keepsAsk = before?.askPrice.eq(askPrice) === true && before.askSize.eq(askSize)
  return {
    symbol,
    bidPrice,
    bidSize,
    askPrice,
    askSize,
    bidRenewedAtMs: keepsBid ? before.bidRenewedAtMs : fromMs,
    askRenewedAtMs: keepsAsk ? before.askRenewedAtMs : fromMs,
  }
}
