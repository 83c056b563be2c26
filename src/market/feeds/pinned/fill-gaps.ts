/**
 * Candles of a pin where the base has none. In a replayed session's minutes without a bar, the
 * market still trades at the pin [sandbox.candles]. Daily and longer candles are joined from these.
 */

import { larger, NO_QUANTITY, smaller } from '../../../core/money'
import type { PinnedQuote } from '../../../core/quote'
import type { OpenSession } from '../../../core/session'
import { atMs, MINUTE_MS } from '../../../core/time'
import { sessionAt } from '../../calendar'
import type { Candle, CandleRange, Feed, Interval } from '../../feed'
import { INTERVAL_LENGTHS } from '../interval-length'
import { type CandleMinutes, candleMinutesIn, startsMs } from '../periods'
import { epochDayOf, type TradingDay } from '../trading-day'
import { overlapping, pinnedPrice, type TimeSpan } from './pin-spans'

/** The traded candles and those of pins between them; at most `limit` in all. */
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
  for (const minutes of pinnedCandleMinutes(base, pins, symbol, interval, range)) {
    if (filled.length === range.limit) break
    if (known.has(startsMs(minutes))) continue
    const candle = candleOf(minutes, pins, range)
    if (candle !== undefined) filled.push(candle)
  }
  if (filled.length === 0) return traded
  const all = [...traded, ...filled].toSorted(
    (one, other) => one.startsAt.epochMilliseconds - other.startsAt.epochMilliseconds,
  )
  return range.keep === 'newest' ? all.slice(-range.limit) : all.slice(0, range.limit)
}

/** Minutes that start in the range, on dates with a pin, from the kept end. */
function* pinnedCandleMinutes(
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
    const candles = candleMinutesIn(interval, { from: epochDay, to: epochDay + 1 }, wanted)
    for (const minutes of newest ? candles.toReversed() : candles) {
      if (fromMs <= startsMs(minutes) && startsMs(minutes) < untilMs) yield minutes
    }
  }
}

/** Ascending and distinct. */
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
  minutes: CandleMinutes,
  pins: readonly PinnedQuote[],
  { now }: CandleRange,
): Candle | undefined {
  const [{ span, from, to }] = minutes
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
