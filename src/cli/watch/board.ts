/** The account's open orders and last events, and how a message changes them. Pure. */

import { isOpen } from '../../core/order/order'
import type { OrderEvent, StreamState } from '../../sdk'

export type BoardOrder = OrderEvent['order']

export interface Board {
  /** The open orders by id, the oldest first. */
  readonly orders: ReadonlyMap<string, BoardOrder>
  /** Events that wait until the open orders have been read, to be applied to them; then null. */
  readonly waiting: readonly OrderEvent[] | null
  /** The oldest first. */
  readonly events: readonly OrderEvent[]
  readonly stream: StreamState
  readonly accountId: string | null
  readonly lastSeq: number | null
}

const EVENTS_KEPT = 100

export const EMPTY: Board = {
  orders: new Map(),
  waiting: [],
  events: [],
  stream: { state: 'connecting' },
  accountId: null,
  lastSeq: null,
}

export function withState(board: Board, stream: StreamState): Board {
  if (stream.state !== 'live') return { ...board, stream }
  const { accountId, since } = stream
  return { ...board, stream, accountId, lastSeq: board.lastSeq ?? since }
}

export function withEvent(board: Board, event: OrderEvent): Board {
  const seen = {
    ...board,
    events: [...board.events, event].slice(-EVENTS_KEPT),
    lastSeq: event.seq,
  }
  if (board.waiting !== null) return { ...seen, waiting: [...board.waiting, event] }
  return { ...seen, orders: changed(board.orders, [event]) }
}

/** `open`: the orders as they were read after the subscription began, newest first. */
export function withOpenOrders(board: Board, open: readonly BoardOrder[]): Board {
  const read = new Map(open.toReversed().map((order) => [order.orderId, order]))
  return { ...board, orders: changed(read, board.waiting ?? []), waiting: null }
}

function changed(
  orders: ReadonlyMap<string, BoardOrder>,
  events: readonly OrderEvent[],
): ReadonlyMap<string, BoardOrder> {
  const after = new Map(orders)
  for (const { order } of events) {
    if (isOpen(order.status)) after.set(order.orderId, order)
    else after.delete(order.orderId)
  }
  return after
}
