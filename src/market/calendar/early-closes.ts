/**
 * The trading dates on which REGULAR ends at 13:00 [session.regular]. If 3 July or 24 December
 * is a holiday's substitute or falls on a weekend, that year has no such early close.
 */
import type { Temporal } from '../../core/time'
import { thanksgiving } from './holidays'

/** Why the date closes early, provided it is a trading date; null if it does not. */
export function earlyCloseOn(date: Temporal.PlainDate): string | null {
  if (date.month === 7 && date.day === 3) return 'Day before Independence Day'
  if (date.month === 12 && date.day === 24) return 'Christmas Eve'
  if (date.month !== 11) return null
  const dayAfter = thanksgiving(date.year).add({ days: 1 })
  return date.equals(dayAfter) ? 'Day after Thanksgiving' : null
}
