/**
 * What becomes of the other exit when one has changed: they live and die together, so that never
 * both fill [conditional.oco].
 */
import type { Leg, LegTransition } from './leg'
import { isLegOpen } from './leg'

/** The transition of the other leg; null: it stays as it is. */
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

/** The state of a group: what it still waits for, or else what became of it. */
export function groupStatus(legs: readonly Leg[]): Leg['status'] {
  const order = ['ARMED', 'TRIGGERED', 'FILLED', 'REJECTED', 'EXPIRED', 'CANCELED'] as const
  return order.find((status) => legs.some((leg) => leg.status === status)) ?? 'CANCELED'
}
