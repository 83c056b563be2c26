/**
 * Reads the tables and indexes of a folder, and the file of each, before PostgreSQL opens it. Skips
 * rows of the catalogue that a start may still undo or replace from its log.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DATABASE_FOLDER,
  MAP_FILE,
  PAGE_BYTES,
  Pages,
  SHARED_FOLDER,
  STATUS_FOLDER,
} from './layout'

export interface Relation {
  readonly oid: number
  readonly name: string
  readonly kind: 'table' | 'index' | 'sequence'
  /** An index whose rows point to pages of its table. */
  readonly isBtree: boolean
  /** Not in the log: after a kill PostgreSQL replaces its file with an empty one. */
  readonly isUnlogged: boolean
  /** The path below the folder `postgres`, `base/5/16396`. */
  readonly file: string
}

/** The object ids of `pg_class` and `pg_index`. */
const PG_CLASS = 1259
const PG_INDEX = 2610

export function relationsIn(pgdata: string): readonly Relation[] {
  const own = mapIn(pgdata, DATABASE_FOLDER)
  const shared = mapIn(pgdata, SHARED_FOLDER)
  const file = own.get(PG_CLASS)
  if (file === undefined) return []
  const content = readFileSync(join(pgdata, DATABASE_FOLDER, String(file)))
  return rowsIn(committedIn(pgdata), content).flatMap((data) => {
    const row = rowOf(data)
    const { isShared, oid } = row
    const number = row.file || (isShared ? shared : own).get(oid)
    if (!number || row.isSkipped) return []
    const folder = isShared ? SHARED_FOLDER : DATABASE_FOLDER
    return [{ ...row, file: `${folder}/${number}` }]
  })
}

/** Maps the object id of each index to that of its table. */
export function tablesOfIndexes(
  pgdata: string,
  relations: readonly Relation[],
): ReadonlyMap<number, number> {
  const file = relations.find(({ oid }) => oid === PG_INDEX)?.file ?? ''
  const path = join(pgdata, file)
  if (file === '' || !existsSync(path)) return new Map()
  const rows = rowsIn(committedIn(pgdata), readFileSync(path))
  return new Map(rows.map((data) => [data.readUInt32LE(0), data.readUInt32LE(4)]))
}

const MAP_BEGINS_WITH = 0x592717
const MAP_BYTES = 524
const MAP_ENTRIES_MAX = 64

/** True if the file has the form of a map; PostgreSQL itself checks its content. */
export function isMap(pgdata: string, folder: string): boolean {
  const bytes = readFileSync(join(pgdata, folder, MAP_FILE))
  return (
    bytes.length === MAP_BYTES &&
    bytes.readUInt32LE(0) === MAP_BEGINS_WITH &&
    bytes.readUInt32LE(4) <= MAP_ENTRIES_MAX
  )
}

/** Maps the object ids of PostgreSQL's own tables to files, which `pg_class` does not list. */
export function mapIn(pgdata: string, folder: string): ReadonlyMap<number, number> {
  const bytes = readFileSync(join(pgdata, folder, MAP_FILE))
  const count = bytes.readUInt32LE(4)
  return new Map(
    Array.from({ length: count }, (_, index) => [
      bytes.readUInt32LE(8 + index * 8),
      bytes.readUInt32LE(12 + index * 8),
    ]),
  )
}

/** Offsets in the headers of a page and of a row. */
const LINES_AT = 24
const LINES_END_AT = 12
const LINE_BYTES = 4
const NORMAL_LINE = 1
const INSERTED_BY = 0
const DELETED_BY = 4
const FLAGS_AT = 20
const DATA_AT = 22

const INSERTED = 0x0100
const NOT_INSERTED = 0x0200
const DELETED = 0x0400
const NOT_DELETED = 0x0800
const ONLY_LOCKED = 0x0080
const SEVERAL = 0x1000

/** Offsets of the columns of `pg_class`, all of a fixed length. */
const COLUMN = {
  name: 4,
  method: 84,
  file: 88,
  place: 92,
  isShared: 117,
  persistence: 118,
  kind: 119,
} as const
const NAME_BYTES = 64
const KINDS: Readonly<Record<string, Relation['kind']>> = { i: 'index', S: 'sequence' }
/** The object id of the access method `btree`. */
const BTREE = 403

interface Row extends Omit<Relation, 'file'> {
  /** 0 if the map has it, or if there is none, as for a view. */
  readonly file: number
  readonly isShared: boolean
  /** True if it is temporary, or in another folder. */
  readonly isSkipped: boolean
}

/** The data of each row. */
function rowsIn(committed: WasCommitted, bytes: Buffer): readonly Buffer[] {
  const pages = new Pages(bytes, 0)
  const rows: Buffer[] = []
  for (let index = 0; index < pages.count; index++) {
    if (pages.isDamaged(index)) continue
    const page = pages.page(index)
    for (let at = LINES_AT; at < page.readUInt16LE(LINES_END_AT); at += LINE_BYTES) {
      const line = page.readUInt32LE(at)
      const begin = line & 0x7fff
      if (((line >>> 15) & 3) !== NORMAL_LINE || begin >= PAGE_BYTES) continue
      const row = page.subarray(begin, begin + (line >>> 17))
      if (isThere(committed, row)) rows.push(row.subarray(row.readUInt8(DATA_AT)))
    }
  }
  return rows
}

/** True if the row was certainly inserted, and certainly not deleted. */
function isThere(committed: WasCommitted, row: Buffer): boolean {
  const flags = row.readUInt16LE(FLAGS_AT)
  const has = (flag: number): boolean => (flags & flag) !== 0
  const isInserted =
    has(INSERTED) || (!has(NOT_INSERTED) && committed(row.readUInt32LE(INSERTED_BY)) === true)
  if (!isInserted) return false
  if (has(NOT_DELETED) || has(ONLY_LOCKED)) return true
  if (has(DELETED) || has(SEVERAL)) return false
  return committed(row.readUInt32LE(DELETED_BY)) === false
}

function rowOf(data: Buffer): Row {
  const letter = (at: number): string => String.fromCharCode(data.readUInt8(at))
  const name = data.subarray(COLUMN.name, COLUMN.name + NAME_BYTES)
  return {
    oid: data.readUInt32LE(0),
    name: name.subarray(0, name.indexOf(0)).toString('utf8'),
    kind: KINDS[letter(COLUMN.kind)] ?? 'table',
    isBtree: letter(COLUMN.kind) === 'i' && data.readUInt32LE(COLUMN.method) === BTREE,
    isUnlogged: letter(COLUMN.persistence) === 'u',
    file: data.readUInt32LE(COLUMN.file),
    isShared: data.readUInt8(COLUMN.isShared) !== 0,
    isSkipped: letter(COLUMN.persistence) === 't' || data.readUInt32LE(COLUMN.place) !== 0,
  }
}

/** The existing files of a relation: one for each GB, the first without a suffix. */
export function filesOf(pgdata: string, { file }: Pick<Relation, 'file'>): readonly string[] {
  const files: string[] = []
  for (let path = file, next = 1; existsSync(join(pgdata, path)); path = `${file}.${next++}`) {
    files.push(path)
  }
  return files
}

/** `pg_xact` has the status of each transaction up to the newest checkpoint. */
const PER_BYTE = 4
const PAGES_PER_FILE = 32
const PER_FILE = PER_BYTE * PAGE_BYTES * PAGES_PER_FILE

const COMMITTED = 1
const ABORTED = 2

/** The file and the offset of a transaction's status. */
export function statusPlace(transaction: number): { readonly file: string; readonly at: number } {
  const name = Math.floor(transaction / PER_FILE).toString(16)
  const file = `${STATUS_FOLDER}/${name.toUpperCase().padStart(4, '0')}`
  return { file, at: Math.floor((transaction % PER_FILE) / PER_BYTE) }
}

/** Returns whether a transaction was committed; null if that is unknown or undecided. */
export type WasCommitted = (transaction: number) => boolean | null

/** Smaller numbers are PostgreSQL's own. They have no status, and count as committed. */
const FIRST_TRANSACTION = 3

/** Reads each file once. */
function committedIn(pgdata: string): WasCommitted {
  const files = new Map<string, Buffer>()
  const contentOf = (file: string): Buffer => {
    const content = files.get(file) ?? contentIn(join(pgdata, file))
    files.set(file, content)
    return content
  }
  return (transaction) => {
    if (transaction < FIRST_TRANSACTION) return true
    const { file, at } = statusPlace(transaction)
    const status = ((contentOf(file)[at] ?? 0) >>> ((transaction % PER_BYTE) * 2)) & 3
    if (status === COMMITTED) return true
    return status === ABORTED ? false : null
  }
}

function contentIn(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
