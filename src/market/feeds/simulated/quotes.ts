/** A listing's quote at one second of a session. */

import { quantity } from '../../../core/money'
import type { BidAsk } from '../../../core/quote'
import { atMs } from '../../../core/time'
import type { MarketQuote } from '../../feed'
import { priceOf } from '../pips'
import { type Moment, tradingDayBefore } from '../trading-day'
import { lastTrade } from './last-trade'
import type { Listing } from './listing'
import { type SessionPath, touchOf } from './session-path'
import { shownAt } from './sizes'
import { sharesBy } from './volumes'

const SECONDS = 60

export function bidAskOf(symbol: string, listing: Listing, { day, span, second }: Moment): BidAsk {
  return sidesOf(symbol, listing, listing.path(day, span), second)
}

export function quoteOf(symbol: string, listing: Listing, moment: Moment): MarketQuote {
  const { day, span, session, second } = moment
  const path = listing.path(day, span)
  const minute = Math.floor(second / SECONDS)
  const trade = lastTrade(path, minute, second - minute * SECONDS)
  const before = day.sessions
    .filter(({ index, session }) => index < span.index && listing.trades(session))
    .reduce((sum, earlier) => sum + listing.volume(day, earlier), 0)
  return {
    ...sidesOf(symbol, listing, path, second),
    price: priceOf(trade.price),
    previousClose: priceOf(listing.close(tradingDayBefore(day.epochDay))),
    volume: quantity(String(before + sharesBy(path.volumes(), minute, second - minute * SECONDS))),
    lastTradeAt: atMs(span.opensMs + trade.second * 1_000),
    session,
  }
}

function sidesOf(symbol: string, { shown }: Listing, path: SessionPath, second: number): BidAsk {
  const minute = Math.floor(second / SECONDS)
  const { bid, ask } = touchOf(path, minute, second - minute * SECONDS)
  const sizes = path.sizes()
  const ofBid = shownAt(sizes, 0, second)
  const ofAsk = shownAt(sizes, 1, second)
  const { opensMs } = path.span
  return {
    symbol,
    bidPrice: shown.bid.price(bid),
    bidSize: shown.bid.size(ofBid.size),
    askPrice: shown.ask.price(ask),
    askSize: shown.ask.size(ofAsk.size),
    bidRenewedAtMs: opensMs + ofBid.renewedAt * 1_000,
    askRenewedAtMs: opensMs + ofAsk.renewedAt * 1_000,
  }
}
