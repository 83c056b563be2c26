import type { MarketHours } from './session'
import type { Instant } from './time'

/**
 * When a DAY order's time is over (D5): at the next REGULAR close, or at the AFTER session's close
 * for one accepted in it. One accepted while CLOSED after AFTER belongs to the next trading date,
 * whose REGULAR close is the next one.
 */
export function validUntil(hours: MarketHours): Instant {
  return hours.session === 'AFTER' && hours.sessionClosesAt !== null
    ? hours.sessionClosesAt
    : hours.nextRegularCloseAt
}
