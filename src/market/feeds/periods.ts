/** The dates that a candle covers, and the minutes of their sessions. */
import type { OpenSession } from '../../core/session'
import type { Interval } from '../feed'
import { dateOf, dayOn, epochDayOf, type SessionSpan, type TradingDay } from './trading-day'

/** Epoch days, `from` (inclusive) to `to` (exclusive). */
export interface Period {
  readonly from: number
  readonly to: number
}

/** A part of a session: its minutes `from` (inclusive) to `to` (exclusive). */
export interface SessionSlice {
  readonly day: TradingDay
  readonly span: SessionSpan
  readonly from: number
  readonly to: number
}

/** The minutes of one candle: at least one slice, ascending. */
export type CandleMinutes = readonly [SessionSlice, ...SessionSlice[]]

export function periodOf(interval: Interval, epochDay: number): Period {
  const scale = INTERVAL_LENGTHS[interval]
  if ('minutes' in scale || scale.unit === 'day') return { from: epochDay, to: epochDay + 1 }
  const date = dateOf(epochDay)
  if (scale.unit === 'week') {
    const monday = epochDay - (date.dayOfWeek - 1)
    return { from: monday, to: monday + 7 }
  }
  const first = date.with({ day: 1 })
  return { from: epochDayOf(first), to: epochDayOf(first.add({ months: 1 })) }
}

/** Ascending; empty for dates without a wanted session [candles.sessions]. */
export function candleMinutesIn(
  interval: Interval,
  period: Period,
  wanted: (session: OpenSession, day: TradingDay) => boolean,
): readonly CandleMinutes[] {
  const whole: SessionSlice[] = []
  for (let epochDay = period.from; epochDay < period.to; epochDay++) {
    const day = dayOn(epochDay)
    for (const span of day.sessions) {
      if (wanted(span.session, day)) whole.push({ day, span, from: 0, to: span.minutes })
    }
  }
  const scale = INTERVAL_LENGTHS[interval]
  if ('minutes' in scale) return whole.flatMap((slice) => slices(slice, scale.minutes))
  const [first, ...rest] = whole
  return first === undefined ? [] : [[first, ...rest]]
}

/** Cuts a slice into candles; the last candle ends with the session [candle.edges]. */
function slices({ day, span, ...whole }: SessionSlice, minutes: number): readonly CandleMinutes[] {
  const buckets: CandleMinutes[] = []
  for (let from = whole.from; from < whole.to; from += minutes) {
    buckets.push([{ day, span, from, to: Math.min(from + minutes, whole.to) }])
  }
  return buckets
}

export const startsMs = ([{ span, from }]: CandleMinutes): number => span.opensMs + from * 60_000

/** The length of each interval's candles [candles.interval]. */
export type IntervalLength =
  | { readonly minutes: number }
  | { readonly unit: 'day' | 'week' | 'month' }

export const INTERVAL_LENGTHS: Readonly<Record<Interval, IntervalLength>> = {
  '1m': { minutes: 1 },
  '3m': { minutes: 3 },
  '5m': { minutes: 5 },
  '15m': { minutes: 15 },
  '30m': { minutes: 30 },
  '1h': { minutes: 60 },
  '1d': { unit: 'day' },
  '1w': { unit: 'week' },
  '1mo': { unit: 'month' },
}
