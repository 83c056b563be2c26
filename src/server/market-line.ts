/** The market's time, as the start tells it: whether it is open, and what to do if it never is. */
import { type Instant, toKst } from '../core/time'
import type { MarketCalendar } from '../market/calendar'
import { lastDateOf } from './market-feed'

export const marketLine = (calendar: MarketCalendar, now: Instant): string =>
  `market time   ${toKst(now)}, ${stateAt(calendar, now)}`

function stateAt(calendar: MarketCalendar, now: Instant): string {
  const { session, nextOpeningAt } = calendar.marketHoursAt(now)
  if (session !== 'CLOSED') return session
  if (nextOpeningAt !== null) return `CLOSED until ${toKst(nextOpeningAt)}`
  return (
    `CLOSED for good: the imported bars end on ${lastDateOf(calendar)}. Import later ones, or ` +
    'replay them again on another database, since the time of this one does not go back.'
  )
}
