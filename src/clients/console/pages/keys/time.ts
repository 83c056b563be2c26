/** When a key or an account was made or used: as the viewer's clock shows it, not the market's. */
import { msOf } from '../../data/time'
import { clockTime, dateOf, OWN_ZONE, placeOf } from '../../ui/when'

/** `2 Mar 2026 09:31 Seoul` */
export function shownTime(text: string): string {
  const ms = msOf(text)
  return `${dateOf(ms, OWN_ZONE)} ${clockTime(ms, OWN_ZONE)} ${placeOf(OWN_ZONE)}`
}
