/** Where MARKET_CLOCK=open starts the market: during a REGULAR session [run.clock]. */
import { type Instant, isBefore, NEW_YORK, Temporal } from '../core/time'
import type { MarketCalendar } from '../market/calendar'

/** Half an hour after the opening, and before the close of the shortest day. */
const TEN_O_CLOCK = Temporal.PlainTime.from('10:00')

/**
 * 10:00 in New York of the last trading date, at or before `now`. A market that is later already
 * resumes where it ended, or, outside of REGULAR, at the next 10:00 of a trading date: its time
 * never runs back [clock.never-back].
 */
export function openMarketAt(
  calendar: MarketCalendar,
  now: Instant,
  reached: Instant | null,
): Instant {
  const last = lastTenBy(calendar, now) ?? nextTenAfter(calendar, now) ?? now
  if (reached === null || !isBefore(last, reached)) return last
  if (calendar.sessionAt(reached).session === 'REGULAR') return reached
  return nextTenAfter(calendar, reached) ?? reached
}

function lastTenBy(calendar: MarketCalendar, now: Instant): Instant | null {
  const today = dateOf(now)
  const tomorrow = today.add({ days: 1 })
  const date = calendar.previousTradingDate(isBefore(now, tenOn(today)) ? today : tomorrow)
  return date && tenOn(date)
}

function nextTenAfter(calendar: MarketCalendar, now: Instant): Instant | null {
  const today = dateOf(now)
  const yesterday = today.subtract({ days: 1 })
  const date = calendar.nextTradingDate(isBefore(now, tenOn(today)) ? yesterday : today)
  return date && tenOn(date)
}

const dateOf = (at: Instant): Temporal.PlainDate => at.toZonedDateTimeISO(NEW_YORK).toPlainDate()

const tenOn = (date: Temporal.PlainDate): Instant =>
  date.toZonedDateTime({ timeZone: NEW_YORK, plainTime: TEN_O_CLOCK }).toInstant()
