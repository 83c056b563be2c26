/** What a listing shows at one second of one of its sessions. */
import type { BidAsk } from '../../../core/quote'
import { atMs } from '../../../core/time'
import { quantity } from '../../../core/units'
import type { MarketQuote } from '../../feed'
import { nth } from '../nth'
import { type Pips, priceOf } from '../pips'
import { type Moment, tradingDayBefore } from '../trading-day'
import { bookAt } from './bid-ask'
import type { Listing } from './listing'
import {
  lastTradeBy,
  minuteVolume,
  pipsAt,
  secondOfTrade,
  tradeLevel,
  tradesIn,
  volumeThrough,
} from './minute'
import type { SessionPath } from './session-path'

export function bidAskOf(symbol: string, listing: Listing, moment: Moment): BidAsk {
  const path = listing.path(moment.day, moment.span)
  return sidesOf(symbol, listing, moment, path, lastTradeOf(path, moment).price)
}

export function quoteOf(symbol: string, listing: Listing, moment: Moment): MarketQuote {
  const { day, span, session } = moment
  const path = listing.path(day, span)
  const trade = lastTradeOf(path, moment)
  const before = day.sessions
    .filter(({ index, session }) => index < span.index && listing.trades(session))
    .reduce((sum, earlier) => sum + listing.volume(day, earlier), 0)
  return {
    ...sidesOf(symbol, listing, moment, path, trade.price),
    price: priceOf(trade.price),
    previousClose: priceOf(previousCloseOf(listing, moment)),
    volume: quantity(String(before + trade.volume)),
    lastTradeAt: atMs(span.opensMs + trade.second * 1_000),
    session,
  }
}

function sidesOf(
  symbol: string,
  listing: Listing,
  { span, second }: Moment,
  path: SessionPath,
  last: Pips,
): BidAsk {
  const book = bookAt(listing.liquidity, span.session, path.book, second, last)
  return {
    symbol,
    bidPrice: priceOf(book.bid),
    bidSize: quantity(String(book.bidSize)),
    askPrice: priceOf(book.ask),
    askSize: quantity(String(book.askSize)),
    bidRenewedAtMs: span.opensMs + second * 1_000,
    askRenewedAtMs: span.opensMs + second * 1_000,
  }
}

interface LastTrade {
  readonly price: Pips
  /** Since the session opened. */
  readonly second: number
  /** Shares of the session so far. */
  readonly volume: number
}

function lastTradeOf(path: SessionPath, { second }: Moment): LastTrade {
  const minute = Math.floor(second / 60)
  const trades = tradesIn(path, minute)
  const trade = lastTradeBy(second - minute * 60, trades)
  const volume = volumeThrough(trade, trades, minuteVolume(path, minute))
  return {
    price: pipsAt(path, tradeLevel(path, minute, trade)),
    second: minute * 60 + secondOfTrade(trade, trades),
    volume: nth(path.volumes, minute) + volume,
  }
}

function previousCloseOf(listing: Listing, { day }: Moment): Pips {
  const before = tradingDayBefore(day.epochDay)
  const regular = before.sessions.find(({ session }) => session === 'REGULAR')
  if (regular === undefined) throw new Error(`no REGULAR on ${before.date.toString()}`)
  return listing.bar(before, regular).close
}
