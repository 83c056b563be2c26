/** How far a candle reaches, and which shorter candles it is joined from. */

import { atMs, type Instant, MINUTE_MS, NEW_YORK, type Temporal } from '../../../core/time'
import { sessionAt } from '../../calendar'
import { DAY_OPENS } from '../../calendar/session-times'
import type { Interval } from '../../feed'
import { INTERVAL_LENGTHS } from '../interval-length'

/** Null for the shortest interval. */
export const PARTS: Readonly<Record<Interval, Interval | null>> = {
  '1m': null,
  '3m': '1m',
  '5m': '1m',
  '15m': '1m',
  '30m': '1m',
  '1h': '1m',
  '1d': '1h',
  '1w': '1d',
  '1mo': '1d',
}

/** A trading date begins with DAY, on the evening before [session.day]. */
const EVENING_BEFORE = { days: 1 } as const

/**
 * The instant between a candle's last possible trade and the next candle's first. The requested
 * sessions of daily and longer candles may end earlier.
 */
export function candleEnd(interval: Interval, startsAt: Instant): Instant {
  const scale = INTERVAL_LENGTHS[interval]
  const { closesAt, tradingDate } = sessionAt(startsAt)
  if ('minutes' in scale) {
    const endMs = startsAt.epochMilliseconds + scale.minutes * MINUTE_MS
    return atMs(Math.min(endMs, closesAt?.epochMilliseconds ?? endMs))
  }
  return nextPeriod(scale.unit, tradingDate)
    .subtract(EVENING_BEFORE)
    .toZonedDateTime({ timeZone: NEW_YORK, plainTime: DAY_OPENS })
    .toInstant()
}

function nextPeriod(unit: 'day' | 'week' | 'month', date: Temporal.PlainDate): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return date.add({ days: 1 })
    case 'week':
      return date.add({ days: 8 - date.dayOfWeek })
    case 'month':
      return date.with({ day: 1 }).add({ months: 1 })
  }
}
