/**
 * Looks for pages of a folder that are not as PostgreSQL wrote them [durability.damage]: their
 * checksum says so, or, of a table or an index that was cut off, the pages of an index which name
 * pages that are not there. Only for a folder that was closed in order, or that PostgreSQL has
 * opened: before, its log may still mend pages which a loss of power has torn. The pages of a
 * B-tree index: which pages of its table, and of its own, they name.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { counted, plural } from '../../../lib/text'
import { type Damage, damageText, type ScanStep } from '../../damage'
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

/** Offsets in a page's header, and in what PostgreSQL keeps at the end of an index page. */
const LINES_END_AT = 12
const SPECIAL_AT = 16
const LINES_AT = 24
const LINE_BYTES = 4
const PREVIOUS_AT = 0
const NEXT_AT = 4
const FLAGS_AT = 12
const SPECIAL_BYTES = 16

/** The place in the first page that says where the tree begins. */
const ROOT_AT = 32

const LEAF = 1
const DELETED = 1 << 2
const META = 1 << 3
const HALF_DEAD = 1 << 4

const NORMAL_LINE = 1
const HAS_OTHER_TID = 0x2000
const IS_POSTING = 0x2000
const POSTINGS = 0x0fff
const POSTING_BYTES = 6

/** -1: it names none. */
export interface NamedPages {
  readonly ofTable: number
  readonly ofIndex: number
}

const NONE: NamedPages = { ofTable: -1, ofIndex: -1 }

/** The highest pages that a page of the index names. It must be one that PostgreSQL wrote. */
export function highestPages(page: Buffer): NamedPages {
  const special = page.readUInt16LE(SPECIAL_AT)
  if (special !== PAGE_BYTES - SPECIAL_BYTES) return NONE
  const flags = page.readUInt16LE(special + FLAGS_AT)
  if ((flags & META) !== 0) return { ofTable: -1, ofIndex: page.readUInt32LE(ROOT_AT) }
  if ((flags & (DELETED | HALF_DEAD)) !== 0) return NONE
  const isLeaf = (flags & LEAF) !== 0
  const next = page.readUInt32LE(special + NEXT_AT)
  const beside = Math.max(next, page.readUInt32LE(special + PREVIOUS_AT))
  let highest = -1
  // The first row of all but the last page is the upper bound of its keys, and names no page.
  const first = LINES_AT + (next === 0 ? 0 : LINE_BYTES)
  for (let at = first; at < page.readUInt16LE(LINES_END_AT); at += LINE_BYTES) {
    const line = page.readUInt32LE(at)
    if (((line >>> 15) & 3) !== NORMAL_LINE) continue
    const row = line & 0x7fff
    highest = Math.max(highest, isLeaf ? tablePageOf(page, row) : blockAt(page, row))
  }
  if (isLeaf) return { ofTable: highest, ofIndex: beside }
  return { ofTable: -1, ofIndex: Math.max(highest, beside) }
}

/** Returns the last place of a row with several, which are in order. */
function tablePageOf(page: Buffer, row: number): number {
  const offset = page.readUInt16LE(row + 4)
  const isPosting =
    (page.readUInt16LE(row + 6) & HAS_OTHER_TID) !== 0 && (offset & IS_POSTING) !== 0
  if (!isPosting) return blockAt(page, row)
  return blockAt(page, row + blockAt(page, row) + ((offset & POSTINGS) - 1) * POSTING_BYTES)
}

const blockAt = (page: Buffer, at: number): number =>
  page.readUInt16LE(at) * 0x1_0000 + page.readUInt16LE(at + 2)
