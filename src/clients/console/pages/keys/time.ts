/** Times of keys and accounts, by the viewer's clock. */
import { msOf } from '../../data/time'
import { clockTime, dateOf, OWN_ZONE, placeOf } from '../../ui/when'

/** `2 Mar 2026 09:31 Seoul` */
export function shownTime(text: string): string {
  const ms = msOf(text)
  return `${dateOf(ms, OWN_ZONE)} ${clockTime(ms, OWN_ZONE)} ${placeOf(OWN_ZONE)}`
}
