/**
 * The order that a leg places, its child. The child's clientOrderId names its leg. No client can
 * send an id of that form, since it contains a space [conditional.child-key].
 */
import { subtract } from '../money'
import type { Execution, Order, OrderRequest, OrderTransition } from '../order/order'
import { type Instant, isBefore } from '../time'
import {
  GROUP_ENDS,
  type GroupEnd,
  LEG_NAMES,
  type Leg,
  type LegName,
  type LegTransition,
} from './leg'

const CHILD_KEY = /^(cnd_[0-9A-Za-z_]+) ([A-Z_]+) \d+$/

/** The clientOrderId of a child. `ordinal` is 1 for the first child of the leg, 2 for the next. */
const childKeyOf = ({ groupId, leg }: Pick<Leg, 'groupId' | 'leg'>, ordinal: number): string =>
  `${groupId} ${leg} ${ordinal}`

export interface Parent {
  readonly groupId: string
  readonly leg: LegName
}

/** The leg that placed the order; null if a client placed it. */
export function parentOf({ clientOrderId }: Pick<Order, 'clientOrderId'>): Parent | null {
  // Clients place nearly all orders, so most calls end here.
  if (!clientOrderId.includes(' ')) return null
  const [, groupId, name] = CHILD_KEY.exec(clientOrderId) ?? []
  const leg = LEG_NAMES.find((each) => each === name)
  return groupId === undefined || leg === undefined ? null : { groupId, leg }
}

/**
 * Why the leg's conditional order has canceled the child: the record of the child has no reason.
 * Null if the child ended by itself or by a request of its client [paper.explanation-group].
 */
export function groupEndOf(
  leg: Pick<Leg, 'orderId' | 'reason' | 'status'>,
  child: Pick<Order, 'orderId' | 'status'>,
): GroupEnd | 'conditional-order-expired' | null {
  if (leg.orderId !== child.orderId || child.status !== 'CANCELED') return null
  if (leg.status === 'EXPIRED') return 'conditional-order-expired'
  return GROUP_ENDS.find((reason) => reason === leg.reason) ?? null
}

/** The request of the leg's next child, for the shares that the leg still has to fill. */
export const childRequest = (leg: Leg): OrderRequest => ({
  clientOrderId: childKeyOf(leg, leg.children + 1),
  symbol: leg.symbol,
  side: leg.side,
  orderType: leg.limitPrice === null ? 'MARKET' : 'LIMIT',
  timeInForce: 'DAY',
  quantity: subtract(leg.quantity, leg.filledQuantity),
  limitPrice: leg.limitPrice,
})

/**
 * Whether the leg outlives its child. A GTC leg does, since its child is for the day
 * [conditional.gtc].
 */
export const outlivesChild = (leg: Leg, at: Instant): boolean =>
  leg.timeInForce === 'GTC' && isBefore(at, leg.validUntil)

/**
 * What a change of the child means for its leg; null if the leg does not change. If a leg outlives
 * its child, it does not change when the child is `Expired`: whoever ends the child places the next
 * one.
 */
export function followed(
  leg: Leg,
  child: Order,
  transition: OrderTransition,
): LegTransition | null {
  switch (transition.type) {
    case 'PartiallyFilled':
    case 'Filled':
      return filling(leg, transition.execution, child.validUntil)
    case 'CancelRequested':
      return null
    case 'Canceled':
      return { type: 'Canceled', reason: child.cancelReason }
    case 'Expired':
      return outlivesChild(leg, child.updatedAt) ? null : { type: 'Expired' }
    case 'Rejected':
      return { type: 'Rejected', reason: transition.reason }
  }
}

function filling(leg: Leg, execution: Execution, endsAt: Instant): LegTransition {
  const isWhole = leg.filledQuantity.plus(execution.quantity).eq(leg.quantity)
  return { type: isWhole ? 'Filled' : 'PartiallyFilled', execution, endsAt }
}
