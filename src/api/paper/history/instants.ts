/**
 * The instants of a history: the closes of REGULAR, or each minute, five, fifteen or hour of the
 * clock up to which a session was open. In between, and while the market is CLOSED, no price moves
 * [paper.history-interval].
 */
import { atMs, type Instant, MINUTE_MS, NEW_YORK, Temporal } from '../../../core/time'
import type { MarketCalendar } from '../../../market/calendar'

export const HISTORY_INTERVALS = ['1m', '5m', '15m', '1h', '1d'] as const
export type HistoryInterval = (typeof HISTORY_INTERVALS)[number]

const STEP_MS: Readonly<Record<Exclude<HistoryInterval, '1d'>, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
}

export interface InstantRange {
  /** Inclusive. */
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  readonly limit: number
  /** Which end of the range to keep when it holds more than `limit` instants. */
  readonly keep: 'oldest' | 'newest'
}

/** Ascending. */
export function instantsIn(
  calendar: MarketCalendar,
  interval: HistoryInterval,
  { from, to, limit, keep }: InstantRange,
): readonly Instant[] {
  const [fromMs, toMs] = [from.epochMilliseconds, to.epochMilliseconds]
  const newest = keep === 'newest'
  const found: number[] = []
  for (const date of tradingDates(calendar, from, to, newest)) {
    const ofDate = instantsOf(calendar, interval, date).filter((ms) => fromMs <= ms && ms < toMs)
    for (const ms of newest ? ofDate.reverse() : ofDate) {
      if (found.length === limit) return ascending(found, newest)
      found.push(ms)
    }
  }
  return ascending(found, newest)
}

const ascending = (found: readonly number[], newest: boolean): readonly Instant[] =>
  (newest ? found.toReversed() : found).map(atMs)

/** From the kept end: each trading date with sessions in the range, and perhaps one more. */
function* tradingDates(
  calendar: MarketCalendar,
  from: Instant,
  to: Instant,
  newest: boolean,
): Generator<Temporal.PlainDate> {
  const first = dateAt(from)
  // The evening of a date belongs to the next one.
  const last = dateAt(to).add({ days: 1 })
  const inRange = (date: Temporal.PlainDate): boolean =>
    Temporal.PlainDate.compare(first, date) <= 0 && Temporal.PlainDate.compare(date, last) <= 0
  const next = newest ? calendar.previousTradingDate : calendar.nextTradingDate
  let date = next(newest ? last.add({ days: 1 }) : first.subtract({ days: 1 }))
  while (date !== null && inRange(date)) {
    yield date
    date = next(date)
  }
}

const dateAt = (at: Instant): Temporal.PlainDate => at.toZonedDateTimeISO(NEW_YORK).toPlainDate()

/** Those of a trading date, ascending. */
function instantsOf(
  calendar: MarketCalendar,
  interval: HistoryInterval,
  date: Temporal.PlainDate,
): number[] {
  const { sessions } = calendar.day(date)
  if (interval === '1d') {
    return sessions.flatMap(({ session, closesAt }) =>
      session === 'REGULAR' ? [closesAt.epochMilliseconds] : [],
    )
  }
  const step = STEP_MS[interval]
  const instants = sessions.flatMap(({ opensAt, closesAt }) => {
    const first = Math.floor(opensAt.epochMilliseconds / step) + 1
    const last = Math.ceil(closesAt.epochMilliseconds / step)
    return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  })
  // PRE ends and REGULAR begins within an hour, whose end is an instant of both.
  return [...new Set(instants)]
}
