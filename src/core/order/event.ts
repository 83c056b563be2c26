/**
 * One line of an account's event log with the order as it stood after it (D9).
 *
 * The record of a past event is exact: an order's terms never change, the log keeps what does, and
 * the few facts that it does not keep follow from the event's status.
 */

import type { Amount, Quantity } from '../money'
import type { Instant } from '../time'
import type { Fill } from './fill'
import type { Order, OrderStatus } from './order'
import type { Posted } from './post'

/** An order as it is shown: what the account still holds for it is not part of that. */
export type ShownOrder = Omit<
  Order,
  'seq' | 'holdPrice' | 'heldCash' | 'validUntil' | 'queueAhead' | 'queueMovedAt'
>

export interface OrderChange {
  readonly accountId: string
  /** 1, 2, 3 … per account. */
  readonly seq: number
  /** As it stood after the event; its `updatedAt` is the event's time. */
  readonly order: ShownOrder
  /** Null where the event is no execution. */
  readonly fill: Fill | null
}

/** What has just been booked. */
export function changeOf({ entry, standing: { account, order } }: Posted): OrderChange {
  const { accountId, seq, at, fill } = entry
  const { orderId, clientOrderId, symbol, side } = order
  const { fillProfile } = account
  const names = { orderId, clientOrderId, symbol, side, fillProfile }
  return { accountId, seq, order, fill: fill && { ...fill, ...names, filledAt: at } }
}

/** What the log keeps of an order at an event. */
export interface LoggedState {
  readonly status: OrderStatus
  readonly filledQuantity: Quantity
  readonly filledAmount: Amount
  readonly occurredAt: Instant
}

/**
 * The order as an event has left it, from the order as it is now: later events may have asked for
 * its cancellation or rejected it since.
 */
export function orderAfter(now: ShownOrder, logged: LoggedState): ShownOrder {
  const { occurredAt, ...state } = logged
  return {
    ...now,
    ...state,
    updatedAt: occurredAt,
    rejectReason: state.status === 'REJECTED' ? now.rejectReason : null,
    cancelReason: state.status === 'CANCELED' ? now.cancelReason : null,
    cancelRequestedAt: FOLLOWS_A_REQUEST[state.status] ? now.cancelRequestedAt : null,
  }
}

/**
 * A cancel request leaves PENDING_CANCEL only for FILLED or CANCELED, and these are final: an order
 * that has been asked to cancel had been asked before them (D5).
 */
const FOLLOWS_A_REQUEST: Readonly<Record<OrderStatus, boolean>> = {
  SUBMITTED: false,
  PARTIALLY_FILLED: false,
  PENDING_CANCEL: true,
  FILLED: true,
  CANCELED: true,
  EXPIRED: false,
  REJECTED: false,
}
