/**
 * A market whose prices come from outside sources.
 *
 * A quote is shown from its arrival on, while it is fresh by its own time [live.stale]; a source
 * that lags shows nothing. A halted instrument shows nothing until a newer quote arrives after the
 * halt [live.halt]. Candles are joined from minutes of trades [live.bars]; auctions have the prices
 * that the source calls official [live.auctions].
 *
 * Quotes of the past are kept for some time, minutes for good.
 */

import { midOnTick } from '../../core/instrument'
import { FEED_OFFICIAL_PRICE_MS_MAX } from '../../core/limits'
import { NO_QUANTITY, type Price, quantityOfShares } from '../../core/money'
import type { AuctionOnly } from '../../core/order/order'
import { atMs, type Instant, MINUTE_MS, newYorkDate, type Temporal } from '../../core/time'
import { exchangeCalendar } from '../calendar'
import type { AuctionPrices, Feed, MarketQuote } from '../feed'
import type { Bar } from './bar'
import { type BarSource, candlesOf } from './candles'
import type { LiveBook } from './live/book'
import { auctionKey, type LiveInstrument, sharesOfDay } from './live/instrument'
import type { ShownQuote } from './live/quote-history'
import type { SessionSlice } from './periods'
import { pipsOfPrice, priceOf } from './pips'
import { dayOn, epochDayOf, regularSpan, type TradingDay, tradingDayBefore } from './trading-day'

/** Milliseconds for which a quote is fresh. */
export interface StaleAfter {
  readonly regular: number
  readonly other: number
}

export interface LiveFeedDeps {
  readonly book: Pick<LiveBook, 'find' | 'rate'>
  readonly staleMs: StaleAfter
  /** Called with the symbol of every query by a client. */
  readonly onQuery?: (symbol: string) => void
  /** The server's start: no earlier quotes are kept. */
  readonly beganMs?: number
}

export function liveFeed(deps: LiveFeedDeps): Feed {
  const { book, staleMs, onQuery = () => {}, beganMs = 0 } = deps

  const freshAt = (instrument: LiveInstrument, at: Instant): ShownQuote | undefined =>
    freshQuote(instrument, staleMs, at)

  return {
    calendar: exchangeCalendar,
    trades(symbol, at) {
      const instrument = book.find(symbol)
      return instrument === undefined || !isHaltedAt(instrument, at.epochMilliseconds)
    },
    sparse: true,
    quote(symbol, at) {
      onQuery(symbol)
      const instrument = book.find(symbol)
      const shown = instrument && freshAt(instrument, at)
      if (instrument === undefined || shown === undefined) return undefined
      return quoteOf(instrument, shown, at)
    },
    bidAsk(symbol, at) {
      onQuery(symbol)
      const instrument = book.find(symbol)
      return instrument && freshAt(instrument, at)?.bidAsk
    },
    // [live.explained]
    lacks(symbol, at) {
      const ms = at.epochMilliseconds
      const instrument = book.find(symbol)
      if (instrument !== undefined && isHaltedAt(instrument, ms)) return 'halted'
      if (instrument?.quotes.at(ms) !== undefined) return 'stale'
      return ms < Math.max(beganMs, instrument?.quotes.storedFromMs ?? 0) ? 'not-stored' : undefined
    },
    // [live.worth]
    lastPrice(symbol, at) {
      const instrument = book.find(symbol)
      if (instrument === undefined) return undefined
      const ms = at.epochMilliseconds
      const shown = instrument.quotes.at(ms)
      return lastPriceBy(instrument, ms) ?? (shown && middleOf(shown))
    },
    dollarRate: () => book.rate,
    candles(symbol, interval, range) {
      onQuery(symbol)
      const instrument = book.find(symbol)
      return instrument === undefined ? [] : candlesOf(barSource(instrument), interval, range)
    },
    auction(symbol, tradingDate) {
      return auctionPrices(book.find(symbol), tradingDate)
    },
    awaitsAuction(symbol, auction, heldAt, at) {
      if (at.epochMilliseconds - heldAt.epochMilliseconds > FEED_OFFICIAL_PRICE_MS_MAX) {
        return false
      }
      return !hasAuction(book.find(symbol), auction, heldAt)
    },
  }
}

const sessionAt = (at: Instant) => exchangeCalendar.sessionAt(at).session

/** The quote at the instant; undefined if it is stale, or the instrument halted. */
function freshQuote(
  instrument: LiveInstrument,
  staleMs: StaleAfter,
  at: Instant,
): ShownQuote | undefined {
  const ms = at.epochMilliseconds
  const shown = instrument.quotes.at(ms)
  if (shown === undefined || isHaltedAt(instrument, ms)) return undefined
  const resumedAtMs = instrument.halt?.resumedAtMs ?? Number.NEGATIVE_INFINITY
  if (resumedAtMs <= ms && shown.quote.atMs < resumedAtMs) return undefined
  const limitMs = sessionAt(at) === 'REGULAR' ? staleMs.regular : staleMs.other
  return ms - shown.quote.atMs > limitMs ? undefined : shown
}

function quoteOf(instrument: LiveInstrument, shown: ShownQuote, at: Instant): MarketQuote {
  const ms = at.epochMilliseconds
  const price = lastPriceBy(instrument, ms) ?? middleOf(shown)
  const day = dayOn(epochDayOf(exchangeCalendar.sessionAt(at).tradingDate))
  const isLatest = shown === instrument.quotes.latest
  const shares = isLatest ? sharesOfDay(instrument.minutes, day.epochDay) : shown.shares
  return {
    ...shown.bidAsk,
    price,
    previousClose: closeBefore(instrument, day) ?? price,
    volume: quantityOfShares(shares),
    lastTradeAt: atMs(Math.min(ms, instrument.lastTrade?.atMs ?? shown.quote.atMs)),
    quotedAt: atMs(Math.min(ms, shown.quote.atMs)),
    session: sessionAt(at),
  }
}

function auctionPrices(
  instrument: LiveInstrument | undefined,
  tradingDate: Temporal.PlainDate,
): AuctionPrices | undefined {
  const epochDay = epochDayOf(tradingDate)
  const opening = instrument?.auctions.get(auctionKey(epochDay, 'OPG'))
  const closing = instrument?.auctions.get(auctionKey(epochDay, 'CLS'))
  if (opening === undefined && closing === undefined) return undefined
  return {
    open: opening?.price,
    close: closing?.price,
    openVolume: opening?.volume ?? NO_QUANTITY,
    closeVolume: closing?.volume ?? NO_QUANTITY,
  }
}

function isHaltedAt({ halt }: LiveInstrument, ms: number): boolean {
  if (halt === undefined || ms < halt.haltedAtMs) return false
  return halt.resumedAtMs === null || ms < halt.resumedAtMs
}

const hasAuction = (
  instrument: LiveInstrument | undefined,
  auction: AuctionOnly,
  heldAt: Instant,
): boolean => {
  const day = epochDayOf(newYorkDate(heldAt))
  return instrument?.auctions.has(auctionKey(day, auction)) === true
}

/** The tick halfway between bid and ask, for an instrument that has not traded. */
const middleOf = ({ quote }: ShownQuote): Price => midOnTick(quote.bidPrice, quote.askPrice)

/** The price of the last trade up to the instant, rounded as in candles. */
function lastPriceBy({ lastTrade, minutes, daily }: LiveInstrument, ms: number): Price | undefined {
  if (lastTrade !== undefined && lastTrade.atMs <= ms) return priceOf(pipsOfPrice(lastTrade.price))
  const last = minutes.at(minutes.from(Math.floor(ms / MINUTE_MS) + 1) - 1)
  if (last !== undefined) return priceOf(last.bar.close)
  const day = [...daily.keys()].findLast((epochDay) => closesMsOf(epochDay) <= ms)
  const bar = day === undefined ? undefined : daily.get(day)
  return bar && priceOf(bar.close)
}

const closesMsOf = (epochDay: number): number =>
  regularSpan(dayOn(epochDay))?.closesMs ?? Number.POSITIVE_INFINITY

/** Longer than holidays and gaps. */
const DAYS_BACK_MAX = 10

/** The official close, or REGULAR's last trade, of the last trading date that has either. */
function closeBefore(instrument: LiveInstrument, { epochDay }: TradingDay): Price | undefined {
  let day = tradingDayBefore(epochDay)
  for (let back = 0; back < DAYS_BACK_MAX; back++) {
    const official = instrument.auctions.get(auctionKey(day.epochDay, 'CLS'))
    if (official !== undefined) return official.price
    const span = regularSpan(day)
    const bar = span && regularBar(instrument, day.epochDay, span.opensMs, span.closesMs)
    if (bar !== undefined) return priceOf(bar.close)
    day = tradingDayBefore(day.epochDay)
  }
  return undefined
}

const regularBar = (
  { minutes, daily }: LiveInstrument,
  epochDay: number,
  opensMs: number,
  closesMs: number,
): Bar | undefined =>
  minutes.between(opensMs / MINUTE_MS, closesMs / MINUTE_MS) ?? daily.get(epochDay)

function barSource(instrument: LiveInstrument): BarSource {
  const { minutes, daily } = instrument
  const firstDay = daily.keys().next().value
  const firstDailyMs = firstDay === undefined ? undefined : dayOn(firstDay).sessions[0]?.opensMs
  return {
    firstMs: Math.min(
      (minutes.firstMinute ?? Number.POSITIVE_INFINITY) * MINUTE_MS,
      firstDailyMs ?? Number.POSITIVE_INFINITY,
    ),
    trades: () => true,
    barBy: (slice, nowMs) => barOfSlice(instrument, slice, nowMs),
  }
}

/** Uses the daily bar for REGULAR on a date without minutes. */
function barOfSlice(
  { minutes, daily }: LiveInstrument,
  { day, span, from, to }: SessionSlice,
  nowMs: number,
): Bar | undefined {
  const firstMinute = span.opensMs / MINUTE_MS
  const until = Math.min(firstMinute + to, Math.floor(nowMs / MINUTE_MS) + 1)
  const bar = minutes.between(firstMinute + from, until)
  const isWhole = span.session === 'REGULAR' && from === 0 && to === span.minutes
  if (bar !== undefined || !isWhole || nowMs < span.closesMs) return bar
  return daily.get(day.epochDay)
}
