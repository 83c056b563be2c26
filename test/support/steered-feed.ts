import { type Price, price, quantity } from '../../src/core/money'
import type { BidAsk } from '../../src/core/quote'
import type { Instant } from '../../src/core/time'
import { exchangeCalendar } from '../../src/market/calendar'
import type { AuctionPrices, Feed } from '../../src/market/feed'

export interface SteeredFeed extends Feed {
  /** From now on the instrument shows this, at every instant. */
  show(symbol: string, bid: string, ask: string, size?: string, renewedAtMs?: number): void
  /** From now on it shows nothing. */
  hide(symbol: string): void
  /** From now on each minute trades between these, and each second this many shares. */
  traded(symbol: string, low: string, high: string, aSecond: string): void
  /** The market halts the instrument until then; null ends the halt. */
  halt(symbol: string, until: Instant | null): void
  /** The official prices of every day, and what each auction crosses. */
  official(symbol: string, open: string, close: string, volume?: string): void
}

/** A market that shows what the test says. */
export function steeredFeed(): SteeredFeed {
  const shown = new Map<string, BidAsk>()
  const auctions = new Map<string, AuctionPrices>()
  const halts = new Map<string, Instant>()
  const tapes = new Map<string, { low: Price; high: Price; aSecond: number }>()
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
    halt: (symbol, until) => void (until ? halts.set(symbol, until) : halts.delete(symbol)),
    haltedUntil: (symbol) => halts.get(symbol),
    hide: (symbol) => void shown.delete(symbol),
    official(symbol, open, close, volume = '1000000') {
      auctions.set(symbol, {
        open: price(open),
        close: price(close),
        openVolume: quantity(volume),
        closeVolume: quantity(volume),
      })
    },
    traded(symbol, low, high, aSecond) {
      tapes.set(symbol, { low: price(low), high: price(high), aSecond: Number(aSecond) })
    },
    bidAsk: (symbol) => shown.get(symbol),
    quote(symbol, at) {
      const [tape, quote] = [tapes.get(symbol), shown.get(symbol)]
      if (tape === undefined || quote === undefined) return undefined
      const volume = quantity(String(Math.floor(at.epochMilliseconds / 1_000) * tape.aSecond))
      const { low: price, low: previousClose } = tape
      const session = exchangeCalendar.sessionAt(at).session
      return { ...quote, price, previousClose, volume, lastTradeAt: at, session }
    },
    candles(symbol, interval, { from, to }) {
      const tape = tapes.get(symbol)
      if (tape === undefined || interval !== '1m') return []
      const { low, high, aSecond } = tape
      const volume = quantity(String(60 * aSecond))
      const minutes = (to.epochMilliseconds - from.epochMilliseconds) / 60_000
      return Array.from({ length: Math.min(minutes, 6) }, (_, minute) => ({
        startsAt: from.add({ minutes: minute }),
        session: 'REGULAR' as const,
        sessions: ['REGULAR'] as const,
        open: low,
        high,
        low,
        close: low,
        volume,
      }))
    },
    auction: (symbol) => auctions.get(symbol),
  }
}
