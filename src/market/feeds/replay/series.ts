/**
 * One instrument's imported bars as ascending columns, 46 bytes per bar, searchable by time and by
 * trading date.
 */
import { DAY_MS, MINUTE_MS, type Temporal } from '../../../core/time'
import { firstIndex } from '../../../lib/sorted'
import type { Bar } from '../bar'
import { nth } from '../nth'
import { dayOn, epochDayOf, regularSpan, type TradingDay } from '../trading-day'

export interface BarSeries {
  readonly length: number
  /** Minutes since 1970. */
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
export const firstFrom = (series: BarSeries, ms: number): number =>
  firstIndex(series.length, (index) => startMs(series, index) < ms)

/** The last bar that starts at the time or earlier; −1 if none does. */
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

/** Whether the market trades on from the bar before into a bar: they are of one session. */
export function goesOn(series: BarSeries, index: number): boolean {
  if (index === 0 || endMs(series, index - 1) !== startMs(series, index)) return false
  const { sessions } = dayOfBar(series, index)
  return sessions.every(({ opensMs }) => opensMs !== startMs(series, index))
}

/** A bar with its duration; its prices lie on ticks. */
export interface TimedBar extends Bar {
  /** A multiple of 60. */
  readonly seconds: number
}

/**
 * The trading date of a bar. It is the bar's UTC date: DAY opens at midnight UTC in summer and at 1
 * in winter, and only the last hour of AFTER in winter is past midnight.
 */
export function dayOfBar(series: BarSeries, index: number): TradingDay {
  const ms = startMs(series, index)
  const day = dayOn(Math.floor(ms / DAY_MS))
  const [first] = day.sessions
  return first !== undefined && first.opensMs <= ms ? day : dayOn(day.epochDay - 1)
}

/** Dates on which any instrument has a bar, ascending. */
export function datesOf(all: Iterable<BarSeries>): readonly Temporal.PlainDate[] {
  const epochDays = new Set<number>()
  for (const series of all) {
    for (let index = 0; index < series.length; ) {
      const day = dayOfBar(series, index)
      epochDays.add(day.epochDay)
      index = firstFrom(series, endOf(day))
    }
  }
  return [...epochDays].sort((one, other) => one - other).map((epochDay) => dayOn(epochDay).date)
}

export const hasBarsOn = (series: BarSeries, date: Temporal.PlainDate): boolean => {
  const day = dayOn(epochDayOf(date))
  const [first] = day.sessions
  return first !== undefined && barsBetween(series, first.opensMs, endOf(day)) !== undefined
}

const endOf = ({ sessions, date }: TradingDay): number => {
  const last = sessions.at(-1)
  if (last === undefined) throw new Error(`bars on ${date.toString()}, which is no trading date`)
  return last.closesMs
}
