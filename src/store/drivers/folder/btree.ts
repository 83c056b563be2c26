/** The pages of a B-tree index: which pages of its table its rows name. */
import { PAGE_BYTES } from './pages'

/** Offsets in a page's header, and in what PostgreSQL keeps at the end of an index page. */
const LINES_END_AT = 12
const SPECIAL_AT = 16
const LINES_AT = 24
const LINE_BYTES = 4
const NEXT_AT = 4
const FLAGS_AT = 12
const SPECIAL_BYTES = 16

const LEAF = 1
const DELETED = 1 << 2
const META = 1 << 3
const HALF_DEAD = 1 << 4

const NORMAL_LINE = 1
const HAS_OTHER_TID = 0x2000
const IS_POSTING = 0x2000
const POSTINGS = 0x0fff
const POSTING_BYTES = 6

/**
 * The highest page of its table that a leaf page names; -1: the page names none, or is not a leaf.
 * The page must be one that PostgreSQL wrote.
 */
export function highestTablePage(page: Buffer): number {
  const special = page.readUInt16LE(SPECIAL_AT)
  if (special !== PAGE_BYTES - SPECIAL_BYTES) return -1
  const flags = page.readUInt16LE(special + FLAGS_AT)
  if ((flags & LEAF) === 0 || (flags & (DELETED | META | HALF_DEAD)) !== 0) return -1
  const isRightmost = page.readUInt32LE(special + NEXT_AT) === 0
  let highest = -1
  // The first row of all but the last page is the upper bound of its keys, and no row of the table.
  const first = LINES_AT + (isRightmost ? 0 : LINE_BYTES)
  for (let at = first; at < page.readUInt16LE(LINES_END_AT); at += LINE_BYTES) {
    const line = page.readUInt32LE(at)
    if (((line >>> 15) & 3) !== NORMAL_LINE) continue
    highest = Math.max(highest, tablePageOf(page, line & 0x7fff))
  }
  return highest
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
