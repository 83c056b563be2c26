/**
 * What every whole folder of the embedded PostgreSQL has. `initdb` makes all of it, and PostgreSQL
 * keeps it; a test compares the list with the image of a new database.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The major version of PostgreSQL that the folder's first file names. */
export const POSTGRES_VERSION = '18'

/** Versions of the layouts that are read here: of `pg_control` and of the catalogue's rows. */
export const CONTROL_VERSION = 1800
export const CATALOG_VERSION = 202506291

/** The folder of the one database, which `initdb` names so. */
export const DATABASE_FOLDER = 'base/5'
/** The folder of the tables that all databases of a server share. */
export const SHARED_FOLDER = 'global'

export const VERSION_FILE = 'PG_VERSION'
export const CONTROL_FILE = `${SHARED_FOLDER}/pg_control`
export const LOG_FOLDER = 'pg_wal'
export const STATUS_FOLDER = 'pg_xact'
/** In each folder of tables: which files its own tables are in, by which it finds the rest. */
export const MAP_FILE = 'pg_filenode.map'

/**
 * `file`: with content. `folder`: never empty. `maybe empty`: a folder that PostgreSQL fills anew
 * at a start, or has no use for here.
 */
export type Kind = 'file' | 'folder' | 'maybe empty'

/** A folder stands before what is in it. */
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

/** rsync's name for `lock` until all of it is there. */
const UNFINISHED_LOCK = /^\.lock\.\w{6}$/

/**
 * Whether a folder that lacks its database has had one: a restore writes the entries one after the
 * other, so what stands beside `postgres` may come first [durability.whole].
 *
 * Why a new database may not be made in the folder, with what to do, on one line; null: it may.
 */
export function faultOfAbsence(folder: string): string | null {
  const sign = namesIn(folder).find((name) => isSign(folder, name))
  if (sign === undefined) return null
  return (
    `postgres is missing, though the file ${sign} says that it was there. A copy or restore into ` +
    'the folder is still under way, or the database was taken away: wait for its end, or restore ' +
    'a backup. To begin anew, empty the folder or choose another. Nothing was changed.'
  )
}

/** Returns none if the folder is missing or is something else: making it says why. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** What a server writes only when it has a database: a first start that is killed leaves none. */
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
  /** It was closed in order: nothing is read again from the log. */
  readonly isClosed: boolean
  /** Positions in the log: what a start reads first, and the newest checkpoint. */
  readonly redo: bigint
  readonly checkpoint: bigint
  readonly timeline: number
  /** The number of the next transaction, without its upper 32 bits. */
  readonly nextTransaction: number
  readonly segmentBytes: number
  readonly hasChecksums: boolean
}

/** Rounded up to a page; PostgreSQL itself checks what is in it. */
export const CONTROL_BYTES = 8_192

const CLOSED = 1

/** Throws if it cannot be read or is too short. */
export function readControl(whole: string): ControlFile {
  const bytes = readFileSync(join(whole, CONTROL_FILE))
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
