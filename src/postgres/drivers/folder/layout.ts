/**
 * The layout of the embedded PostgreSQL's folder: the files and folders of every complete database,
 * which a test compares with the image of a new database, and the pages of its files.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The major version of PostgreSQL that the folder's first file names. */
export const POSTGRES_VERSION = '18'

/** The versions of `pg_control` and of the catalogue's rows that this code can read. */
export const CONTROL_VERSION = 1800
export const CATALOG_VERSION = 202506291

/** The folder of the only database. */
export const DATABASE_FOLDER = 'base/5'
/** The folder of the tables that all databases of a server share. */
export const SHARED_FOLDER = 'global'

export const VERSION_FILE = 'PG_VERSION'
export const CONTROL_FILE = `${SHARED_FOLDER}/pg_control`
export const LOG_FOLDER = 'pg_wal'
export const STATUS_FOLDER = 'pg_xact'
/** Each folder of tables has a map of the files of its most basic tables. */
export const MAP_FILE = 'pg_filenode.map'

/**
 * `file`: has content. `folder`: never empty. `maybe empty`: a folder that PostgreSQL fills at a
 * start, or does not use here.
 */
export type Kind = 'file' | 'folder' | 'maybe empty'

/** A folder is listed before its content. */
export const LAYOUT: Readonly<Record<string, Kind>> = {
  [VERSION_FILE]: 'file',
  base: 'folder',
  global: 'folder',
  pg_commit_ts: 'maybe empty',
  pg_dynshmem: 'maybe empty',
  'pg_hba.conf': 'file',
  'pg_ident.conf': 'file',
  pg_logical: 'folder',
  pg_multixact: 'folder',
  pg_notify: 'maybe empty',
  pg_replslot: 'maybe empty',
  pg_serial: 'maybe empty',
  pg_snapshots: 'maybe empty',
  pg_stat: 'maybe empty',
  pg_stat_tmp: 'maybe empty',
  pg_subtrans: 'maybe empty',
  pg_tblspc: 'maybe empty',
  pg_twophase: 'maybe empty',
  [LOG_FOLDER]: 'folder',
  [STATUS_FOLDER]: 'folder',
  'postgresql.auto.conf': 'file',
  'postgresql.conf': 'file',
  [DATABASE_FOLDER]: 'folder',
  [`${DATABASE_FOLDER}/${VERSION_FILE}`]: 'file',
  [`${DATABASE_FOLDER}/${MAP_FILE}`]: 'file',
  [`${SHARED_FOLDER}/${MAP_FILE}`]: 'file',
  [CONTROL_FILE]: 'file',
  'pg_logical/mappings': 'maybe empty',
  'pg_logical/snapshots': 'maybe empty',
  'pg_multixact/members': 'folder',
  'pg_multixact/offsets': 'folder',
}

/** rsync's name for `lock` while it is copied. */
const UNFINISHED_LOCK = /^\.lock\.\w{6}$/

/**
 * Finds out whether a folder without a database has had one: a restore may write other entries
 * before `postgres` [durability.whole].
 *
 * Returns why no new database may be made in the folder, and the remedy; null if it may.
 */
export function faultOfAbsence(folder: string): string | null {
  const sign = namesIn(folder).find((name) => isSign(folder, name))
  if (sign === undefined) return null
  return (
    `postgres is missing, though the file ${sign} says that it was there. A copy or restore into ` +
    'the folder is still under way, or the database was taken away: wait for its end, or restore ' +
    'a backup. To begin again, empty the folder or choose another. Nothing was changed.'
  )
}

/** Returns no names if the folder cannot be read: the attempt to make it reports why. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** True for a file that a server writes only after it has made its database. */
function isSign(folder: string, name: string): boolean {
  if (name === 'lock') {
    return (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0
  }
  return name === 'control.sock' || UNFINISHED_LOCK.test(name)
}

export interface ControlFile {
  /** The versions of this file's layout and of the catalogue. */
  readonly version: number
  readonly catalog: number
  /** True if it was closed in order, so that a start needs nothing from the log. */
  readonly isClosed: boolean
  /** Positions in the log: the beginning of a replay, and the newest checkpoint. */
  readonly redo: bigint
  readonly checkpoint: bigint
  readonly timeline: number
  /** The number of the next transaction, without its upper 32 bits. */
  readonly nextTransaction: number
  readonly segmentBytes: number
  readonly hasChecksums: boolean
}

/** The size of the control file, rounded up to a page. */
export const CONTROL_BYTES = 8_192

const CLOSED = 1

/** Throws if the file cannot be read or is too short. */
export function readControl(pgdata: string): ControlFile {
  const bytes = readFileSync(join(pgdata, CONTROL_FILE))
  return {
    version: bytes.readUInt32LE(8),
    catalog: bytes.readUInt32LE(12),
    isClosed: bytes.readUInt32LE(16) === CLOSED,
    checkpoint: bytes.readBigUInt64LE(32),
    redo: bytes.readBigUInt64LE(40),
    timeline: bytes.readUInt32LE(48),
    nextTransaction: bytes.readUInt32LE(64),
    segmentBytes: bytes.readUInt32LE(228),
    hasChecksums: bytes.readUInt32LE(252) !== 0,
  }
}

// The pages of PostgreSQL's files, of 8 KB each. A checksum shows whether a page is as PostgreSQL
// wrote it (PostgreSQL's storage/checksum_impl.h).

export const PAGE_BYTES = 8_192
/** A table of more than 1 GB has several files of this many pages. */
export const PAGES_PER_FILE = 131_072

const WORD_BYTES = 4
const PAGE_WORDS = PAGE_BYTES / WORD_BYTES
/** The number of partial sums of a page. */
const SUMS = 32
const PRIME = 16_777_619
// biome-ignore format: a table
const OFFSETS = Int32Array.from([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c,
  0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb,
  0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4,
  0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
])

const CHECKSUM_AT = 8
/** The word that begins with the checksum, which counts as 0. */
const CHECKSUM_WORD = CHECKSUM_AT / WORD_BYTES
/** The offset of the end of the free space, which is 0 in an unused page. */
const UPPER_AT = 14

const folded = (sum: number, word: number): number => {
  const mixed = sum ^ word
  return Math.imul(mixed, PRIME) ^ (mixed >>> 17)
}

/** `index` is the page's position in `words`, and `block` its number in its table. */
function checksumOf(words: Int32Array, index: number, block: number): number {
  const begin = index * PAGE_WORDS
  const end = begin + PAGE_WORDS
  let checksum = block
  for (let lane = 0; lane < SUMS; lane++) {
    const word = words[begin + lane] ?? 0
    let sum = folded(OFFSETS[lane] ?? 0, lane === CHECKSUM_WORD ? word & 0xffff0000 : word)
    for (let at = begin + lane + SUMS; at < end; at += SUMS) {
      // Inlined by hand: at a start the engine has not optimized it yet.
      const mixed = sum ^ (words[at] ?? 0)
      sum = Math.imul(mixed, PRIME) ^ (mixed >>> 17)
    }
    checksum ^= folded(folded(sum, 0), 0)
  }
  return ((checksum >>> 0) % 65_535) + 1
}

const UNUSED = Buffer.alloc(PAGE_BYTES)

/** The pages in a part of a file. */
export class Pages {
  readonly #bytes: Buffer
  readonly #words: Int32Array
  readonly #first: number

  /** `first` is the number of the first page. Skips an incomplete last page, as PostgreSQL does. */
  constructor(bytes: Buffer, first: number) {
    const used = bytes.length - (bytes.length % PAGE_BYTES)
    this.#bytes = bytes.subarray(0, used)
    this.#words = new Int32Array(bytes.buffer, bytes.byteOffset, used / WORD_BYTES)
    this.#first = first
  }

  get count(): number {
    return this.#bytes.length / PAGE_BYTES
  }

  page(index: number): Buffer {
    return this.#bytes.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES)
  }

  /** An unused page has no checksum: it must be all zeros. */
  isDamaged(index: number): boolean {
    const page = this.page(index)
    if (page.readUInt16LE(UPPER_AT) === 0) return !page.equals(UNUSED)
    const block = this.#first + index
    return page.readUInt16LE(CHECKSUM_AT) !== checksumOf(this.#words, index, block)
  }

  /** The position in the write-ahead log of the page's last change. */
  position(index: number): bigint {
    const page = this.page(index)
    return positionIn(page.readUInt32LE(0), page.readUInt32LE(WORD_BYTES))
  }
}

const positionIn = (upper: number, lower: number): bigint => (BigInt(upper) << 32n) + BigInt(lower)
