/**
 * Amends an order: another order takes its place, with its holds, in one step of the account's log
 * [amend.replace].
 */
import { type Applied, applyTransition, eventTime } from '../account/account'
import { assert } from '../assert'
import { parentOf } from '../conditional/child'
import { orderIdOf } from '../ids'
import { type Price, type Quantity, subtract } from '../money'
import { isRefused, type Refused, refused, refusedParam } from '../refusals'
import { CANCEL_REFUSALS, FINAL } from './cancel'
import type { Order, OrderToPlace, TimeInForce } from './order'
import { lockRefusal, PLACE_REFUSALS, type PlaceFacts, place, replay } from './place'

/** The terms to change; null if a term stays as it is. */
export interface Amendment {
  readonly clientOrderId: string
  /** Shares, including the ones that are already filled [amend.quantity]. */
  readonly quantity: Quantity | null
  readonly limitPrice: Price | null
  readonly timeInForce: TimeInForce | null
}

/** Every refusal of amending, apart from the refusals of a malformed request. */
export const AMEND_REFUSALS = [
  'limit-price-not-allowed',
  ...PLACE_REFUSALS,
  ...CANCEL_REFUSALS,
  'cancel-pending',
  'placed-by-conditional-order',
  'below-filled-quantity',
] as const
export type AmendRefusal = (typeof AMEND_REFUSALS)[number]

export type Amended =
  | { readonly canceled: Applied; readonly accepted: Applied }
  | { readonly replayed: Order }

/** The order that takes the place of the other one. Its quantity is what is left to fill. */
export const replacementOf = (order: Order, amendment: Amendment): OrderToPlace => ({
  clientOrderId: amendment.clientOrderId,
  symbol: order.symbol,
  side: order.side,
  orderType: order.orderType,
  timeInForce: amendment.timeInForce ?? order.timeInForce,
  quantity: subtract(amendment.quantity ?? order.quantity, order.filledQuantity),
  limitPrice: amendment.limitPrice ?? order.limitPrice,
  replaces: order.orderId,
})

/**
 * Amends the order. `facts` describe the order that takes its place. That order is decided on the
 * account without the other order's holds [amend.hold]. If it is refused, the other one stays
 * [amend.refused].
 */
export function amend(
  order: Order,
  amendment: Amendment,
  facts: PlaceFacts,
): Amended | Refused<AmendRefusal> {
  if (order.orderType === 'MARKET' && amendment.limitPrice !== null) {
    return refusedParam('limit-price-not-allowed', 'limitPrice')
  }
  const request = replacementOf(order, amendment)
  const known = replay(request, facts.prior) ?? lockRefusal(facts) ?? stateRefusal(order, amendment)
  if (known !== undefined) return known
  const { account, holding, now } = facts
  // The old order's end is the account's next event, and the acceptance of the new order follows
  // it.
  const replacedBy = orderIdOf(account.accountId, eventTime(account, now), account.seq + 2)
  const canceled = applyTransition(
    { account, holding, order },
    { type: 'Canceled', reason: 'amended', replacedBy },
    now,
  )
  const placement = place(request, {
    ...facts,
    account: canceled.account,
    holding: canceled.holding,
  })
  if (isRefused(placement) || 'replayed' in placement) return placement
  const { accepted } = placement
  assert(accepted.order.orderId === replacedBy, `${order.orderId} names the order that replaces it`)
  return { canceled, accepted }
}

function stateRefusal(order: Order, { quantity }: Amendment) {
  const final = FINAL[order.status]
  if (final !== undefined) return refused(final) // [amend.fill-first]
  // [amend.pending]
  if (order.status === 'PENDING_CANCEL') return refused('cancel-pending')
  // [amend.conditional]
  if (parentOf(order) !== null) return refused('placed-by-conditional-order')
  // [amend.quantity]
  if (quantity?.lte(order.filledQuantity)) {
    return refusedParam('below-filled-quantity', 'quantity', {
      quantity: quantity.toFixed(),
      filledQuantity: order.filledQuantity.toFixed(),
    })
  }
  return undefined
}
