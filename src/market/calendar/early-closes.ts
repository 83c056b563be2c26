/**
 * The trading dates on which REGULAR ends at 13:00 [session.regular]. Where 3 July or 24 December
 * stands in for a holiday or falls on a weekend, there is no early close that year: none moves to
 * the day before.
 */
import type { Temporal } from '../../core/time'
import { thanksgiving } from './holidays'

/** Why this date, if it is a trading date, closes early; null where it does not. */
export function earlyCloseOn(date: Temporal.PlainDate): string | null {
  if (date.month === 7 && date.day === 3) return 'Day before Independence Day'
  if (date.month === 12 && date.day === 24) return 'Christmas Eve'
  if (date.month !== 11) return null
  const dayAfter = thanksgiving(date.year).add({ days: 1 })
  return date.equals(dayAfter) ? 'Day after Thanksgiving' : null
}
