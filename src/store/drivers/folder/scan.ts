/**
 * Looks for pages of a folder that are not as PostgreSQL wrote them [durability.damage]: their
 * checksum says so, or, of a table that was cut off, an index that names pages which are not there.
 * Only for a folder that was closed in order, or that PostgreSQL has opened: before, its log may
 * still mend pages which a loss of power has torn.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { counted, plural } from '../../../core/count'
import { type Damage, damageText, type ScanStep } from '../../damage'
import { highestTablePage } from './btree'
import { filesOf, type Relation, relationsIn, tablesOfIndexes } from './catalog'
import { readControl } from './control'
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
  for (const relation of [...relations.filter(isOwn), ...others]) {
    yield* scanOne(whole, relation, names)
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
      if (!relation.isIndex) return `the table ${relation.name}`
      const table = tableOf(relation)
      return `the index ${relation.name}${table ? ` of the table ${table.name}` : ''}`
    },
  }
}

function* scanOne(whole: string, relation: Relation, names: Names): Generator<ScanStep, void> {
  const table = relation.isBtree ? names.tableOf(relation) : undefined
  let damaged = 0
  let first = ''
  let isCutOff = false
  for (const [number, path] of filesOf(whole, relation).entries()) {
    for (let at = 0, isEnd = false; !isEnd; at += PAGES_PER_STEP) {
      const pages = pagesIn(join(whole, path), at, number * PAGES_PER_FILE)
      isEnd = pages.count < PAGES_PER_STEP
      let highest = -1
      for (let index = 0; index < pages.count; index++) {
        if (pages.isDamaged(index)) {
          if (damaged++ === 0) first = `page ${counted(at + index)} of postgres/${path}`
        } else if (table !== undefined) {
          highest = Math.max(highest, highestTablePage(pages.page(index)))
        }
      }
      const there = table === undefined || isCutOff ? 0 : pagesOf(whole, table)
      yield { pages: pages.count }
      if (table === undefined || isCutOff || highest < there) continue
      isCutOff = true
      yield { pages: 0, damage: cutOff(names.of(table), there, highest) }
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
