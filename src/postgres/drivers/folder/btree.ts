/** The pages of a B-tree index: which pages of its table, and of its own, they name. */
import { PAGE_BYTES } from './pages'

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
