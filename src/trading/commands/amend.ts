/** Amends an order: another order replaces it in the same commit [amend.replace]. */
import { type Amendment, type AmendRefusal, amend, replacementOf } from '../../core/order/amend'
import type { Order } from '../../core/order/order'
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { Feed } from '../../market/feed'
import type { Command } from '../command'
import { endedIfOver } from './cancel'
import { forceCancel } from './forced'
import { placeFacts, recordAccepted } from './place'

export interface Replaced {
  /** The order that replaces the amended one. */
  readonly order: Order
  /** The amended order, which has ended. */
  readonly replaced: Order
  /** True if it was amended before, by the same clientOrderId [amend.replay]. */
  readonly replayed: boolean
}

export type AmendOutcome = Replaced | Refused<AmendRefusal>

/** `symbol` is the symbol of the order. */
export const amendCommand = (
  accountId: string,
  { orderId, symbol }: Pick<Order, 'orderId' | 'symbol'>,
  amendment: Amendment,
  feed: Feed,
  clientId = '',
): Command<AmendOutcome> => ({
  accountId,
  meetsOutcomes: true,
  symbols: [symbol],
  heldSymbols: [symbol],
  orderIds: [orderId],
  clientOrderIds: [amendment.clientOrderId],
  decide(rows, now) {
    const found = rows.order(accountId, orderId)
    if (found === undefined) return refused('order-not-found')
    const turn = { clientId, feed, now }
    const order = forceCancel(rows, endedIfOver(rows, found, feed.calendar, now), turn, ['at-once'])
    const facts = placeFacts(rows, accountId, replacementOf(order, amendment), feed, now)
    if (isRefused(facts)) return facts
    const amended = amend(order, amendment, facts)
    if (isRefused(amended)) return amended
    if ('replayed' in amended) return { order: amended.replayed, replaced: order, replayed: true }
    rows.record(amended.canceled)
    const accepted = recordAccepted(rows, amended.accepted, turn)
    return { order: accepted, replaced: amended.canceled.order, replayed: false }
  },
})
