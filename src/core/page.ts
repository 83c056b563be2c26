/**
 * Keyset paging (D7): a cursor names the last row that was shown, and the list that it belongs to,
 * so rows that are added while paging neither repeat nor hide others.
 */

/** What one list is: its name, its account and its filters, in a fixed order. */
export type ListKey = readonly (string | null)[]

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

/** Opaque to callers: the list's mark and the id of the page's last row. */
export const cursorAfter = (list: ListKey, lastId: string): string =>
  Buffer.from(`${markOf(list)}.${lastId}`).toString('base64url')

/** An id (D2) or a symbol: what comes from a client goes into a query as this and nothing else. */
const ID = /^[\w.-]+$/

/** The id that the cursor names; undefined where it was not made for this list. */
export function idOfCursor(list: ListKey, cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const id = text.slice(`${markOf(list)}.`.length)
  return ID.test(id) && cursorAfter(list, id) === cursor ? id : undefined
}

/** Cuts a list that was asked for one row more than the page has. */
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

/** FNV-1a, 64 bits: not a secret, only a mark that tells lists apart. */
function markOf(list: ListKey): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(JSON.stringify(list))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(36)
}
