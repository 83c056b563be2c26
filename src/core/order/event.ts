/**
 * One line of an account's event log, with the order after the event [stream.event].
 *
 * The record of a past event is exact. An order's terms never change, and the log keeps what does
 * change. The few other facts follow from the event's status.
 */
import type { Amount, Quantity } from '../money'
import type { Instant } from '../time'
import type { Fill } from './fill'
import type { Order, OrderStatus } from './order'

/** An order as clients see it: without the cash that it holds, and without its place in a queue. */
export type ShownOrder = Omit<
  Order,
  'seq' | 'holdPrice' | 'heldCash' | 'validUntil' | 'queueAhead' | 'queueMovedAt'
>

export interface OrderEvent {
  readonly accountId: string
  /** The number of the event: 1, 2, 3 … per account [stream.seq]. */
  readonly seq: number
  /** The order after the event. Its `updatedAt` is the event's time. */
  readonly order: ShownOrder
  /** The execution; null if the event is not an execution. */
  readonly fill: Fill | null
}

/** The part of an order that the log keeps at each event. */
export interface LoggedState {
  readonly status: OrderStatus
  readonly filledQuantity: Quantity
  readonly filledAmount: Amount
  readonly occurredAt: Instant
}

/**
 * Rebuilds the order after an event from the order as it is now, which later events may have
 * canceled or rejected.
 */
export function orderAfter(now: ShownOrder, logged: LoggedState): ShownOrder {
  const { occurredAt, ...state } = logged
  return {
    ...now,
    ...state,
    updatedAt: occurredAt,
    rejectReason: state.status === 'REJECTED' ? now.rejectReason : null,
    cancelReason: state.status === 'CANCELED' ? now.cancelReason : null,
    replacedBy: state.status === 'CANCELED' ? now.replacedBy : null,
    cancelRequestedAt: FOLLOWS_A_REQUEST[state.status] ? now.cancelRequestedAt : null,
  }
}

/**
 * Whether the event of a status came after the order's cancel request, if the order has one. After
 * a request an order can only become FILLED or CANCELED [life.cancel], so the request of an order
 * in these two statuses came first.
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
