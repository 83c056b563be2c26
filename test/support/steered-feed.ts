import type { BidAsk } from '../../src/core/quote'
import { price, quantity } from '../../src/core/units'
import type { Feed } from '../../src/market/feed'

export interface SteeredFeed extends Feed {
  /** From now on the instrument shows this, at every instant. */
  show(symbol: string, bid: string, ask: string, size?: string): void
}

/** A market that shows what the test says. */
export function steeredFeed(): SteeredFeed {
  const shown = new Map<string, BidAsk>()
  return {
    show(symbol, bid, ask, size = '1000000') {
      shown.set(symbol, {
        symbol,
        bidPrice: price(bid),
        askPrice: price(ask),
        bidSize: quantity(size),
        askSize: quantity(size),
      })
    },
    bidAsk: (symbol) => shown.get(symbol),
    quote: () => undefined,
    candles: () => [],
    auction: () => undefined,
  }
}
