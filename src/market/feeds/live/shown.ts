/**
 * The quotes of one instrument as they were shown: the latest, and of some time before it the last
 * one of each tick, for orders that are tried a moment after their tick and for explanations.
 */
import { QUANTITY_PLACES_MAX } from '../../../core/limits'
import { roundedDown } from '../../../core/money'
import type { BidAsk } from '../../../core/quote'
import { askOnTick, bidOnTick } from '../../../core/tick-size'
import type { SourceQuote } from './batch'

export interface ShownQuote {
  readonly bidAsk: BidAsk
  readonly quote: SourceQuote
  /** From when on it is shown: epoch milliseconds of the server's clock. */
  readonly fromMs: number
  /** Shares of the trading date up to then. */
  readonly shares: number
}

export interface ShownQuotes {
  readonly latest: ShownQuote | undefined
  /** Earlier ones are forgotten; 0 while none is. */
  readonly keptFromMs: number
  /** What was shown at the instant, as far as it is kept. */
  at(ms: number): ShownQuote | undefined
  show(quote: SourceQuote, fromMs: number, shares: number): void
}

/** `kept` ticks are remembered, each of so many milliseconds. */
export function shownQuotes(tickMs: number, kept: () => number): ShownQuotes {
  /** Ascending; the last of each tick. */
  const earlier: ShownQuote[] = []
  let latest: ShownQuote | undefined
  let keptFromMs = 0
  const tickOf = (ms: number): number => Math.ceil(ms / tickMs)

  return {
    get latest() {
      return latest
    },
    get keptFromMs() {
      return keptFromMs
    },
    at(ms) {
      if (latest === undefined || latest.fromMs <= ms) return latest
      return earlier.findLast(({ fromMs }) => fromMs <= ms)
    },
    show(quote, sinceMs, shares) {
      const last = latest
      // What another server let in is heard a little later.
      const fromMs = Math.max(sinceMs, last?.fromMs ?? sinceMs)
      if (last !== undefined && tickOf(last.fromMs) < tickOf(fromMs)) {
        earlier.push(last)
        if (earlier.length > kept()) {
          earlier.splice(0, earlier.length - kept())
          keptFromMs = earlier[0]?.fromMs ?? fromMs
        }
      }
      latest = { bidAsk: bidAskOf(quote, last, fromMs), quote, fromMs, shares }
    },
  }
}

/**
 * On the ticks of the market [live.ticks]. A size is renewed where its price or the size itself has
 * changed.
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
