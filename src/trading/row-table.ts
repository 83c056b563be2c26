/** One table's rows, in memory. */

/** The id of an account's own row among its rows. */
export const ITSELF = ''

/** A row as it was stored, null where it is new, and as the commands leave it. */
interface Entry<Row> {
  readonly before: Row | null
  after: Row
  isWritten: boolean
}

/** Most accounts have one row in a batch: a map for it would cost more than all that it is for. */
interface OfAccount<Row> {
  readonly firstId: string
  readonly first: Entry<Row>
  others: Map<string, Entry<Row>> | null
}

/**
 * Rows by their account and their id: those that were loaded, and those that the commands have
 * added or changed. In two steps, since a text made of both would be made, and hashed, for each of
 * the dozen looks that an order takes.
 */
export function rowTable<Row extends { readonly accountId: string }>(
  loaded: readonly Row[],
  idOf: (row: Row) => string,
) {
  const accounts = new Map<string, OfAccount<Row>>()
  const written: Entry<Row>[] = []

  const found = (rows: OfAccount<Row> | undefined, id: string): Entry<Row> | undefined =>
    rows?.firstId === id ? rows.first : rows?.others?.get(id)

  function entryOf(row: Row, isStored: boolean): Entry<Row> {
    const rows = accounts.get(row.accountId)
    const id = idOf(row)
    const known = found(rows, id)
    if (known !== undefined) return known
    const entry = { before: isStored ? row : null, after: row, isWritten: false }
    if (rows === undefined) accounts.set(row.accountId, { firstId: id, first: entry, others: null })
    else {
      rows.others ??= new Map()
      rows.others.set(id, entry)
    }
    return entry
  }
  for (const row of loaded) entryOf(row, true)

  const after = ({ after }: Entry<Row>): Row => after
  function rowsOf(accountId: string): Row[] {
    const rows = accounts.get(accountId)
    if (rows === undefined) return []
    return rows.others === null
      ? [rows.first.after]
      : [rows.first, ...rows.others.values()].map(after)
  }

  return {
    get: (accountId: string, id: string): Row | undefined =>
      found(accounts.get(accountId), id)?.after,
    /** As it was stored; null if it is new or not there. */
    storedOf: (accountId: string, id: string): Row | null =>
      found(accounts.get(accountId), id)?.before ?? null,
    rowsOf,
    rows: (): Row[] => [...accounts.keys()].flatMap(rowsOf),
    /** Later commands see the row; it is not written. */
    keep(row: Row): void {
      entryOf(row, false).after = row
    },
    set(row: Row): void {
      const entry = entryOf(row, false)
      entry.after = row
      if (!entry.isWritten) written.push(entry)
      entry.isWritten = true
    },
    written: (): Row[] => written.map(after),
    added: (): Row[] => written.filter(({ before }) => before === null).map(after),
    changed: (): Row[] => written.filter(({ before }) => before !== null).map(after),
  }
}
