/** Imported instruments as the database has them: groups and followed ones are a file's cells. */
import { readFollows, writtenFollows } from './follows'
import { readGroups, writtenGroups } from './groups'
import type { ListedInstrument } from './listed'

export type StoredInstrument = Omit<ListedInstrument, 'groups' | 'follows'> & {
  /** Null: it was stored before files said so, then it has those of the listed one. */
  readonly groups: string | null
  readonly follows: string | null
}

export const asStored = (instrument: ListedInstrument): StoredInstrument => ({
  ...instrument,
  groups: writtenGroups(instrument.groups),
  follows: writtenFollows(instrument.follows),
})

/** What `asStored` stored; throws where it was changed to what no file may say. */
export function asListed(
  stored: readonly StoredInstrument[],
  listed: readonly ListedInstrument[],
): readonly ListedInstrument[] {
  const ours = new Map(listed.map((each) => [each.symbol, each]))
  return stored.map((each) => {
    const before = ours.get(each.symbol)
    const follows = each.follows === null ? (before?.follows ?? null) : readFollows(each.follows)
    if (follows !== null && 'reason' in follows)
      throw new Error(`${each.symbol}: ${follows.reason}`)
    const groups = each.groups === null ? (before?.groups ?? []) : readGroups(each.groups)
    if ('reason' in groups) throw new Error(`${each.symbol}: ${groups.reason}`)
    return { ...each, groups, follows }
  })
}
