/** Where a page of a list in time begins: candles, or points of an account's history. */
import { idOfCursor, type ListKey } from './page'
import { type Refused, refusedParam } from './refusals'
import { atMs, type Instant, isBefore } from './time'

const EPOCH_MS = /^\d{1,14}$/

export interface SpanQuery {
  /** Inclusive. */
  readonly from: Instant | null
  readonly to: Instant | null
  /** Of the page before; its id is the time in milliseconds of that page's last row. */
  readonly cursor: string | null
}

/** The earliest time of the page's rows; null: the newest rows are asked for. */
export function pageStart(
  { from, to, cursor }: SpanQuery,
  list: ListKey,
): Instant | null | Refused<'invalid-range' | 'invalid-cursor'> {
  if (from !== null && to !== null && isBefore(to, from)) {
    return refusedParam('invalid-range', 'from')
  }
  if (cursor === null) return from
  const id = idOfCursor(list, cursor)
  // A cursor's mark is not a signature: the rest of it is checked too.
  if (id === undefined || !EPOCH_MS.test(id)) return refusedParam('invalid-cursor', 'cursor')
  const next = atMs(Number.parseInt(id, 10) + 1)
  return from !== null && isBefore(next, from) ? from : next
}
