/** One table's rows in a batch, in memory. */

/** The id of an account's own row among its rows. */
export const ITSELF = ''

/** A row as it was stored, null where it is new, and as the commands leave it. */
interface Entry<Row> {
  readonly before: Row | null
  after: Row
  isWritten: boolean
}

/**
 * Rows by their account and their id: those that were loaded, and those that the commands have
 * added or changed. In two steps, since a text made of both would be made, and hashed, for each of
 * the dozen looks that an order takes.
 */
export function batchTable<Row extends { readonly accountId: string }>(
  loaded: readonly Row[],
  idOf: (row: Row) => string,
) {
  const accounts = new Map<string, Map<string, Entry<Row>>>()
  const written: Entry<Row>[] = []

  function entryOf(row: Row, isStored: boolean): Entry<Row> {
    const known = accounts.get(row.accountId)
    const rows = known ?? new Map<string, Entry<Row>>()
    if (known === undefined) accounts.set(row.accountId, rows)
    const id = idOf(row)
    const found = rows.get(id)
    if (found !== undefined) return found
    const entry = { before: isStored ? row : null, after: row, isWritten: false }
    rows.set(id, entry)
    return entry
  }
  for (const row of loaded) entryOf(row, true)

  const after = ({ after }: Entry<Row>): Row => after
  const rowsOf = (accountId: string): Row[] =>
    [...(accounts.get(accountId)?.values() ?? [])].map(after)

  return {
    get: (accountId: string, id: string): Row | undefined =>
      accounts.get(accountId)?.get(id)?.after,
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
    changes: (): readonly { readonly before: Row | null; readonly after: Row }[] => written,
  }
}
