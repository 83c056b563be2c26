/**
 * Carries out what follows from a change within a group of legs, in the commit of the change: for
 * the leg of an order, for the other legs of its group, and for their orders.
 */
import type { Account, Applied, Holding } from '../core/account/account'
import { assert } from '../core/assert'
import type { AppliedLeg } from '../core/conditional/apply'
import { followed, parentOf } from '../core/conditional/child'
import { replaceChild, startExit, type WorkingLeg } from '../core/conditional/exits'
import { type Consequence, type Ending, otherAfter } from '../core/conditional/group'
import { isLegOpen, type Leg, type LegTransition } from '../core/conditional/leg'
import { isOpen, type Order, type OrderTransition } from '../core/order/order'
import type { BidAsk } from '../core/quote'
import type { Instant } from '../core/time'

/** The rows that a change within a group reads and changes. */
export interface LegRows {
  account(accountId: string): Account | undefined
  holding(accountId: string, symbol: string): Holding
  order(accountId: string, orderId: string): Order | undefined
  leg(accountId: string, id: Pick<Leg, 'groupId' | 'leg'>): Leg | undefined
  group(accountId: string, groupId: string): readonly Leg[]
  apply(found: Order, transition: OrderTransition, marketAt: Instant): Order
  applyLeg(leg: Leg, transition: LegTransition, marketAt: Instant): Leg
  record(applied: Applied): void
  recordChild(child: Applied): void
  recordLeg(applied: AppliedLeg): void
}

/** The instant in the market, and the quote that an order placed then meets. */
interface Moment {
  readonly at: Instant
  readonly quote: BidAsk | undefined
}

/** Applies a child's change to its leg [conditional.together]. */
export function followChild(
  rows: LegRows,
  child: Order,
  transition: OrderTransition,
  quote: BidAsk | undefined,
): void {
  const parent = parentOf(child)
  if (parent === null) return
  const leg = rows.leg(child.accountId, parent)
  assert(leg !== undefined, `the leg of ${child.orderId} was loaded`)
  if (leg.orderId !== child.orderId || !isLegOpen(leg.status)) return
  const next = followed(leg, child, transition)
  if (next === null) return
  const at = child.updatedAt
  followLeg(rows, rows.applyLeg(leg, next, at), next, { at, quote })
}

/** Applies the transition, and its consequences for the other legs of the group. */
export function applyLegAndOthers(
  rows: LegRows,
  leg: Leg,
  transition: LegTransition,
  at: Instant,
): void {
  followLeg(rows, rows.applyLeg(leg, transition, at), transition, { at, quote: undefined })
}

/** Applies the consequences of a transition to the other legs of the group. */
export function followLeg(
  rows: LegRows,
  changed: Leg,
  transition: LegTransition,
  moment: Moment,
): void {
  const legs = rows.group(changed.accountId, changed.groupId)
  if (changed.leg === 'ENTRY' && isEnding(rows, legs)) return
  for (const other of legs) {
    const next = otherAfter(other, changed, transition, legs)
    if (next !== null) carryOut(rows, other, next, moment)
  }
}

/**
 * Whether a cancel of an exit is pending: its end will end all exits, so none of them grows until
 * then.
 */
const isEnding = (rows: LegRows, legs: readonly Leg[]): boolean =>
  legs.some((leg) => leg.leg !== 'ENTRY' && openChild(rows, leg)?.status === 'PENDING_CANCEL')

function carryOut(rows: LegRows, leg: Leg, next: Consequence, { at, quote }: Moment): void {
  switch (next.type) {
    case 'Armed':
    case 'Resized':
      rows.applyLeg(leg, next, at)
      return
    case 'Canceled':
    case 'Expired':
      endLeg(rows, leg, next, at)
      return
    case 'Works': {
      const { endsAt, execution } = next.fill
      const facts = { ...contextOf(rows, leg), hours: execution, quote, at }
      const child = openChild(rows, leg)
      const terms = { quantity: next.quantity, limitPrice: leg.limitPrice }
      if (leg.status === 'PENDING') {
        recordWorking(rows, startExit(leg, next.quantity, facts, endsAt))
      } else if (child !== undefined) {
        recordWorking(rows, replaceChild(leg, child, terms, facts))
      }
    }
  }
}

export function recordWorking(rows: LegRows, { canceled, leg, child }: WorkingLeg): void {
  // The leg lives on, so nothing follows from the end of its old child.
  if (canceled !== null) rows.record(canceled)
  rows.recordLeg(leg)
  rows.recordChild(child)
}

/** Ends a leg and its child at once, as the broker may without asking the market. */
export function endLeg(rows: LegRows, leg: Leg, transition: Ending, at: Instant): void {
  const child = openChild(rows, leg)
  rows.applyLeg(leg, transition, at)
  if (child !== undefined) rows.apply(child, { type: 'Canceled' }, at)
}

/** Returns the leg's order; undefined if it has none at work. */
export function openChild(rows: LegRows, { accountId, orderId }: Leg): Order | undefined {
  const child = orderId === null ? undefined : rows.order(accountId, orderId)
  return child !== undefined && isOpen(child.status) ? child : undefined
}

/** Returns the account and the holding of the leg. */
export function contextOf(rows: LegRows, { accountId, symbol }: Leg) {
  const account = rows.account(accountId)
  assert(account !== undefined, `the account ${accountId} of a leg exists`)
  return { account, holding: rows.holding(accountId, symbol) }
}
