/**
 * The order that a leg places, its child. The child's clientOrderId names its leg: no client can
 * send one of that form, since it has a space [conditional.child-key].
 */
import { subtract } from '../money'
import type { Execution, Order, OrderRequest, OrderTransition } from '../order/order'
import { type Instant, isBefore } from '../time'
import { LEG_NAMES, type Leg, type LegName, type LegTransition } from './leg'

const CHILD_KEY = /^(cnd_[0-9A-Za-z_]+) ([A-Z_]+) \d+$/

/** `ordinal`: 1 for the first child of the leg, 2 for the next. */
const childKeyOf = ({ groupId, leg }: Pick<Leg, 'groupId' | 'leg'>, ordinal: number): string =>
  `${groupId} ${leg} ${ordinal}`

export interface Parent {
  readonly groupId: string
  readonly leg: LegName
}

/** The leg that has placed the order; null: a client has. */
export function parentOf({ clientOrderId }: Pick<Order, 'clientOrderId'>): Parent | null {
  // Nearly all orders are a client's: one look is enough for them.
  if (!clientOrderId.includes(' ')) return null
  const [, groupId, name] = CHILD_KEY.exec(clientOrderId) ?? []
  const leg = LEG_NAMES.find((each) => each === name)
  return groupId === undefined || leg === undefined ? null : { groupId, leg }
}

/** The request of the leg's next child, for what is left of it. */
export const childRequest = (leg: Leg): OrderRequest => ({
  clientOrderId: childKeyOf(leg, leg.children + 1),
  symbol: leg.symbol,
  side: leg.side,
  orderType: leg.limitPrice === null ? 'MARKET' : 'LIMIT',
  timeInForce: 'DAY',
  quantity: subtract(leg.quantity, leg.filledQuantity),
  limitPrice: leg.limitPrice,
})

/** A GTC leg outlives its child, which is for the day [conditional.gtc]. */
export const outlivesChild = (leg: Leg, at: Instant): boolean =>
  leg.timeInForce === 'GTC' && isBefore(at, leg.validUntil)

/**
 * What a change of the child means for its leg; null: nothing. `Expired` of a leg that outlives its
 * child means nothing either: whoever ends the child places the next one.
 */
export function followed(
  leg: Leg,
  child: Order,
  transition: OrderTransition,
): LegTransition | null {
  switch (transition.type) {
    case 'PartiallyFilled':
    case 'Filled':
      return filling(leg, transition.execution)
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

function filling(leg: Leg, { quantity }: Execution): LegTransition {
  const isWhole = leg.filledQuantity.plus(quantity).eq(leg.quantity)
  return { type: isWhole ? 'Filled' : 'PartiallyFilled', quantity }
}
