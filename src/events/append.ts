/** Writing the accounts' event logs: one row for each change of an order [stream.event]. */
import type { OrderEvent } from '../core/order/event'
import { insertMany } from '../store/pg/bulk'
import { orderEvents } from '../store/schema'

const insertEventRows = insertMany(orderEvents)

export const insertEvents = (events: readonly OrderEvent[]) =>
  insertEventRows(
    events.map(({ accountId, seq, order, fill }) => ({
      accountId,
      seq,
      orderId: order.orderId,
      status: order.status,
      filledQuantity: order.filledQuantity,
      filledAmount: order.filledAmount,
      fillId: fill?.fillId ?? null,
      occurredAt: order.updatedAt,
    })),
  )
