/**
 * Imported bars as a market [run.feed]. A minute bar covers its minute, a daily bar its date's
 * REGULAR. On a trading date with minute bars, the daily bar is ignored.
 *
 * Within a bar the price follows a random walk (walk) with the bar's open, high, low and close,
 * drawn from the seed, the symbol and the bar's start. Earlier bars determine the walk's law: its
 * volatility, the number of its price changes and its jumps. If the bars come from such a walk,
 * nothing shown before a bar's end reveals its close. Bid, ask and every trade are prices of the
 * bar (band), and so are prints between two seconds (prints); spread and sizes follow from earlier
 * trading. A daily bar has the shape of a session (day). The path is defined for each second.
 *
 * The official opening price is the open of the bar that starts with REGULAR. Without such a bar
 * there is no opening price, because the auction precedes every later bar: OPG orders end CANCELED
 * [fill.auction]. The official closing price is the last close of REGULAR [fill.official-price].
 *
 * Between bars the last price remains and no size is shown, so nothing fills. An instrument has no
 * quote before its first bar, and does not trade on a date without its bars [run.replay-dates].
 */
import { NO_QUANTITY, quantity } from '../../core/money'
import type { BidAsk, Prints } from '../../core/quote'
import { atMs, type Instant } from '../../core/time'
import { replayCalendar } from '../calendar'
import type { Feed } from '../feed'
import { type Bar, joinBars } from './bar'
import { type BarSource, candlesOf } from './candles'
import { nth } from './nth'
import { type Pips, priceOf, tickOf } from './pips'
import type { ShownSecond } from './replay/minute'
import {
  type BarSeries,
  barAt,
  barsBetween,
  datesOf,
  dayOfBar,
  endMs,
  firstFrom,
  hasBarsOn,
  lastUpTo,
  regularBars,
  startMs,
} from './replay/series'
import { type Tape, tapeOf } from './replay/tape'
import { marketKey, type Seed } from './simulated/key'
import { dayOn, epochDayOf } from './trading-day'

/** The series of each symbol; none is empty. */
export type Recording = ReadonlyMap<string, BarSeries>

interface RecordedInstrument {
  readonly series: BarSeries
  readonly tape: Tape
}

/** Each `seed` draws different paths through the same bars. */
export function replayFeed(recording: Recording, seed: Seed = 1): Feed {
  const calendar = replayCalendar(datesOf(recording.values()))
  const instruments = new Map<string, RecordedInstrument>()
  for (const [symbol, series] of recording) {
    instruments.set(symbol, { series, tape: tapeOf(series, marketKey(seed, `replay/${symbol}`)) })
  }
  return {
    calendar,
    trades(symbol, at) {
      const series = recording.get(symbol)
      const { tradingDate } = calendar.sessionAt(at)
      return series !== undefined && tradingDate !== null && hasBarsOn(series, tradingDate)
    },
    sparse: true,
    version: () => instruments,
    quote(symbol, at) {
      const found = instruments.get(symbol)
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
      const found = instruments.get(symbol)
      const moment = found && momentAt(found, at)
      return moment && shownBy(symbol, moment)
    },
    prints(symbol, at) {
      const found = instruments.get(symbol)
      const moment = found && momentAt(found, at)
      if (found === undefined || moment === undefined || !moment.trades) return undefined
      return printsOf(moment, momentAt(found, at.subtract({ seconds: 1 })))
    },
    candles(symbol, interval, range) {
      const found = instruments.get(symbol)
      if (found === undefined) return []
      const source = barSource(found.series, found.tape)
      const to = Math.min(range.to.epochMilliseconds, source.endMs)
      return candlesOf(source, interval, { ...range, to: atMs(to) })
    },
    auction(symbol, tradingDate) {
      const found = instruments.get(symbol)
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
  /** The bar's index. */
  readonly index: number
  readonly atMs: number
  readonly minuteMs: number
  readonly shown: ShownSecond
  /** Whether the instant is within the bar. Between bars nothing trades. */
  readonly trades: boolean
}

function momentAt({ series, tape }: RecordedInstrument, at: Instant): Moment | undefined {
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

/**
 * No print lies outside of the minute, and no order with such a limit stands when the minute begins
 * [candle.fills-inside].
 */
function printsOf({ shown: { passed } }: Moment, begins: Moment | undefined): Prints | undefined {
  if (passed === undefined || begins === undefined) return undefined
  const { bid, ask } = begins.shown
  return {
    lowest: priceOf(passed.lowest),
    highest: priceOf(passed.highest),
    bidPrice: priceOf(Math.max(bid, passed.low - tickOf(passed.low - 1))),
    askPrice: priceOf(Math.min(ask, passed.high + tickOf(passed.high))),
  }
}

/** The last REGULAR close before a date's first bar; without one, that bar's open. */
function closeBefore(series: BarSeries, firstOfDay: number): Pips {
  for (let next = firstOfDay; next > 0; ) {
    const day = dayOfBar(series, next - 1)
    const regular = regularBars(series, day)
    if (regular !== undefined) return nth(series.close, regular.last)
    next = firstFrom(series, day.sessions[0]?.opensMs ?? 0)
  }
  return nth(series.open, firstOfDay)
}

/** Bars from the paths that quotes come from, so that candles agree with quotes. */
const barSource = (series: BarSeries, tape: Tape): BarSource & { readonly endMs: number } => ({
  firstMs: startMs(series, 0),
  endMs: endMs(series, series.length - 1),
  trades(session, day) {
    const span = day.sessions.find((span) => span.session === session)
    return span !== undefined && barsBetween(series, span.opensMs, span.closesMs) !== undefined
  },
  barBy({ span, from, to }, nowMs) {
    const fromMs = span.opensMs + from * 60_000
    const untilMs = Math.min(span.opensMs + to * 60_000, nowMs + 1)
    let slice: Bar | undefined
    // A daily bar may have begun long before the slice.
    for (let index = Math.max(0, firstFrom(series, fromMs + 1) - 1); ; index++) {
      if (index >= series.length || startMs(series, index) >= untilMs) return slice
      const bar = barAt(series, index)
      const first = Math.max(0, (fromMs - startMs(series, index)) / 1_000)
      const elapsed = Math.ceil((untilMs - startMs(series, index)) / 1_000)
      const end = Math.min(bar.seconds, elapsed)
      if (first < end) slice = joinBars(slice, tape.part(index, first, end))
    }
  },
})
