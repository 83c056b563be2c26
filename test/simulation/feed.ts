/** The world's market as a feed of the server. */
import type { Instrument } from '../../src/core/instrument'
import { price, quantity } from '../../src/core/money'
import type { BidAsk } from '../../src/core/quote'
import { exchangeCalendar, regularOf } from '../../src/market/calendar'
import type { Feed } from '../../src/market/feed'
import { instrumentNamed } from '../support/trading-floor'
import { auctionAt, decimalOf, SYMBOLS, shownAt } from './oracle/prices'

export const INSTRUMENTS: readonly Instrument[] = SYMBOLS.map(instrumentNamed)

const isListed = (symbol: string): boolean => SYMBOLS.some((listed) => listed === symbol)

export function worldFeed(seed: number): Feed {
  function bidAsk(symbol: string, atMs: number): BidAsk {
    const shown = shownAt(seed, symbol, atMs)
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
    quote(symbol, at) {
      if (!isListed(symbol)) return undefined
      const shown = bidAsk(symbol, at.epochMilliseconds)
      return {
        ...shown,
        ...{ price: shown.bidPrice, previousClose: shown.bidPrice, lastTradeAt: at },
        volume: quantity('1000'),
        session: exchangeCalendar.sessionAt(at).session,
      }
    },
    candles: () => [],
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
