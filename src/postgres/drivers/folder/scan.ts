/**
 * Looks for pages of a folder that are not as PostgreSQL wrote them [durability.damage]: their
 * checksum says so, or, of a table or an index that was cut off, the pages of an index which name
 * pages that are not there.
 * Only for a folder that was closed in order, or that PostgreSQL has opened: before, its log may
 * still mend pages which a loss of power has torn.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { counted, plural } from '../../../lib/text'
import { type Damage, damageText, type ScanStep } from '../../damage'
import { highestPages } from './btree'
import { filesOf, type Relation, relationsIn, tablesOfIndexes } from './catalog'
import { readControl } from './layout'
import { PAGE_BYTES, PAGES_PER_FILE, Pages } from './pages'

/** Pages that are looked at without a pause: a millisecond's work. */
const PAGES_PER_STEP = 128

/** Smaller object ids are those of PostgreSQL itself. */
const FIRST_OWN = 16_384

/** Steps through the tables and indexes of the brokerage, and then those of PostgreSQL itself. */
export function* scan(whole: string, which: 'our own' | 'all'): Generator<ScanStep, void> {
  // Another program may have made the folder without them.
  if (!readControl(whole).hasChecksums) return
  const relations = relationsIn(whole)
  const names = namesOf(whole, relations)
  const isOwn = ({ oid }: Relation): boolean => oid >= FIRST_OWN
  const others = which === 'all' ? relations.filter((relation) => !isOwn(relation)) : []
  const cutOffs = new Set<Relation>()
  for (const relation of [...relations.filter(isOwn), ...others]) {
    yield* scanOne(whole, relation, names, cutOffs)
  }
}

/** What a start says after a look at so many pages; null: they are right. */
export function damageAtStart(
  whole: string,
  pagesMax: number,
  which: 'our own' | 'all' = 'our own',
): string | null {
  if (pagesMax === 0) return null
  let seen = 0
  for (const { pages, damage } of scan(whole, which)) {
    if (damage !== undefined) return damageText(damage)
    seen += pages
    if (seen >= pagesMax) return null
  }
  return null
}

interface Names {
  /** Of a table or index, as people read it. */
  of(relation: Relation): string
  tableOf(index: Relation): Relation | undefined
}

const TOAST = /^pg_toast_(\d+)/

function namesOf(whole: string, relations: readonly Relation[]): Names {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]))
  const tables = tablesOfIndexes(whole, relations)
  const tableOf = ({ oid }: Relation): Relation | undefined => byOid.get(tables.get(oid) ?? 0)
  return {
    tableOf,
    of(relation) {
      const owner = TOAST.exec(relation.name)?.[1]
      if (owner !== undefined) {
        return `the table ${byOid.get(Number(owner))?.name ?? relation.name} (its long values)`
      }
      if (relation.kind !== 'index') return `the ${relation.kind} ${relation.name}`
      const table = tableOf(relation)
      return `the index ${relation.name}${table ? ` of the table ${table.name}` : ''}`
    },
  }
}

/** `cutOffs`: the tables and indexes that were found to be cut off, each of which is named once. */
function* scanOne(
  whole: string,
  relation: Relation,
  names: Names,
  cutOffs: Set<Relation>,
): Generator<ScanStep, void> {
  /** The relations whose pages it names. */
  const named = relation.isBtree
    ? { ofTable: names.tableOf(relation), ofIndex: relation }
    : { ofTable: undefined, ofIndex: undefined }
  let damaged = 0
  let first = ''
  for (const [number, path] of filesOf(whole, relation).entries()) {
    for (let at = 0, isEnd = false; !isEnd; at += PAGES_PER_STEP) {
      const pages = pagesIn(join(whole, path), at, number * PAGES_PER_FILE)
      isEnd = pages.count < PAGES_PER_STEP
      const highest = { ofTable: -1, ofIndex: -1 }
      for (let index = 0; index < pages.count; index++) {
        if (pages.isDamaged(index)) {
          if (damaged++ === 0) first = `page ${counted(at + index)} of postgres/${path}`
        } else if (relation.isBtree) {
          const { ofTable, ofIndex } = highestPages(pages.page(index))
          highest.ofTable = Math.max(highest.ofTable, ofTable)
          highest.ofIndex = Math.max(highest.ofIndex, ofIndex)
        }
      }
      const found: Damage[] = []
      for (const which of ['ofTable', 'ofIndex'] as const) {
        const other = named[which]
        if (other === undefined || cutOffs.has(other)) continue
        // Counted in the same turn: a server that has the folder open may be changing it.
        const there = pagesOf(whole, other)
        if (highest[which] < there) continue
        cutOffs.add(other)
        found.push(cutOff(names.of(other), there, highest[which]))
      }
      yield { pages: pages.count }
      for (const damage of found) yield { pages: 0, damage }
    }
  }
  if (damaged > 0) yield { pages: 0, damage: unreadable(names.of(relation), damaged, first) }
}

const unreadable = (what: string, pages: number, first: string): Damage => ({
  what,
  how:
    pages === 1
      ? `has a page that is not as it was written: ${first}`
      : `has ${counted(pages)} pages that are not as they were written, the first is ${first}`,
})

const cutOff = (what: string, there: number, highest: number): Damage => ({
  what,
  how: `is cut off: of at least ${plural(highest + 1, 'page')} it has ${counted(there)}`,
})

function pagesOf(whole: string, table: Relation): number {
  const bytes = filesOf(whole, table).map((path) => statSync(join(whole, path)).size)
  return bytes.reduce((sum, size) => sum + Math.floor(size / PAGE_BYTES), 0)
}

/** What a step looks at. No two run at once: each is done before the next one begins. */
const bytes = Buffer.allocUnsafeSlow(PAGES_PER_STEP * PAGE_BYTES)

/** `first`: the number of the file's first page. None: the file ends before, or is gone. */
function pagesIn(path: string, at: number, first: number): Pages {
  const read = readAt(path, at * PAGE_BYTES)
  return new Pages(bytes.subarray(0, read), first + at)
}

/** PostgreSQL removes the files of what is dropped. */
function readAt(path: string, position: number): number {
  try {
    const descriptor = openSync(path, 'r')
    try {
      return readSync(descriptor, bytes, 0, bytes.length, position)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
}
