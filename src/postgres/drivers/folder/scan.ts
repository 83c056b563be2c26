/**
 * Scans a folder for damaged pages [durability.damage]. Checksums find pages that are not as
 * PostgreSQL wrote them. A table or index that was cut off is found by the pages of B-tree indexes
 * that point beyond its end. The folder must have been closed in order, or opened by PostgreSQL:
 * before that, its log may still mend pages that a loss of power has torn.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { counted, plural } from '../../../lib/text'
import { type Damage, damageText, type ScanStep } from '../../damage'
import { filesOf, type Relation, relationsIn, tablesOfIndexes } from './catalog'
import { PAGE_BYTES, PAGES_PER_FILE, Pages, readControl } from './layout'

/** Pages that are checked without a pause, which takes a millisecond. */
const PAGES_PER_STEP = 128

/** Smaller object ids are PostgreSQL's own. */
const FIRST_OWN = 16_384

/** Scans the tables and indexes of the brokerage, and then PostgreSQL's own. */
export function* scan(pgdata: string, which: 'our own' | 'all'): Generator<ScanStep, void> {
  // Another program may have made the folder without checksums.
  if (!readControl(pgdata).hasChecksums) return
  const relations = relationsIn(pgdata)
  const names = namesOf(pgdata, relations)
  const isOwn = ({ oid }: Relation): boolean => oid >= FIRST_OWN
  const others = which === 'all' ? relations.filter((relation) => !isOwn(relation)) : []
  const cutOffs = new Set<Relation>()
  for (const relation of [...relations.filter(isOwn), ...others]) {
    yield* scanOne(pgdata, relation, names, cutOffs)
  }
}

/** Checks the first `pagesMax` pages. Returns a text about the damage; null if there is none. */
export function damageAtStart(
  pgdata: string,
  pagesMax: number,
  which: 'our own' | 'all' = 'our own',
): string | null {
  if (pagesMax === 0) return null
  let checked = 0
  for (const { pages, damage } of scan(pgdata, which)) {
    if (damage !== undefined) return damageText(damage)
    checked += pages
    if (checked >= pagesMax) return null
  }
  return null
}

interface Names {
  /** The name of a table or index, for people. */
  of(relation: Relation): string
  tableOf(index: Relation): Relation | undefined
}

const TOAST = /^pg_toast_(\d+)/

function namesOf(pgdata: string, relations: readonly Relation[]): Names {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]))
  const tables = tablesOfIndexes(pgdata, relations)
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

/** `cutOffs` collects the tables and indexes that are cut off, so that each is reported once. */
function* scanOne(
  pgdata: string,
  relation: Relation,
  names: Names,
  cutOffs: Set<Relation>,
): Generator<ScanStep, void> {
  /** The relations to whose pages it points. */
  const targets = relation.isBtree
    ? { ofTable: names.tableOf(relation), ofIndex: relation }
    : { ofTable: undefined, ofIndex: undefined }
  let damaged = 0
  let first = ''
  for (const [number, path] of filesOf(pgdata, relation).entries()) {
    for (let at = 0, isEnd = false; !isEnd; at += PAGES_PER_STEP) {
      const pages = pagesIn(join(pgdata, path), at, number * PAGES_PER_FILE)
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
        const other = targets[which]
        if (other === undefined || cutOffs.has(other)) continue
        // Counted in the same turn, since a running server may extend the file.
        const there = pagesOf(pgdata, other)
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

function pagesOf(pgdata: string, table: Relation): number {
  const bytes = filesOf(pgdata, table).map((path) => statSync(join(pgdata, path)).size)
  return bytes.reduce((sum, size) => sum + Math.floor(size / PAGE_BYTES), 0)
}

/** The buffer of a step. Steps are synchronous, so they can share it. */
const bytes = Buffer.allocUnsafeSlow(PAGES_PER_STEP * PAGE_BYTES)

/** `first` is the number of the file's first page. Returns no pages beyond the file's end. */
function pagesIn(path: string, at: number, first: number): Pages {
  const read = readAt(path, at * PAGE_BYTES)
  return new Pages(bytes.subarray(0, read), first + at)
}

/** Returns 0 if the file is missing: PostgreSQL removes the files of dropped tables. */
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

/** Offsets in a page's header, and in the special space at the end of an index page. */
const LINES_END_AT = 12
const SPECIAL_AT = 16
const LINES_AT = 24
const LINE_BYTES = 4
const PREVIOUS_AT = 0
const NEXT_AT = 4
const FLAGS_AT = 12
const SPECIAL_BYTES = 16

/** The offset, in the first page, of the number of the root page. */
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

/** The highest pages to which a page points; -1 for none. */
interface Highest {
  readonly ofTable: number
  readonly ofIndex: number
}

const NONE: Highest = { ofTable: -1, ofIndex: -1 }

/** Reads a page of a B-tree index, which must be undamaged. */
function highestPages(page: Buffer): Highest {
  const special = page.readUInt16LE(SPECIAL_AT)
  if (special !== PAGE_BYTES - SPECIAL_BYTES) return NONE
  const flags = page.readUInt16LE(special + FLAGS_AT)
  if ((flags & META) !== 0) return { ofTable: -1, ofIndex: page.readUInt32LE(ROOT_AT) }
  if ((flags & (DELETED | HALF_DEAD)) !== 0) return NONE
  const isLeaf = (flags & LEAF) !== 0
  const next = page.readUInt32LE(special + NEXT_AT)
  const sibling = Math.max(next, page.readUInt32LE(special + PREVIOUS_AT))
  let highest = -1
  // On all pages but the last, the first row is the upper bound of the keys, and has no pointer.
  const first = LINES_AT + (next === 0 ? 0 : LINE_BYTES)
  for (let at = first; at < page.readUInt16LE(LINES_END_AT); at += LINE_BYTES) {
    const line = page.readUInt32LE(at)
    if (((line >>> 15) & 3) !== NORMAL_LINE) continue
    const row = line & 0x7fff
    highest = Math.max(highest, isLeaf ? tablePageOf(page, row) : blockAt(page, row))
  }
  if (isLeaf) return { ofTable: highest, ofIndex: sibling }
  return { ofTable: -1, ofIndex: Math.max(highest, sibling) }
}

/** The highest table page of an index row. A row with several pointers has them in order. */
function tablePageOf(page: Buffer, row: number): number {
  const offset = page.readUInt16LE(row + 4)
  const isPosting =
    (page.readUInt16LE(row + 6) & HAS_OTHER_TID) !== 0 && (offset & IS_POSTING) !== 0
  if (!isPosting) return blockAt(page, row)
  return blockAt(page, row + blockAt(page, row) + ((offset & POSTINGS) - 1) * POSTING_BYTES)
}

const blockAt = (page: Buffer, at: number): number =>
  page.readUInt16LE(at) * 0x1_0000 + page.readUInt16LE(at + 2)
