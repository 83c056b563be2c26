/**
 * What every whole folder of the embedded PostgreSQL has. `initdb` makes all of it, and PostgreSQL
 * keeps it; a test compares the list with the image of a new database.
 */

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
