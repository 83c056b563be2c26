/** Times of keys and accounts, by the viewer's clock. */
import { msOf } from '../../data/time'
import { nameOfZone } from '../../shell/zone'
import { clockTime, dateOf, OWN_ZONE } from '../../ui/when'

/** `2 Mar 2026 09:31 Seoul` */
export function shownTime(text: string): string {
  const ms = msOf(text)
  return `${dateOf(ms, OWN_ZONE)} ${clockTime(ms, OWN_ZONE)} ${nameOfZone(OWN_ZONE)}`
}
