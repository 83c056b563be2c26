/**
 * The account's event log (D9): one row for each change of an order's status or filled quantity.
 */
import type { Posted } from '../core/order/post'
import { insertMany } from '../store/pg/bulk'
import { orderEvents } from '../store/schema'

const insertEventRows = insertMany(orderEvents)

export const insertEvents = (posted: readonly Posted[]) =>
  insertEventRows(
    posted.map(({ entry: { at, fill, ...entry }, standing: { order } }) => ({
      ...entry,
      filledQuantity: order.filledQuantity,
      filledAmount: order.filledAmount,
      fillId: fill?.fillId ?? null,
      occurredAt: at,
    })),
  )
