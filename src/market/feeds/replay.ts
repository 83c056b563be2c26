/**
 * Imported bars as a market. A minute bar lasts its minute, a daily one its date's REGULAR; on a
 * trading date with minute bars its daily bar counts for nothing.
 *
 * Within a bar the price goes from the open to the low, the high and the close, or to the high
 * first where the bar closes below its open (path), and the shares trade evenly. Bid and ask follow
 * from the price and the bar's shares (book). Everything is known second by second.
 *
 * The official opening price is the open of the bar that starts with REGULAR. Where none does there
 * is no such price: that of a later bar is not known yet when the auction is held, so OPG orders
 * end CANCELED (D6). The official closing price is the last close of REGULAR.
 *
 * Between bars the last price stands. It can be traded at from the first bar of a session until
 * that session closes; outside it no size is shown, so orders wait. An instrument has no quote
 * before its first bar, and does not trade on a date that it has no bars for; a date that none has
 * bars for is CLOSED.
 */
import type { BidAsk } from '../../core/quote'
import { atMs, type Instant } from '../../core/time'
import { NO_QUANTITY, type Quantity, quantity } from '../../core/units'
import { recordedCalendar, sessionAt } from '../calendar'
import type { Feed } from '../feed'
import { candlesOf } from './candles'
import { nth } from './nth'
import type { Pips } from './pips'
import { priceOf } from './pips'
import { barSource } from './replay/bar-source'
import { type Book, bookAt, NO_SIZE } from './replay/book'
import { datesOf, dayOfBar, hasBarsOn } from './replay/dates'
import { priceAt, volumeThrough } from './replay/path'
import { type BarSeries, barAt, firstFrom, lastUpTo, regularBars, startMs } from './replay/series'
import { dayOn, epochDayOf } from './trading-day'

/** By symbol, none of them empty. */
export type Recording = ReadonlyMap<string, BarSeries>

export function replayFeed(recording: Recording): Feed {
  const calendar = recordedCalendar(datesOf(recording.values()))
  return {
    calendar,
    trades(symbol, at) {
      const series = recording.get(symbol)
      const { tradingDate } = calendar.sessionAt(at)
      return series !== undefined && tradingDate !== null && hasBarsOn(series, tradingDate)
    },
    sparse: true,
    quote(symbol, at) {
      const series = recording.get(symbol)
      const trade = series && lastTradeAt(series, at)
      if (series === undefined || trade === undefined) return undefined
      const day = dayOfBar(series, trade.index)
      const firstOfDay = firstFrom(series, day.sessions[0]?.opensMs ?? 0)
      return {
        ...shownBy(symbol, trade),
        price: priceOf(trade.price),
        previousClose: priceOf(closeBefore(series, firstOfDay)),
        volume: quantity(String(trade.sharesBefore - nth(series.sharesBefore, firstOfDay))),
        lastTradeAt: atMs(trade.atMs),
        session: calendar.sessionAt(at).session,
      }
    },
    bidAsk(symbol, at) {
      const series = recording.get(symbol)
      const trade = series && lastTradeAt(series, at)
      return trade && shownBy(symbol, trade)
    },
    candles(symbol, interval, range) {
      const series = recording.get(symbol)
      if (series === undefined) return []
      const source = barSource(series)
      const to = Math.min(range.to.epochMilliseconds, source.endMs)
      return candlesOf(source, interval, { ...range, to: atMs(to) })
    },
    auction(symbol, tradingDate) {
      const series = recording.get(symbol)
      const regular = series && regularBars(series, dayOn(epochDayOf(tradingDate)))
      if (series === undefined || regular === undefined) return undefined
      const { first, last, opensMs } = regular
      const opens = startMs(series, first) === opensMs
      const shares = nth(series.sharesBefore, last + 1) - nth(series.sharesBefore, first)
      return {
        open: opens ? priceOf(nth(series.open, first)) : undefined,
        close: priceOf(nth(series.close, last)),
        openVolume: opens ? shareOf(shares, AUCTION_SHARE.open) : NO_QUANTITY,
        closeVolume: shareOf(shares, AUCTION_SHARE.close),
      }
    },
  }
}

/** Of the shares that REGULAR trades, those that its auctions usually do. */
const AUCTION_SHARE = { open: 0.015, close: 0.09 } as const

const shareOf = (shares: number, part: number): Quantity =>
  quantity(String(Math.floor(shares * part)))

interface LastTrade {
  /** Of its bar. */
  readonly index: number
  readonly atMs: number
  readonly price: Pips
  /** Traded since the series began, this second included. */
  readonly sharesBefore: number
  readonly book: Book
}

function lastTradeAt(series: BarSeries, at: Instant): LastTrade | undefined {
  const ms = at.epochMilliseconds
  const index = lastUpTo(series, ms)
  if (index < 0) return undefined
  const bar = barAt(series, index)
  const startedMs = startMs(series, index)
  const second = Math.min(Math.floor((ms - startedMs) / 1_000), bar.seconds - 1)
  const price = priceAt(bar, second)
  const { opensAt } = sessionAt(at)
  const book = bookAt(bar, price)
  return {
    index,
    atMs: startedMs + second * 1_000,
    price,
    sharesBefore: nth(series.sharesBefore, index) + volumeThrough(bar, second),
    book:
      opensAt !== null && opensAt.epochMilliseconds <= startedMs
        ? book
        : { ...book, size: NO_SIZE },
  }
}

function shownBy(symbol: string, { book: { bid, ask, size }, atMs }: LastTrade): BidAsk {
  const shown = quantity(String(size))
  return {
    symbol,
    bidPrice: priceOf(bid),
    bidSize: shown,
    askPrice: priceOf(ask),
    askSize: shown,
    bidRenewedAtMs: atMs,
    askRenewedAtMs: atMs,
  }
}

/** The last close of REGULAR before a date's first bar; where there is none, that bar's open. */
function closeBefore(series: BarSeries, firstOfDay: number): Pips {
  for (let next = firstOfDay; next > 0; ) {
    const day = dayOfBar(series, next - 1)
    const regular = regularBars(series, day)
    if (regular !== undefined) return nth(series.close, regular.last)
    next = firstFrom(series, day.sessions[0]?.opensMs ?? 0)
  }
  return nth(series.open, firstOfDay)
}
