/**
 * Keyset paging: a cursor names the list and the last row of a page, so that new rows neither
 * repeat nor hide others [page.stable].
 */
import { type Refused, refusedParam } from '../../core/refusals'
import { atMs, type Instant, isBefore } from '../../core/time'

const EPOCH_MS = /^\d{1,14}$/

export interface SpanQuery {
  /** Inclusive. */
  readonly from: Instant | null
  readonly to: Instant | null
  /** The cursor of the page before. Its id is the time of that page's last row, in milliseconds. */
  readonly cursor: string | null
}

/** The earliest time of the page's rows; null for the newest rows. */
export function pageStart(
  { from, to, cursor }: SpanQuery,
  list: ListKey,
): Instant | null | Refused<'invalid-range' | 'invalid-cursor'> {
  if (from !== null && to !== null && isBefore(to, from)) {
    return refusedParam('invalid-range', 'from') // [time.range]
  }
  if (cursor === null) return from
  const id = idOfCursor(list, cursor)
  // A cursor's mark is no signature, so its id is checked, too.
  if (id === undefined || !EPOCH_MS.test(id)) return refusedParam('invalid-cursor', 'cursor')
  const next = atMs(Number.parseInt(id, 10) + 1)
  return from !== null && isBefore(next, from) ? from : next
}

/** A list's name, account and filters, in a fixed order [page.cursor]. */
export type ListKey = readonly (string | null)[]

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

/** The list's mark and the id of the page's last row, opaque to clients. */
export const cursorAfter = (list: ListKey, lastId: string): string =>
  Buffer.from(`${markOf(list)}.${lastId}`).toString('base64url')

/** An id or a symbol. Nothing else from a cursor enters a query. */
const ID = /^[\w.-]+$/

/** The cursor's id; undefined if this server has not made it for this list. */
export function idOfCursor(list: ListKey, cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const id = text.slice(`${markOf(list)}.`.length)
  return ID.test(id) && cursorAfter(list, id) === cursor ? id : undefined
}

/** Cuts a page from rows; the caller has read one row more than the limit. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  list: ListKey,
  idOf: (row: Row) => string,
): Page<Row> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const more = found.length > limit && last !== undefined
  return { rows, nextCursor: more ? cursorAfter(list, idOf(last)) : null }
}

interface CursorQuery {
  readonly cursor: string | null
  readonly limit: number
}

/**
 * Reads a page of a list whose cursor is the id of a row. `read` gets the id of the page before's
 * last row, and one row more than the page holds, which shows whether there is a next page.
 */
export async function readPage<Row>(
  list: ListKey,
  { cursor, limit }: CursorQuery,
  read: (before: string | null, limit: number) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
): Promise<Page<Row> | Refused<'invalid-cursor'>> {
  const before = cursor === null ? null : idOfCursor(list, cursor) // [page.cursor]
  if (before === undefined) return refusedParam('invalid-cursor', 'cursor')
  return pageOf(await read(before, limit + 1), limit, list, idOf)
}

/** FNV-1a, 64 bits: no secret, only a mark that distinguishes lists. */
function markOf(list: ListKey): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(JSON.stringify(list))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(36)
}
