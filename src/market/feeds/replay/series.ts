/** One instrument's bars as ascending columns, 46 bytes per bar, searchable by time. */
import { MINUTE_MS } from '../../../core/time'
import { nth } from '../nth'
import { regularSpan, type TradingDay } from '../trading-day'
import type { TimedBar } from './bar'

export interface BarSeries {
  readonly length: number
  /** Since 1970. */
  readonly startMinutes: Int32Array
  /** The duration of each bar. */
  readonly minutes: Int16Array
  /** Pips. */
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  /** Whole shares of all bars before each; the last element is the total. */
  readonly sharesBefore: Float64Array
}

export const startMs = ({ startMinutes }: BarSeries, index: number): number =>
  nth(startMinutes, index) * MINUTE_MS

export const endMs = (series: BarSeries, index: number): number =>
  startMs(series, index) + nth(series.minutes, index) * MINUTE_MS

export const barAt = (series: BarSeries, index: number): TimedBar => ({
  open: nth(series.open, index),
  high: nth(series.high, index),
  low: nth(series.low, index),
  close: nth(series.close, index),
  volume: nth(series.sharesBefore, index + 1) - nth(series.sharesBefore, index),
  seconds: nth(series.minutes, index) * 60,
})

/** The first bar that starts at the time or later; `length` if none does. */
export function firstFrom(series: BarSeries, ms: number): number {
  let from = 0
  let to = series.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (startMs(series, middle) < ms) from = middle + 1
    else to = middle
  }
  return from
}

/** The last bar that has started by then; −1 if none has. */
export const lastUpTo = (series: BarSeries, ms: number): number => firstFrom(series, ms + 1) - 1

/** The bars that start within a time span; undefined if none does. */
export function barsBetween(series: BarSeries, fromMs: number, toMs: number) {
  const first = firstFrom(series, fromMs)
  const last = firstFrom(series, toMs) - 1
  return first <= last ? { first, last } : undefined
}

/** The bars of a date's REGULAR, and its opening; undefined if there are none. */
export function regularBars(series: BarSeries, day: TradingDay) {
  const regular = regularSpan(day)
  const bars = regular && barsBetween(series, regular.opensMs, regular.closesMs)
  return bars && { ...bars, opensMs: regular.opensMs }
}
