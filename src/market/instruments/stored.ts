/** Imported instruments in the database, with groups and follows as a file's cells. */
import { readFollows, writtenFollows } from './follows'
import { readGroups, writtenGroups } from './groups'
import type { ListedInstrument } from './listed'

export type StoredInstrument = Omit<ListedInstrument, 'groups' | 'follows'> & {
  /** Null in rows older than this column: the listed namesake's groups apply. */
  readonly groups: string | null
  readonly follows: string | null
}

export const asStored = (instrument: ListedInstrument): StoredInstrument => ({
  ...instrument,
  groups: writtenGroups(instrument.groups),
  follows: writtenFollows(instrument.follows),
})

/** Reads what `asStored` wrote; throws if a cell was changed to something invalid. */
export function asListed(
  stored: readonly StoredInstrument[],
  listed: readonly ListedInstrument[],
): readonly ListedInstrument[] {
  const ours = new Map(listed.map((each) => [each.symbol, each]))
  return stored.map((each) => {
    const before = ours.get(each.symbol)
    const follows = each.follows === null ? (before?.follows ?? null) : readFollows(each.follows)
    if (follows !== null && 'reason' in follows) {
      throw new Error(`${each.symbol}: ${follows.reason}`)
    }
    const groups = each.groups === null ? (before?.groups ?? []) : readGroups(each.groups)
    if ('reason' in groups) throw new Error(`${each.symbol}: ${groups.reason}`)
    return { ...each, groups, follows }
  })
}
