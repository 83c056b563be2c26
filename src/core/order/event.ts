/**
 * One line of an account's event log, with the order as it stood after it [stream.event].
 *
 * The record of a past event is exact: an order's terms never change, the log keeps what does, and
 * the few facts that it does not keep follow from the event's status.
 */
import type { Amount, Quantity } from '../money'
import type { Instant } from '../time'
import type { Fill } from './fill'
import type { Order, OrderStatus } from './order'

/** An order as clients see it: without the cash that it holds, and its place in a queue. */
export type ShownOrder = Omit<
  Order,
  'seq' | 'holdPrice' | 'heldCash' | 'validUntil' | 'queueAhead' | 'queueMovedAt'
>

export interface OrderEvent {
  readonly accountId: string
  /** 1, 2, 3 … per account [stream.seq]. */
  readonly seq: number
  /** As it stood after the event; its `updatedAt` is the event's time. */
  readonly order: ShownOrder
  /** Null where the event is no execution. */
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
 * The order as an event left it, from the order as it is now: later events may have canceled or
 * rejected it.
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
 * After a cancel request an order can only become FILLED or CANCELED [life.cancel]. So if such an
 * order has a request, the request came first.
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
