/**
 * The files and folders of every complete database of the embedded PostgreSQL. A test compares the
 * list with the image of a new database.
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
