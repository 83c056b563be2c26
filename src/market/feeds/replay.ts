/**
 * Imported bars as a market. A minute bar lasts its minute, a daily one its date's REGULAR; on a
 * trading date with minute bars its daily bar counts for nothing.
 *
 * Within a bar the price takes a random walk's path (walk), drawn from the seed, the symbol and the
 * bar's start, that keeps the bar's open, high, low and close. For bars of a random walk nothing
 * that is shown before a bar is over tells where it ends. Bid, ask and every trade are prices of
 * the bar (band); their spread and the sizes shown follow from what traded before. A daily bar has
 * a whole session's shape (day). Everything is known second by second.
 *
 * The official opening price is the open of the bar that starts with REGULAR. Where none does there
 * is no such price: that of a later bar is not known yet when the auction is held, so OPG orders
 * end CANCELED [fill.official-price]. The official closing price is the last close of REGULAR.
 *
 * Between bars the last price stands, and no size is shown: nothing trades, so nothing fills. An
 * instrument has no quote before its first bar, and does not trade on a date that it has no bars
 * for; a date that none has bars for is CLOSED.
 */

import { NO_QUANTITY, quantity } from '../../core/money'
import type { BidAsk } from '../../core/quote'
import { atMs, type Instant } from '../../core/time'
import { recordedCalendar } from '../calendar'
import type { Feed } from '../feed'
import { candlesOf } from './candles'
import { nth } from './nth'
import { type Pips, priceOf } from './pips'
import { barSource } from './replay/bar-source'
import { datesOf, dayOfBar, hasBarsOn } from './replay/dates'
import type { ShownSecond } from './replay/minute'
import { type BarSeries, endMs, firstFrom, lastUpTo, regularBars, startMs } from './replay/series'
import { type Tape, tapeOf } from './replay/tape'
import { streamOf } from './simulated/stream'
import { dayOn, epochDayOf } from './trading-day'

/** By symbol, none of them empty. */
export type Recording = ReadonlyMap<string, BarSeries>

interface Recorded {
  readonly series: BarSeries
  readonly tape: Tape
}

/** `seed`: another one takes other paths through the same bars. */
export function replayFeed(recording: Recording, seed = 1): Feed {
  const calendar = recordedCalendar(datesOf(recording.values()))
  const recorded = new Map<string, Recorded>()
  for (const [symbol, series] of recording) {
    recorded.set(symbol, { series, tape: tapeOf(series, streamOf(seed, `replay/${symbol}`)) })
  }
  return {
    calendar,
    trades(symbol, at) {
      const series = recording.get(symbol)
      const { tradingDate } = calendar.sessionAt(at)
      return series !== undefined && tradingDate !== null && hasBarsOn(series, tradingDate)
    },
    sparse: true,
    quote(symbol, at) {
      const found = recorded.get(symbol)
      const moment = found && momentAt(found, at)
      if (found === undefined || moment === undefined) return undefined
      const { series } = found
      const day = dayOfBar(series, moment.index)
      const firstOfDay = firstFrom(series, day.sessions[0]?.opensMs ?? 0)
      const sharesBefore = nth(series.sharesBefore, moment.index) + moment.shown.volume
      return {
        ...shownBy(symbol, moment),
        price: priceOf(moment.shown.last),
        previousClose: priceOf(closeBefore(series, firstOfDay)),
        volume: quantity(String(sharesBefore - nth(series.sharesBefore, firstOfDay))),
        lastTradeAt: atMs(moment.atMs),
        session: calendar.sessionAt(at).session,
      }
    },
    bidAsk(symbol, at) {
      const found = recorded.get(symbol)
      const moment = found && momentAt(found, at)
      return moment && shownBy(symbol, moment)
    },
    candles(symbol, interval, range) {
      const found = recorded.get(symbol)
      if (found === undefined) return []
      const source = barSource(found.series, found.tape)
      const to = Math.min(range.to.epochMilliseconds, source.endMs)
      return candlesOf(source, interval, { ...range, to: atMs(to) })
    },
    auction(symbol, tradingDate) {
      const found = recorded.get(symbol)
      const regular = found && regularBars(found.series, dayOn(epochDayOf(tradingDate)))
      if (found === undefined || regular === undefined) return undefined
      const { series, tape } = found
      const { first, last, opensMs } = regular
      const opens = startMs(series, first) === opensMs
      const seconds = (endMs(series, last) - startMs(series, last)) / 1_000
      return {
        open: opens ? priceOf(nth(series.open, first)) : undefined,
        close: priceOf(nth(series.close, last)),
        openVolume: opens ? sharesOf(tape.volumeBetween(first, 0, 1)) : NO_QUANTITY,
        closeVolume: sharesOf(tape.volumeBetween(last, seconds - 1, seconds)),
      }
    },
  }
}

const sharesOf = (shares: number) => quantity(String(shares))

interface Moment {
  /** Of its bar. */
  readonly index: number
  readonly atMs: number
  readonly minuteMs: number
  readonly shown: ShownSecond
  /** Whether the bar is on: between bars nothing trades. */
  readonly trades: boolean
}

function momentAt({ series, tape }: Recorded, at: Instant): Moment | undefined {
  const ms = at.epochMilliseconds
  const index = lastUpTo(series, ms)
  if (index < 0) return undefined
  const [startsMs, endsMs] = [startMs(series, index), endMs(series, index)]
  const second = Math.floor((Math.min(ms, endsMs - 1) - startsMs) / 1_000)
  return {
    index,
    atMs: startsMs + second * 1_000,
    minuteMs: startsMs + Math.floor(second / 60) * 60_000,
    shown: tape.shown(index, second),
    trades: ms < endsMs,
  }
}

function shownBy(symbol: string, { shown, minuteMs, trades }: Moment): BidAsk {
  return {
    symbol,
    bidPrice: priceOf(shown.bid),
    bidSize: trades ? sharesOf(shown.bidSize) : NO_QUANTITY,
    askPrice: priceOf(shown.ask),
    askSize: trades ? sharesOf(shown.askSize) : NO_QUANTITY,
    bidRenewedAtMs: minuteMs + shown.bidRenewed * 1_000,
    askRenewedAtMs: minuteMs + shown.askRenewed * 1_000,
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
