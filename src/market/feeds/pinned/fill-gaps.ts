/**
 * Candles of a pin where the base has none: in minutes of a replayed session that have no bar, the
 * market trades at the pin all the same [sandbox.candles]. Daily and longer candles are joined from
 * these.
 */

import { larger, NO_QUANTITY, smaller } from '../../../core/money'
import type { PinnedQuote } from '../../../core/quote'
import type { OpenSession } from '../../../core/session'
import { atMs } from '../../../core/time'
import { sessionAt } from '../../calendar'
import type { Candle, CandleRange, Feed, Interval } from '../../feed'
import { INTERVAL_LENGTHS } from '../interval-length'
import { type CandleMinutes, candleMinutesIn, startsMs } from '../periods'
import { epochDayOf, type TradingDay } from '../trading-day'
import { overlapping, pinnedPrice, type TimeSpan } from './pin-spans'

const MINUTE_MS = 60_000

/** With the candles of the pins between those that traded; still at most `limit`. */
export function withGapsFilled(
  traded: readonly Candle[],
  base: Feed,
  pins: readonly PinnedQuote[],
  symbol: string,
  interval: Interval,
  range: CandleRange,
): readonly Candle[] {
  if (!('minutes' in INTERVAL_LENGTHS[interval])) return traded
  const known = new Set(traded.map(({ startsAt }) => startsAt.epochMilliseconds))
  const filled: Candle[] = []
  for (const bucket of pinnedBuckets(base, pins, symbol, interval, range)) {
    if (filled.length === range.limit) break
    if (known.has(startsMs(bucket))) continue
    const candle = candleOf(bucket, pins, range)
    if (candle !== undefined) filled.push(candle)
  }
  if (filled.length === 0) return traded
  const all = [...traded, ...filled].toSorted(
    (one, other) => one.startsAt.epochMilliseconds - other.startsAt.epochMilliseconds,
  )
  return range.keep === 'newest' ? all.slice(-range.limit) : all.slice(0, range.limit)
}

/** From the end of the range that is kept, those that start in it on dates with a pin. */
function* pinnedBuckets(
  base: Feed,
  pins: readonly PinnedQuote[],
  symbol: string,
  interval: Interval,
  range: CandleRange,
): Generator<CandleMinutes> {
  const fromMs = range.from.epochMilliseconds
  const untilMs = Math.min(range.to.epochMilliseconds, range.now.epochMilliseconds + 1)
  const newest = range.keep === 'newest'
  const wanted = (session: OpenSession, { date, sessions }: TradingDay): boolean =>
    range.sessions.includes(session) &&
    base.calendar.day(date).status !== 'CLOSED' &&
    base.trades(symbol, atMs(sessions[0]?.opensMs ?? 0))
  const epochDays = daysOf(pins, { fromMs, untilMs })
  for (const epochDay of newest ? epochDays.toReversed() : epochDays) {
    const buckets = candleMinutesIn(interval, { from: epochDay, to: epochDay + 1 }, wanted)
    for (const bucket of newest ? buckets.toReversed() : buckets) {
      if (fromMs <= startsMs(bucket) && startsMs(bucket) < untilMs) yield bucket
    }
  }
}

/** Ascending, each once. */
function daysOf(pins: readonly PinnedQuote[], within: TimeSpan): readonly number[] {
  const days = new Set<number>()
  for (const { pinnedAt, releasedAt } of overlapping(pins, within)) {
    const fromMs = Math.max(pinnedAt.epochMilliseconds, within.fromMs)
    const untilMs = Math.min(releasedAt?.epochMilliseconds ?? within.untilMs, within.untilMs)
    const last = tradingDayAt(untilMs - 1)
    for (let day = tradingDayAt(fromMs); day <= last; day++) days.add(day)
  }
  return [...days].sort((one, other) => one - other)
}

const tradingDayAt = (ms: number): number => epochDayOf(sessionAt(atMs(ms)).tradingDate)

function candleOf(
  bucket: CandleMinutes,
  pins: readonly PinnedQuote[],
  { now }: CandleRange,
): Candle | undefined {
  const [{ span, from, to }] = bucket
  const fromMs = span.opensMs + from * MINUTE_MS
  const untilMs = Math.min(span.opensMs + to * MINUTE_MS, now.epochMilliseconds + 1)
  const shown = overlapping(pins, { fromMs, untilMs })
  const prices = shown.map(pinnedPrice)
  const [open] = prices
  const close = prices.at(-1)
  if (open === undefined || close === undefined) return undefined
  return {
    startsAt: atMs(fromMs),
    session: span.session,
    sessions: [span.session],
    open,
    high: shown.map(({ askPrice }) => askPrice).reduce(larger),
    low: shown.map(({ bidPrice }) => bidPrice).reduce(smaller),
    close,
    volume: NO_QUANTITY,
  }
}
