/**
 * What happens to the other legs of a group when one has changed. The exits end together, so that
 * they never both fill [conditional.oco]. The exits of an entry have the shares that it has filled,
 * and the entry fills nothing more once an exit has begun [conditional.exit-began].
 */
import { add, NO_QUANTITY, type Price, subtract } from '../money'
import type { Leg, LegTransition } from './leg'
import { isLegOpen } from './leg'
import { stopAt } from './trail'

export type EntryFill = Extract<LegTransition, { readonly type: 'PartiallyFilled' | 'Filled' }>

/** A way in which the broker itself ends a leg. */
export type Ending = Extract<LegTransition, { readonly type: 'Canceled' | 'Expired' }>

export type Consequence =
  | Extract<LegTransition, { readonly type: 'Armed' | 'Resized' }>
  | Ending
  /** The leg's child is for all shares that the entry has filled [conditional.grow]. */
  | { readonly type: 'Works'; readonly quantity: Leg['quantity']; readonly fill: EntryFill }

/**
 * The consequence for the other leg; null if it stays as it is. `legs` are all legs of the group.
 */
export function otherAfter(
  other: Leg,
  changed: Leg,
  transition: LegTransition,
  legs: readonly Leg[],
): Consequence | null {
  if (other.leg === changed.leg || !isLegOpen(other.status)) return null
  if (changed.leg === 'ENTRY') return exitAfterEntry(other, changed, transition, legs)
  return other.leg === 'ENTRY'
    ? entryAfterExit(other, transition)
    : exitAfterExit(other, transition)
}

/** The exits begin with the first share of the entry, and grow with it [conditional.arm]. */
function exitAfterEntry(
  exit: Leg,
  entry: Leg,
  transition: LegTransition,
  legs: readonly Leg[],
): Consequence | null {
  switch (transition.type) {
    case 'PartiallyFilled':
    case 'Filled': {
      const quantity = entry.filledQuantity
      if (exit.leg === 'TAKE_PROFIT') return { type: 'Works', quantity, fill: transition }
      if (exit.status === 'ARMED') {
        return { type: 'Resized', quantity: add(exit.quantity, transition.execution.quantity) }
      }
      if (exit.status !== 'PENDING') return null
      const holdsShares = !legs.some(({ leg }) => leg === 'TAKE_PROFIT')
      return { type: 'Armed', quantity, holdsShares, ...armedAt(exit, transition.execution.price) }
    }
    case 'Canceled':
    case 'Expired':
    case 'Rejected':
      // [conditional.entry-ends]
      return exit.status === 'PENDING' ? { type: 'Canceled', reason: 'entry-ended' } : null
    default:
      return null
  }
}

/** The mark and the stop of an exit that begins to wait; the mark is the price of the fill. */
const armedAt = (exit: Leg, price: Price): Pick<Leg, 'mark' | 'stopPrice'> => ({
  mark: exit.type === 'TRAILING_STOP' ? price : null,
  stopPrice: stopAt(exit, price) ?? null,
})

function entryAfterExit(entry: Leg, transition: LegTransition): Consequence | null {
  switch (transition.type) {
    case 'PartiallyFilled':
    case 'Filled':
      return { type: 'Canceled', reason: 'exit-began' }
    case 'Canceled':
    case 'Rejected':
      return { type: 'Canceled', reason: 'exit-ended' }
    case 'Expired':
      // The order of a DAY entry expires by itself at the same close.
      return entry.timeInForce === 'GTC' ? { type: 'Expired' } : null
    default:
      return null
  }
}

function exitAfterExit(other: Leg, transition: LegTransition): Consequence | null {
  switch (transition.type) {
    case 'PartiallyFilled':
      return {
        type: 'Resized',
        quantity: subtract(other.quantity, transition.execution.quantity),
      }
    case 'Filled':
      return { type: 'Canceled', reason: 'other-exit-filled' }
    case 'Expired':
      return { type: 'Expired' }
    case 'Canceled':
    case 'Rejected':
      return { type: 'Canceled', reason: 'other-exit-ended' }
    default:
      return null
  }
}

/**
 * The end of the other leg before a leg is triggered, so that the hold that they share is free.
 * Null if the other leg stays as it is.
 */
export function endBeforeTrigger(other: Leg, triggered: Leg): Ending | null {
  if (other.leg === triggered.leg || !isLegOpen(other.status)) return null
  if (triggered.leg === 'ENTRY') return null
  const reason = other.leg === 'ENTRY' ? 'exit-began' : 'other-exit-triggered'
  return { type: 'Canceled', reason }
}

/**
 * The status of the group: that of its open leg, or else the way in which it ended. The exits of an
 * entry decide only once it has filled something.
 */
export function groupStatus(legs: readonly Leg[]): Leg['status'] {
  const order = ['ARMED', 'TRIGGERED', 'FILLED', 'REJECTED', 'EXPIRED', 'CANCELED'] as const
  const deciding = decidingLegs(legs)
  return order.find((status) => deciding.some((leg) => leg.status === status)) ?? 'CANCELED'
}

function decidingLegs(legs: readonly Leg[]): readonly Leg[] {
  const entry = legs.find(({ leg }) => leg === 'ENTRY')
  if (entry === undefined || isLegOpen(entry.status)) return legs
  return entry.filledQuantity.eq(NO_QUANTITY) ? [entry] : legs.filter((leg) => leg !== entry)
}
