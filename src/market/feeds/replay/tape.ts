/**
 * One instrument's bars, second by second. A minute's path is drawn on first use, and a daily bar's
 * minutes before their seconds. A complete bar is returned as imported.
 */
import { memoize } from '../../memoize'
import { type Bar, joinBars } from '../bar'
import { nth } from '../nth'
import { exp } from '../simulated/elementary'
import { type Key, keyedStream, PURPOSES } from '../simulated/key'
import { type Stream, substream, uniform } from '../simulated/stream'
import { regularSpan } from '../trading-day'
import { bandOf, bandTouchOf, coinOf } from './band'
import { dayOf } from './day'
import { type Expectation, expectationOf } from './expectation'
import {
  MINUTE_SECONDS,
  type Minute,
  type ShownSecond,
  secondsOfMinute,
  sizeSecondsOf,
} from './minute'
import { type BarSeries, barAt, dayOfBar, endMs, goesOn, startMs } from './series'

export interface Tape {
  /** A whole second of a bar; its `volume` is the bar's so far. */
  readonly shown: (index: number, second: number) => ShownSecond
  /** The trades of a bar's seconds `from` (inclusive), on a whole minute, to `to` (exclusive). */
  readonly part: (index: number, from: number, to: number) => Bar
  /** Shares of a bar's seconds `from` (inclusive) to `to` (exclusive). */
  readonly volumeBetween: (index: number, from: number, to: number) => number
}

/** A minute takes 8 KB and a day 20, and there may be thousands of instruments. */
const MINUTES_KEPT = 3
const DAYS_KEPT = 2
const AUCTIONS_STREAM = 9

/** `key` is the key of the instrument's draws. */
export function tapeOf(series: BarSeries, key: Key): Tape {
  const drawsOf = (index: number): Stream =>
    keyedStream(key, PURPOSES.bars, Math.floor(startMs(series, index) / 60_000))
  const expected = (index: number): Expectation => expectationOf(series, index)
  const dayAt = memoize(
    DAYS_KEPT,
    (index: number) => index,
    (index) => dayOf(barAt(series, index), expected(index), drawsOf(index)),
  )
  const minuteAt = ({ index, minute }: MinuteOfBar): Minute =>
    isMinute(index)
      ? importedMinute(series, index, expected(index), drawsOf(index))
      : dayAt(index).minute(minute)
  const secondsAt = memoize(
    MINUTES_KEPT,
    ({ index, minute }: MinuteOfBar) => index * 1_024 + minute,
    (at) => secondsOfMinute(minuteAt(at)),
  )
  const isMinute = (index: number): boolean => barAt(series, index).seconds === MINUTE_SECONDS
  const volumeBefore = (index: number, minute: number): number =>
    minute === 0 ? 0 : nth(dayAt(index).volumes, minute)
  const shown = (index: number, second: number): ShownSecond => {
    const minute = Math.floor(second / MINUTE_SECONDS)
    const all = secondsAt({ index, minute })
    const found = all[second - minute * MINUTE_SECONDS]
    if (found === undefined) throw new Error(`no second ${second}`)
    if (minute === 0) return found
    return { ...found, volume: volumeBefore(index, minute) + found.volume }
  }

  return {
    shown,
    part(index, from, to) {
      const bar = barAt(series, index)
      if (from === 0 && to >= bar.seconds) return bar
      const [first, full] = [from / MINUTE_SECONDS, Math.floor(to / MINUTE_SECONDS)]
      const over = first < full ? dayAt(index).barOf(first, full) : undefined
      if (to === full * MINUTE_SECONDS && over !== undefined) return over
      return joinBars(
        over,
        formingBar(secondsAt({ index, minute: full }).slice(0, to - full * MINUTE_SECONDS)),
      )
    },
    volumeBetween(index, from, to) {
      const before = from === 0 ? 0 : shown(index, from - 1).volume
      return shown(index, to - 1).volume - before
    },
  }
}

interface MinuteOfBar {
  readonly index: number
  readonly minute: number
}

/**
 * The bar of a forming minute: it spans bid, ask and prints, which orders fill at
 * [candle.fills-inside].
 */
function formingBar(seconds: readonly ShownSecond[]): Bar {
  const [first, last] = [seconds[0], seconds.at(-1)]
  if (first === undefined || last === undefined) throw new Error('no seconds')
  return {
    open: first.last,
    high: Math.max(
      ...seconds.map(({ last, ask, askSize, passed }) =>
        Math.max(askSize > 0 ? ask : last, passed?.highest ?? last),
      ),
    ),
    low: Math.min(
      ...seconds.map(({ last, bid, bidSize, passed }) =>
        Math.min(bidSize > 0 ? bid : last, passed?.lowest ?? last),
      ),
    ),
    close: last.last,
    volume: last.volume,
  }
}

/** The auctions' parts of the first and last bar of REGULAR, drawn for each date. */
const AUCTIONS = { open: { least: 0.2, most: 0.5 }, close: { least: 0.3, most: 0.7 } } as const

function importedMinute(
  series: BarSeries,
  index: number,
  { spread, volume, law, hasPrints, between }: Expectation,
  draws: Stream,
): Minute {
  const bar = barAt(series, index)
  const band = bandOf(bar, spread)
  const opens = bandTouchOf(band, bar.open, coinOf(draws, 'open'))
  const closes = bandTouchOf(band, bar.close, coinOf(draws, 'close'))
  const regular = regularSpan(dayOfBar(series, index))
  const auctions = substream(draws, AUCTIONS_STREAM)
  const part = ({ least, most }: { least: number; most: number }, draw: number): number =>
    least + (most - least) * uniform(auctions, draw)
  return {
    band,
    bar,
    law,
    usualSpread: spread,
    volumeBefore: volume,
    sizeSeconds: sizeSecondsOf(spread, {
      variance: exp(law.logVariance.mean),
      changes: law.changes,
    }),
    draws,
    opens,
    closes,
    offsets: { from: bar.open - opens.base, to: bar.close - closes.base },
    hasPrints,
    before: goesOn(series, index)
      ? { price: nth(series.close, index - 1), variance: between }
      : undefined,
    auctions: {
      open: regular?.opensMs === startMs(series, index) ? part(AUCTIONS.open, 0) : 0,
      close: regular?.closesMs === endMs(series, index) ? part(AUCTIONS.close, 1) : 0,
    },
  }
}
