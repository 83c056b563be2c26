import type { BidAsk } from '../../src/core/quote'
import { price, quantity } from '../../src/core/units'
import { exchangeCalendar } from '../../src/market/calendar'
import type { AuctionPrices, Feed } from '../../src/market/feed'

export interface SteeredFeed extends Feed {
  /** From now on the instrument shows this, at every instant. */
  show(symbol: string, bid: string, ask: string, size?: string, renewedAtMs?: number): void
  /** The official prices of every day, and what each auction crosses. */
  official(symbol: string, open: string, close: string, volume?: string): void
}

/** A market that shows what the test says. */
export function steeredFeed(): SteeredFeed {
  const shown = new Map<string, BidAsk>()
  const auctions = new Map<string, AuctionPrices>()
  return {
    calendar: exchangeCalendar,
    trades: () => true,
    sparse: false,
    show(symbol, bid, ask, size = '1000000', renewedAtMs = 0) {
      shown.set(symbol, {
        symbol,
        bidPrice: price(bid),
        askPrice: price(ask),
        bidSize: quantity(size),
        askSize: quantity(size),
        bidRenewedAtMs: renewedAtMs,
        askRenewedAtMs: renewedAtMs,
      })
    },
    official(symbol, open, close, volume = '1000000') {
      auctions.set(symbol, {
        open: price(open),
        close: price(close),
        openVolume: quantity(volume),
        closeVolume: quantity(volume),
      })
    },
    bidAsk: (symbol) => shown.get(symbol),
    quote: () => undefined,
    candles: () => [],
    auction: (symbol) => auctions.get(symbol),
  }
}
