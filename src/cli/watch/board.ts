/** What is known of the account's orders, and how a message changes it. Pure. */

import { isOpen } from '../../core/order/order'
import type { OrderEvent, StreamState } from '../../sdk'

export type BoardOrder = OrderEvent['order']

export interface Board {
  /** The open ones by id, in the order of their arrival. */
  readonly orders: ReadonlyMap<string, BoardOrder>
  /** Null until the open orders have been read: events wait for them, to be applied on top. */
  readonly waiting: readonly OrderEvent[] | null
  /** The last ones, oldest first. */
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

/** The open orders as they were read after the subscription had begun; newest first. */
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
