/**
 * A market computed from a seed [run.seed]: a pure function of (seed, symbol, instant). It has no
 * state, so every process has the same market and may query instants in any order. Caches are
 * bounded and only save computation.
 *
 *   log price = reference + β × market + Σ weight × group + own − half of its variance + drift
 *
 * Each factor is a Brownian path on its own clock: drawn from close to close (daily-path),
 * bridged to sessions and minutes (factor-path) and to seconds (bridge). Bid and ask enclose the
 * resulting price (touch), so nobody trades at a better price. Quotes, candles and auctions use the
 * same seconds. docs/market-model.md has the equations. The market begins in 2005 [run.years],
 * since the calendar's rules do not reach further back.
 */

import { TRADING_DATE_MIN } from '../../core/limits'
import { quantity } from '../../core/money'
import { type Instant, Temporal } from '../../core/time'
import { exchangeCalendar } from '../calendar'
import type { Feed, MarketQuote } from '../feed'
import { memoize } from '../memoize'
import { candlesOf } from './candles'
import { priceOf } from './pips'
import { closingPrice, openingPrice } from './simulated/last-trade'
import { barsOf } from './simulated/listing'
import { type SimulatedMarket, simulatedMarket } from './simulated/market'
import { bidAskOf, haltedUntil, printsOf, quoteOf, reachOfParts } from './simulated/quotes'
import { dayOn, epochDayOf, lastMomentAt, type Moment, regularSpan } from './trading-day'

const FIRST_DATE = Temporal.PlainDate.from(TRADING_DATE_MIN)
/** A tick queries hundreds of symbols at one instant. */
const INSTANTS_KEPT = 16

export function simulatedFeed(market: SimulatedMarket): Feed {
  const listings = simulatedMarket(market)
  const firstDay = epochDayOf(FIRST_DATE)
  const firstMs = dayOn(firstDay).sessions[0]?.opensMs ?? 0
  const momentAt = momentCache()
  /** The latest quote of each symbol: within a second, many callers query the same. */
  const latest = new Map<string, { readonly moment: Moment; readonly quote: MarketQuote }>()
  const reachOf = reachOfParts()
  const listingAt = (symbol: string, at: Instant) =>
    at.epochMilliseconds < firstMs ? undefined : listings.get(symbol)

  return {
    calendar: exchangeCalendar,
    trades: () => true,
    sparse: false,
    version: () => listings,
    quote(symbol, at) {
      const listing = listingAt(symbol, at)
      if (listing === undefined) return undefined
      const moment = momentAt(listing.trades('DAY'), at)
      const cached = latest.get(symbol)
      if (cached?.moment === moment) return cached.quote
      const quote = quoteOf(symbol, listing, moment)
      latest.set(symbol, { moment, quote })
      return quote
    },
    bidAsk(symbol, at) {
      const listing = listingAt(symbol, at)
      return listing && bidAskOf(symbol, listing, momentAt(listing.trades('DAY'), at))
    },
    prints(symbol, at) {
      const listing = listingAt(symbol, at)
      return listing && printsOf(listing, momentAt(listing.trades('DAY'), at))
    },
    haltedUntil(symbol, at) {
      const listing = listingAt(symbol, at)
      return listing && haltedUntil(listing, momentAt(listing.trades('DAY'), at))
    },
    reach(symbol, at, minutes) {
      const listing = listingAt(symbol, at)
      if (listing === undefined) return undefined
      const moment = momentAt(listing.trades('DAY'), at)
      // Outside of its sessions an instrument shows the last second of the previous session.
      if (moment.session !== moment.span.session) return undefined
      return reachOf(symbol, listing, moment, minutes)
    },
    candles(symbol, interval, range) {
      const listing = listings.get(symbol)
      if (listing === undefined) return []
      const { trades } = listing
      return candlesOf({ firstMs, trades, barBy: barsOf(listing) }, interval, range)
    },
    auction(symbol, tradingDate) {
      const listing = listings.get(symbol)
      const day = dayOn(epochDayOf(tradingDate))
      const regular = regularSpan(day)
      if (listing === undefined || regular === undefined || day.epochDay < firstDay) {
        return undefined
      }
      const path = listing.path(day, regular)
      return {
        open: priceOf(openingPrice(path)),
        close: priceOf(closingPrice(path)),
        openVolume: quantity(String(path.volumes().openAuction)),
        closeVolume: quantity(String(path.volumes().closeAuction)),
      }
    },
  }
}

/** Instruments that trade in the same sessions share their moments. */
function momentCache(): (tradesDay: boolean, at: Instant) => Moment {
  const moments = (trades: (session: string) => boolean) => {
    const momentAt = memoize(
      INSTANTS_KEPT,
      (ms: number) => ms,
      (ms) => lastMomentAt(ms, trades),
    )
    let latest: Moment | undefined
    return (ms: number): Moment => {
      latest = (latest && laterIn(latest, ms)) ?? momentAt(ms)
      return latest
    }
  }
  const withDay = moments(() => true)
  const withoutDay = moments((session) => session !== 'DAY')
  return (tradesDay, at) => (tradesDay ? withDay : withoutDay)(at.epochMilliseconds)
}

/** A moment of the same session, found without the calendar; undefined outside of the session. */
function laterIn(moment: Moment, ms: number): Moment | undefined {
  const { session, span, second } = moment
  if (session !== span.session || ms < span.opensMs || span.closesMs <= ms) return undefined
  const now = Math.floor((ms - span.opensMs) / 1_000)
  return now === second ? moment : { ...moment, second: now }
}
