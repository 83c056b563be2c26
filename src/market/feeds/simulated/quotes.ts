/**
 * A listing's quote at a second of a session, and the bounds of its bids and asks in a part of a
 * session.
 */
import { quantity } from '../../../core/money'
import type { BidAsk, Prints } from '../../../core/quote'
import { atMs, type Instant, MINUTE_MS } from '../../../core/time'
import type { MarketQuote, Reach } from '../../feed'
import { memoize } from '../../memoize'
import { priceOf } from '../pips'
import { type Moment, tradingDayBefore } from '../trading-day'
import { extremesOf } from './extremes'
import { type Halt, haltAt } from './halts'
import { lastTrade } from './last-trade'
import type { Listing } from './listing'
import { printsAt } from './prints'
import { type SessionPath, touchOf } from './session-path'
import { type ShownSize, shownAt } from './sizes'
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

function sidesOf(symbol: string, { decimals }: Listing, path: SessionPath, second: number): BidAsk {
  const minute = Math.floor(second / SECONDS)
  const { bid, ask } = touchOf(path, minute, second - minute * SECONDS)
  const halt = haltAt(path.log.halts, minute)
  const ofBid = halt === undefined ? shownAt(path.sizes(), 0, second) : nothingIn(halt)
  const ofAsk = halt === undefined ? shownAt(path.sizes(), 1, second) : nothingIn(halt)
  const { opensMs } = path.span
  return {
    symbol,
    bidPrice: decimals.bid.price(bid),
    bidSize: decimals.bid.size(ofBid.size),
    askPrice: decimals.ask.price(ask),
    askSize: decimals.ask.size(ofAsk.size),
    bidRenewedAtMs: opensMs + ofBid.renewedAt * 1_000,
    askRenewedAtMs: opensMs + ofAsk.renewedAt * 1_000,
  }
}

/** The prints of the second that ends at the moment. */
export function printsOf(
  { path }: Listing,
  { day, span, session, second }: Moment,
): Prints | undefined {
  if (session !== span.session) return undefined
  const minute = Math.floor(second / SECONDS)
  const passed = printsAt(path(day, span), minute, second - minute * SECONDS)
  return (
    passed && {
      lowest: priceOf(passed.lowest),
      highest: priceOf(passed.highest),
      bidPrice: priceOf(passed.bid),
      askPrice: priceOf(passed.ask),
    }
  )
}

/** In a halt nobody can trade. */
const nothingIn = ({ from }: Halt): ShownSize => ({ size: 0, renewedAt: from * SECONDS })

/** The end of the halt that an instant is in. */
export function haltedUntil(listing: Listing, moment: Moment): Instant | undefined {
  const { day, span, session, second } = moment
  if (session !== span.session) return undefined
  const halt = haltAt(listing.path(day, span).log.halts, Math.floor(second / SECONDS))
  return halt && atMs(span.opensMs + halt.to * MINUTE_MS)
}

/** Enough for some days of a few hundred instruments. */
const PARTS_KEPT = 4_096

interface Part {
  readonly symbol: string
  readonly listing: Listing
  readonly moment: Moment
  /** The session's minutes, `from` (inclusive) to `to` (exclusive). */
  readonly from: number
  readonly to: number
}

/** Caches the bounds of parts. */
export function reachOfParts() {
  const reachOf = memoize(
    PARTS_KEPT,
    ({ symbol, moment, from, to }: Part) => `${symbol} ${moment.span.opensMs} ${from} ${to}`,
    ({ listing, moment: { day, span }, from, to }): Reach => {
      const { high, low } = extremesOf(listing.path(day, span), from, to)
      return {
        lowest: priceOf(low),
        highest: priceOf(high),
        untilMs: span.opensMs + to * MINUTE_MS,
      }
    },
  )
  return (symbol: string, listing: Listing, moment: Moment, minutes: number): Reach => {
    const length = Math.min(minutes, moment.span.minutes)
    const from = Math.floor(moment.second / SECONDS / length) * length
    const to = Math.min(from + length, moment.span.minutes)
    return reachOf({ symbol, listing, moment, from, to })
  }
}
