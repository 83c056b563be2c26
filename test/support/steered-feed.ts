import type { BidAsk } from '../../src/core/quote'
import { price, quantity } from '../../src/core/units'
import { exchangeCalendar } from '../../src/market/calendar'
import type { AuctionPrices, Feed } from '../../src/market/feed'

export interface SteeredFeed extends Feed {
  /** From now on the instrument shows this, at every instant. */
  show(symbol: string, bid: string, ask: string, size?: string): void
  /** The official prices of every day. */
  official(symbol: string, open: string, close: string): void
}

/** A market that shows what the test says. */
export function steeredFeed(): SteeredFeed {
  const shown = new Map<string, BidAsk>()
  const auctions = new Map<string, AuctionPrices>()
  return {
    calendar: exchangeCalendar,
    trades: () => true,
    sparse: false,
    show(symbol, bid, ask, size = '1000000') {
      shown.set(symbol, {
        symbol,
        bidPrice: price(bid),
        askPrice: price(ask),
        bidSize: quantity(size),
        askSize: quantity(size),
      })
    },
    official(symbol, open, close) {
      auctions.set(symbol, { open: price(open), close: price(close) })
    },
    bidAsk: (symbol) => shown.get(symbol),
    quote: () => undefined,
    candles: () => [],
    auction: (symbol) => auctions.get(symbol),
  }
}
