/** Orders: placing through the desk, reading from the store. */

import type { Fill } from '../../core/fill'
import type { Order, OrderRequest } from '../../core/order'
import { idOfCursor, type ListKey, pageOf } from '../../core/page'
import { type Refused, refused, refusedParam } from '../../core/refusals'
import { type Instant, isBefore } from '../../core/time'
import type { Desk } from '../../engine/desk'
import { type PlaceOutcome, placeCommand } from '../../engine/place'
import type { Feed } from '../../market/feed'
import type { Database } from '../../store/database'
import { listFills } from '../../store/fills'
import { findOrder } from '../../store/orders'

export interface OrderDeps {
  readonly database: Database
  readonly desk: Desk
  readonly feed: Feed
}

export interface FillsAsked {
  readonly orderId: string | null
  readonly symbol: string | null
  readonly from: Instant | null
  readonly to: Instant | null
  readonly limit: number
  readonly cursor: string | null
}

export interface FillsPage {
  readonly rows: readonly Fill[]
  readonly nextCursor: string | null
}

export interface OrderService {
  place(accountId: string, request: OrderRequest): Promise<PlaceOutcome>
  find(accountId: string, orderId: string): Promise<Order | Refused<'order-not-found'>>
  fills(accountId: string, asked: FillsAsked): Promise<FillsPage | Refused<'invalid-cursor'>>
}

export const orderService = ({ database, desk, feed }: OrderDeps): OrderService => ({
  place: (accountId, request) => desk.carryOut(placeCommand(accountId, request, feed)),

  find: async (accountId, orderId) =>
    (await findOrder(database, { accountId, orderId })) ?? refused('order-not-found'),

  async fills(accountId, { cursor, limit, ...filter }) {
    const list = keyOf('fills', accountId, filter)
    const before = cursor === null ? null : idOfCursor(list, cursor)
    if (before === undefined) return refusedParam('invalid-cursor', 'cursor')
    const found = await listFills(database.drizzle, {
      accountId,
      ...filter,
      before,
      limit: limit + 1,
    })
    return pageOf(found, limit, list, ({ fillId }) => fillId)
  },
})

/** D1: `from` later than `to` is refused; an equal one is an empty range. */
export const rangeFault = (
  from: Instant | null,
  to: Instant | null,
): Refused<'invalid-range'> | undefined =>
  from !== null && to !== null && isBefore(to, from)
    ? refusedParam('invalid-range', 'from')
    : undefined

const keyOf = (
  name: string,
  accountId: string,
  filter: Pick<FillsAsked, 'orderId' | 'symbol' | 'from' | 'to'>,
): ListKey => [
  name,
  accountId,
  filter.orderId,
  filter.symbol,
  filter.from?.toString() ?? null,
  filter.to?.toString() ?? null,
]
