/**
 * What happens to the other exit when one has changed. The two exits end together, so that they
 * never both fill [conditional.oco].
 */
import type { Leg, LegTransition } from './leg'
import { isLegOpen } from './leg'

/** The transition of the other leg; null if it stays as it is. */
export function otherAfter(other: Leg, changed: Leg, transition: LegTransition) {
  if (other.leg === changed.leg || !isLegOpen(other.status)) return null
  switch (transition.type) {
    case 'PartiallyFilled':
      return { type: 'Resized', taken: transition.quantity } as const
    case 'Filled':
      return { type: 'Canceled', reason: 'other-exit-filled' } as const
    case 'Expired':
      return { type: 'Expired' } as const
    case 'Canceled':
    case 'Rejected':
      return { type: 'Canceled', reason: 'other-exit-ended' } as const
    case 'Resized':
    case 'Renewed':
    case 'Triggered':
      return null
  }
}

/** The status of the group's open leg, or else the way in which the group ended. */
export function groupStatus(legs: readonly Leg[]): Leg['status'] {
  const order = ['ARMED', 'TRIGGERED', 'FILLED', 'REJECTED', 'EXPIRED', 'CANCELED'] as const
  return order.find((status) => legs.some((leg) => leg.status === status)) ?? 'CANCELED'
}
