/** The world's market as a feed of the server. */
import type { Instrument } from '../../src/core/instrument'
import { price, quantity } from '../../src/core/money'
import type { BidAsk } from '../../src/core/quote'
import { atMs } from '../../src/core/time'
import { exchangeCalendar, regularOf } from '../../src/market/calendar'
import type { Candle, Feed } from '../../src/market/feed'
import { instrumentNamed } from '../support/trading-floor'
import { sessionOf } from './oracle/hours'
import {
  auctionAt,
  boundsFor,
  decimalOf,
  printedAt,
  SYMBOLS,
  shownAt,
  tradedUpTo,
} from './oracle/prices'
import { minuteAt } from './oracle/strict'

const MINUTE_MS = 60_000

export const INSTRUMENTS: readonly Instrument[] = SYMBOLS.map(instrumentNamed)

const isListed = (symbol: string): boolean => SYMBOLS.some((listed) => listed === symbol)

const reachOf = (low: number, high: number) => ({
  lowest: price(decimalOf(low)),
  highest: price(decimalOf(high)),
})

const boundsOf = (symbol: string) => {
  const { low, high } = boundsFor(symbol)
  return reachOf(low, high)
}

export function worldFeed(seed: number): Feed {
  function bidAsk(symbol: string, ms: number): BidAsk {
    const shown = shownAt(seed, symbol, ms)
    return {
      symbol,
      bidPrice: price(decimalOf(shown.bid)),
      askPrice: price(decimalOf(shown.ask)),
      bidSize: quantity(String(shown.bidSize)),
      askSize: quantity(String(shown.askSize)),
      bidRenewedAtMs: shown.bidRenewedAtMs,
      askRenewedAtMs: shown.askRenewedAtMs,
    }
  }
  return {
    calendar: exchangeCalendar,
    trades: () => true,
    sparse: false,
    version: () => seed,
    bidAsk: (symbol, at) => (isListed(symbol) ? bidAsk(symbol, at.epochMilliseconds) : undefined),
    prints(symbol, at) {
      const printed = isListed(symbol) ? printedAt(seed, symbol, at.epochMilliseconds) : undefined
      const usd = (pips: number) => price(decimalOf(pips))
      return (
        printed && {
          lowest: usd(printed.lowest),
          highest: usd(printed.highest),
          bidPrice: usd(printed.bid),
          askPrice: usd(printed.ask),
        }
      )
    },
    quote(symbol, at) {
      if (!isListed(symbol)) return undefined
      const shown = bidAsk(symbol, at.epochMilliseconds)
      return {
        ...shown,
        price: shown.bidPrice,
        previousClose: shown.bidPrice,
        lastTradeAt: at,
        volume: quantity(String(tradedUpTo(seed, symbol, at.epochMilliseconds))),
        session: exchangeCalendar.sessionAt(at).session,
      }
    },
    reach(symbol, at, minutes) {
      const open = sessionOf(at.epochMilliseconds)
      if (!isListed(symbol) || open === undefined) return undefined
      const ms = at.epochMilliseconds
      if (minutes !== 1) return { ...boundsOf(symbol), untilMs: open.closesMs }
      const startMs = Math.floor(ms / MINUTE_MS) * MINUTE_MS
      const untilMs = Math.min(startMs + MINUTE_MS, open.closesMs)
      const { low, high } = minuteAt(seed, symbol, startMs, untilMs - 1)
      return { ...reachOf(low, high), untilMs }
    },
    candles(symbol, _interval, { from, to, now, sessions, limit }) {
      const candles: Candle[] = []
      const untilMs = Math.min(to.epochMilliseconds, now.epochMilliseconds + 1)
      for (let startMs = from.epochMilliseconds; startMs < untilMs; startMs += MINUTE_MS) {
        const startsAt = atMs(startMs)
        const { session } = exchangeCalendar.sessionAt(startsAt)
        if (session === 'CLOSED' || !sessions.includes(session)) continue
        const { low, high, volume } = minuteAt(seed, symbol, startMs, now.epochMilliseconds)
        const [lowest, highest] = [price(decimalOf(low)), price(decimalOf(high))]
        const lastMs = Math.min(startMs + MINUTE_MS - 1, now.epochMilliseconds)
        // A minute that is pinned in part has its close as well as the quotes that were shown.
        const close = price(decimalOf(shownAt(seed, symbol, lastMs).bid))
        const prices = { open: lowest, low: lowest, high: highest, close }
        const traded = quantity(String(volume))
        candles.push({ startsAt, session, sessions: [session], ...prices, volume: traded })
      }
      return candles.slice(-limit)
    },
    auction(symbol, date) {
      const regular = regularOf(exchangeCalendar.day(date))
      if (regular === null || !isListed(symbol)) return undefined
      const opening = auctionAt(seed, symbol, regular.opensAt.epochMilliseconds)
      const closing = auctionAt(seed, symbol, regular.closesAt.epochMilliseconds)
      return {
        open: price(decimalOf(opening.price)),
        close: price(decimalOf(closing.price)),
        openVolume: quantity(String(opening.volume)),
        closeVolume: quantity(String(closing.volume)),
      }
    },
  }
}
