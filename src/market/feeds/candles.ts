/** Makes candles of the bars that quotes come from [quote.in-candle]. */

import { quantityOfShares } from '../../core/money'
import type { OpenSession } from '../../core/session'
import { atMs } from '../../core/time'
import { sessionAt } from '../calendar'
import type { Candle, CandleRange, Interval } from '../feed'
import { type Bar, joinBars } from './bar'
import {
  type CandleMinutes,
  candleMinutesIn,
  type Period,
  periodOf,
  type SessionSlice,
  startsMs,
} from './periods'
import { priceOf } from './pips'
import { epochDayOf, type TradingDay } from './trading-day'

/** The bars of one instrument. */
export interface BarSource {
  /** The instant of the first price. */
  readonly firstMs: number
  readonly trades: (session: OpenSession, day: TradingDay) => boolean
  /** The slice's trades up to `nowMs`; undefined if there are none. */
  readonly barBy: (slice: SessionSlice, nowMs: number) => Bar | undefined
}

/** Ascending; at most `limit`, from the end of the range that `keep` names. */
export function candlesOf(
  source: BarSource,
  interval: Interval,
  range: CandleRange,
): readonly Candle[] {
  const nowMs = range.now.epochMilliseconds
  const fromMs = range.from.epochMilliseconds
  const untilMs = Math.min(range.to.epochMilliseconds, nowMs + 1)
  // The first candle may have started before the first trade in it.
  const tradedFromMs = Math.max(fromMs, source.firstMs)
  if (tradedFromMs >= untilMs) return []
  const newest = range.keep === 'newest'
  const wanted = (session: OpenSession, day: TradingDay): boolean =>
    range.sessions.includes(session) && source.trades(session, day)

  const candles: Candle[] = []
  for (const period of periods(interval, tradedFromMs, untilMs, newest)) {
    let buckets = candleMinutesIn(interval, period, wanted).filter(
      (bucket) => fromMs <= startsMs(bucket) && startsMs(bucket) < untilMs,
    )
    while (buckets.length > 0 && candles.length < range.limit) {
      const left = range.limit - candles.length
      const some = newest ? buckets.slice(-left) : buckets.slice(0, left)
      buckets = newest ? buckets.slice(0, -left) : buckets.slice(left)
      // Always forwards in time: a minute's bar needs the last second of the minute before.
      const found = some.flatMap((bucket) => candleOf(source, bucket, nowMs) ?? [])
      candles.push(...(newest ? found.reverse() : found))
    }
    if (candles.length === range.limit) break
  }
  return newest ? candles.reverse() : candles
}

/** Every period with a candle that may start in the range; the newest first if `newest`. */
function* periods(
  interval: Interval,
  fromMs: number,
  untilMs: number,
  newest: boolean,
): Generator<Period> {
  const first = periodOf(interval, tradingDateAt(fromMs)).from
  const last = periodOf(interval, tradingDateAt(untilMs - 1)).from
  let at = newest ? last : first
  while (first <= at && at <= last) {
    const period = periodOf(interval, at)
    yield period
    at = newest ? periodOf(interval, period.from - 1).from : period.to
  }
}

const tradingDateAt = (ms: number): number => epochDayOf(sessionAt(atMs(ms)).tradingDate)

/** In the order of their openings, which is their index in a day. */
const SESSIONS: readonly OpenSession[] = ['DAY', 'PRE', 'REGULAR', 'AFTER']

/** One list for each set of sessions, as bits, shared by thousands of candles. */
const SESSION_SETS: readonly (readonly OpenSession[])[] = Array.from(
  { length: 1 << SESSIONS.length },
  (_, set) => SESSIONS.filter((_, index) => set & (1 << index)),
)

function candleOf(source: BarSource, bucket: CandleMinutes, nowMs: number): Candle | undefined {
  let bar: Bar | undefined
  let sessions = 0
  for (const slice of bucket) {
    const part = source.barBy(slice, nowMs)
    if (part === undefined) continue
    bar = joinBars(bar, part)
    sessions |= 1 << slice.span.index
  }
  if (bar === undefined) return undefined
  return {
    startsAt: atMs(startsMs(bucket)),
    session: bucket[0].span.session,
    sessions: SESSION_SETS[sessions] ?? [],
    open: priceOf(bar.open),
    high: priceOf(bar.high),
    low: priceOf(bar.low),
    close: priceOf(bar.close),
    volume: quantityOfShares(bar.volume),
  }
}
