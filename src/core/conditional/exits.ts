/** The orders of a take profit whose entry is filled: the first one, and larger ones after it. */
import { type Applied, applyTransition, eventTime } from '../account/account'
import { orderIdOf } from '../ids'
import type { Price, Quantity } from '../money'
import type { Order } from '../order/order'
import type { Instant } from '../time'
import { type AppliedLeg, applyLegTransition } from './apply'
import type { Leg } from './leg'
import { type ChildFacts, placeChild } from './trigger'

/**
 * A leg with its new child. `canceled` is the child that the new one replaces; null for a first
 * child.
 */
export interface WorkingLeg {
  readonly canceled: Applied | null
  readonly leg: AppliedLeg
  readonly child: Applied
}

/**
 * Places the first child of an exit without a trigger, for the shares that its entry has filled
 * [conditional.arm].
 */
export function startExit(
  leg: Leg,
  quantity: Quantity,
  facts: ChildFacts,
  endsAt: Instant,
): WorkingLeg {
  const { account, at } = facts
  const orderId = orderIdOf(account.accountId, eventTime(account, at), account.seq + 2)
  const started = applyLegTransition(facts, leg, { type: 'Started', quantity, orderId }, at)
  const child = placeChild({ ...leg, quantity }, { ...facts, ...started }, endsAt, orderId)
  return { canceled: null, leg: started, child }
}

/**
 * Replaces the child of a leg by one with other terms, as an amendment does [conditional.grow]. The
 * quantity counts what the leg has already filled.
 */
export function replaceChild(
  leg: Leg,
  child: Order,
  terms: { readonly quantity: Quantity; readonly limitPrice: Price | null },
  facts: ChildFacts,
): WorkingLeg {
  const { account, at, holding } = facts
  // The old child's end and the leg's event come before the acceptance of the new child.
  const orderId = orderIdOf(account.accountId, eventTime(account, at), account.seq + 3)
  const canceled = applyTransition(
    { account, holding, order: child },
    { type: 'Canceled', reason: 'amended', replacedBy: orderId },
    at,
  )
  const replaced = applyLegTransition(canceled, leg, { type: 'Replaced', ...terms, orderId }, at)
  const next = { ...facts, account: replaced.account, holding: replaced.holding }
  const { orderId: replaces, validUntil } = child
  return {
    canceled,
    leg: replaced,
    child: placeChild({ ...leg, ...terms }, next, validUntil, orderId, replaces),
  }
}
