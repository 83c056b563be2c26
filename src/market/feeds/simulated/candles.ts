/** Candles of one listing, cut out of the same minutes that its quotes are read from. */
import type { OpenSession } from '../../../core/session'
import { atMs } from '../../../core/time'
import { quantity } from '../../../core/units'
import { sessionAt } from '../../calendar'
import type { Candle, CandleRange, Interval } from '../../feed'
import { type Bar, joined } from './bar'
import { barBy, type Listing } from './listing'
import { type Bucket, bucketsIn, type Period, periodOf, startsMs } from './periods'
import { priceOf } from './pips'
import { epochDayOf } from './trading-day'

/** Ascending, at most `limit`, from the end of the range that the question keeps. */
export function candlesOf(
  listing: Listing,
  interval: Interval,
  range: CandleRange,
  firstMs: number,
): readonly Candle[] {
  const nowMs = range.now.epochMilliseconds
  const fromMs = Math.max(range.from.epochMilliseconds, firstMs)
  const untilMs = Math.min(range.to.epochMilliseconds, nowMs + 1)
  if (fromMs >= untilMs) return []
  const newest = range.keep === 'newest'
  const wanted = (session: OpenSession): boolean =>
    range.sessions.includes(session) && listing.trades(session)

  const candles: Candle[] = []
  for (const period of periods(interval, fromMs, untilMs, newest)) {
    const buckets = bucketsIn(interval, period, wanted)
    for (const bucket of newest ? buckets.toReversed() : buckets) {
      if (candles.length === range.limit) return newest ? candles.reverse() : candles
      if (fromMs <= startsMs(bucket) && startsMs(bucket) < untilMs) {
        candles.push(candleOf(listing, bucket, nowMs))
      }
    }
  }
  return newest ? candles.reverse() : candles
}

/** Every period with a candle that may start in the range, from the end that is kept. */
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

function candleOf(listing: Listing, bucket: Bucket, nowMs: number): Candle {
  let bar: Bar | undefined
  for (const { day, span, from, to } of bucket) {
    const part = barBy(listing, day, span, [from, to], nowMs)
    if (part !== undefined) bar = joined(bar, part)
  }
  if (bar === undefined) throw new Error('a candle that has started has a trade')
  return {
    startsAt: atMs(startsMs(bucket)),
    session: bucket[0].span.session,
    open: priceOf(bar.open),
    high: priceOf(bar.high),
    low: priceOf(bar.low),
    close: priceOf(bar.close),
    volume: quantity(String(bar.volume)),
  }
}
