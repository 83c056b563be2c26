/** A cursor of an explanation: where its story goes on. */
import { quantity } from '../../../core/money'
import type { Bookmark } from '../../../core/order/explain/story'
import type { Order } from '../../../core/order/order'
import { cursorAfter, idOfCursor, type ListKey } from '../../../core/page'
import { atMs } from '../../../core/time'

const listOf = ({ accountId, orderId }: Order): ListKey => ['explanation', accountId, orderId]

export function cursorOf(mark: Bookmark, order: Order): string {
  const { at, fillsTold, queueAhead, queueMovedAt } = mark
  const parts = [at.epochMilliseconds, fillsTold, queueAhead.toFixed()]
  const moved = queueMovedAt === null ? [] : [queueMovedAt.epochMilliseconds]
  return cursorAfter(listOf(order), [...parts, ...moved].join('-'))
}

const PARTS = /^(\d{1,15})-(\d{1,9})-(\d{1,15}(?:\.\d{1,6})?)(?:-(\d{1,15}))?$/

/** Undefined for a cursor of another order. */
export function bookmarkOf(cursor: string, order: Order): Bookmark | undefined {
  const [, at, told, queueAhead, moved] = PARTS.exec(idOfCursor(listOf(order), cursor) ?? '') ?? []
  if (at === undefined || queueAhead === undefined) return undefined
  return {
    at: atMs(Number(at)),
    fillsTold: Number(told),
    queueAhead: quantity(queueAhead),
    queueMovedAt: moved === undefined ? null : atMs(Number(moved)),
  }
}
