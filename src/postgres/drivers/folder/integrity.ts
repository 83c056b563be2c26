/**
 * Checks that a folder of the embedded PostgreSQL is complete, before anything opens it
 * [durability.whole]. PGlite would make a new database over one without its first file, and
 * PostgreSQL would change files that a copy is still writing.
 */
import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { segmentAfter } from '../embedded-files'
import { filesOf, isMap, mapIn, relationsIn, statusPlace } from './catalog'
import {
  CATALOG_VERSION,
  CONTROL_BYTES,
  CONTROL_FILE,
  CONTROL_VERSION,
  type ControlFile,
  DATABASE_FOLDER,
  type Kind,
  LAYOUT,
  LOG_FOLDER,
  MAP_FILE,
  POSTGRES_VERSION,
  readControl,
  SHARED_FOLDER,
  VERSION_FILE,
} from './layout'

const REMEDY =
  'The folder is damaged, or a copy or restore into it is still under way: wait for its end, or ' +
  'restore a backup. Nothing was changed.'

/** Why the folder is not complete, and the remedy, on one line; null if it is. */
export const faultIn = (pgdata: string): string | null =>
  faultOfEntries(pgdata) ?? withRemedy(faultOfContents(pgdata))

/**
 * Checks only that the files and folders exist. It reads nothing that a running server may be
 * changing.
 */
export const faultOfEntries = (pgdata: string): string | null =>
  versionFault(pgdata) ?? withRemedy(missingIn(pgdata) ?? unfinishedIn(pgdata))

const withRemedy = (fault: string | null): string | null => fault && `${fault}. ${REMEDY}`

function missingIn(pgdata: string): string | null {
  for (const [path, kind] of [['', 'folder'], ...Object.entries(LAYOUT)] as const) {
    const fault = faultOf(pgdata, path, kind)
    if (fault !== null) return fault
  }
  return null
}

function faultOf(pgdata: string, path: string, kind: Kind): string | null {
  const place = join(pgdata, path)
  const shown = join(basename(pgdata), path)
  const isFile = kind === 'file'
  const entry = lstatSync(place, { throwIfNoEntry: false })
  if (entry === undefined) return `${shown} is missing`
  const found = statSync(place, { throwIfNoEntry: false })
  if (found === undefined) return `${shown} is a link to nothing`
  if (path !== '' && entry.isSymbolicLink() && leadsOut(pgdata, place)) {
    return `${shown} is a link out of the folder, where the embedded PostgreSQL does not reach`
  }
  if (isFile ? !found.isFile() : !found.isDirectory()) {
    return `${shown} is ${kindOf(found)}, not a ${isFile ? 'file' : 'folder'}`
  }
  if (isFile) return found.size === 0 ? `${shown} is empty` : null
  return kind === 'folder' && readdirSync(place).length === 0 ? `${shown} is empty` : null
}

const leadsOut = (pgdata: string, place: string): boolean =>
  !realpathSync(place).startsWith(realpathSync(pgdata) + sep)

function kindOf(found: Stats): string {
  if (found.isFile()) return 'a file'
  return found.isDirectory() ? 'a folder' : 'something else'
}

/** False also if a part of the path is a file. */
function isFile(pgdata: string, path: string): boolean {
  try {
    return statSync(join(pgdata, path)).isFile()
  } catch {
    return false
  }
}

/** Checked first, since another version has other files. */
function versionFault(pgdata: string): string | null {
  const path = join(pgdata, VERSION_FILE)
  if (!isFile(pgdata, VERSION_FILE)) return null
  const version = readFileSync(path, 'latin1').trim()
  if (version === POSTGRES_VERSION || !/^[\d.]+$/.test(version)) return null
  return (
    `its files are PostgreSQL ${version}'s, and this version brings ` +
    `PostgreSQL ${POSTGRES_VERSION}`
  )
}

/** rsync's name for a file while it is copied: `.16396.Xy12Zw`. */
const UNFINISHED = /^\..+\.\w{6}$/

function unfinishedIn(pgdata: string): string | null {
  for (const folder of ['', SHARED_FOLDER, DATABASE_FOLDER, LOG_FOLDER]) {
    const name = readdirSync(join(pgdata, folder)).find((each) => UNFINISHED.test(each))
    if (name !== undefined) {
      return `${join(basename(pgdata), folder, name)} is a file that is still being copied`
    }
  }
  return null
}

/** Checks that files to which other files refer exist. The caller must have locked the folder. */
function faultOfContents(pgdata: string): string | null {
  const shown = (path: string): string => join(basename(pgdata), path)
  if (readFileSync(join(pgdata, VERSION_FILE), 'latin1').trim() !== POSTGRES_VERSION) {
    return `${shown(VERSION_FILE)} names no version`
  }
  const { size } = statSync(join(pgdata, CONTROL_FILE))
  if (size !== CONTROL_BYTES) {
    return `${shown(CONTROL_FILE)} has ${size.toLocaleString('en-US')} of 8,192 bytes`
  }
  const control = readControl(pgdata)
  const { version, catalog, segmentBytes } = control
  if (version !== CONTROL_VERSION || catalog !== CATALOG_VERSION || segmentBytes === 0) {
    return `${shown(CONTROL_FILE)} is not one of PostgreSQL ${POSTGRES_VERSION}`
  }
  for (const each of [SHARED_FOLDER, DATABASE_FOLDER]) {
    if (!isMap(pgdata, each)) return `${shown(join(each, MAP_FILE))} is not PostgreSQL's`
  }
  return (
    faultOfLog(pgdata, control) ??
    faultOfStatuses(pgdata, control) ??
    faultOfTables(pgdata, control)
  )
}

function faultOfLog(pgdata: string, control: ControlFile): string | null {
  const { redo, checkpoint, isClosed, timeline, segmentBytes } = control
  const from = segmentName(timeline, redo, segmentBytes)
  const there = readdirSync(join(pgdata, LOG_FOLDER)).filter((name) => /^[\dA-F]{24}$/.test(name))
  const newest = there.sort().at(-1) ?? ''
  const needed = segmentName(timeline, checkpoint, segmentBytes)
  // After a kill a start reads to the end of the log, so all segments are needed.
  const last = !isClosed && newest > needed ? newest : needed
  for (let name = from; name <= last; name = segmentAfter(name, segmentBytes)) {
    const path = join(LOG_FOLDER, name)
    const found = statSync(join(pgdata, path), { throwIfNoEntry: false })
    const shown = join(basename(pgdata), path)
    if (found === undefined) return `${shown}, a part of its log, is missing`
    if (found.size !== segmentBytes) {
      const [has, of] = [found.size, segmentBytes].map((bytes) => bytes.toLocaleString('en-US'))
      return `${shown}, a part of its log, has ${has} of ${of} bytes`
    }
  }
  return null
}

const HALF = 0xffff_ffffn

/** The name of the log's segment with a position (PostgreSQL's XLogFileName). */
function segmentName(timeline: number, position: bigint, segmentBytes: number): string {
  const within = Math.floor(Number(position & HALF) / segmentBytes)
  const digits = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
  return digits(timeline) + digits(Number(position >> 32n)) + digits(within)
}

function faultOfStatuses(pgdata: string, { nextTransaction }: ControlFile): string | null {
  const { file, at } = statusPlace(Math.max(0, nextTransaction - 1))
  const found = statSync(join(pgdata, file), { throwIfNoEntry: false })
  if (found === undefined) return `${join(basename(pgdata), file)} is missing`
  return found.size <= at ? `${join(basename(pgdata), file)} is cut off` : null
}

/** Checks that each table and index has a file. */
function faultOfTables(pgdata: string, { isClosed }: ControlFile): string | null {
  for (const folder of [SHARED_FOLDER, DATABASE_FOLDER]) {
    for (const number of mapIn(pgdata, folder).values()) {
      const path = join(folder, String(number))
      if (!isFile(pgdata, path)) {
        return `${join(basename(pgdata), path)}, a table of PostgreSQL's own, is missing`
      }
    }
  }
  for (const relation of relationsIn(pgdata)) {
    const { name, kind, isUnlogged, file } = relation
    const needed = isUnlogged ? `${file}_init` : file
    const [first] = filesOf(pgdata, { file: needed })
    const shown = `${join(basename(pgdata), needed)}, the file of the ${kind} ${name}`
    if (first === undefined) {
      if (isUnlogged && !isClosed && isReplaced(pgdata, file)) continue
      return `${shown}, is missing`
    }
    // A new index or sequence has a page, which after a kill may still be only in the log.
    if (kind !== 'table' && isClosed && statSync(join(pgdata, first)).size === 0) {
      return `${shown}, is empty`
    }
  }
  return null
}

/**
 * Whether TRUNCATE has given the relation another file, and the new name may still be only in the
 * log. PostgreSQL deletes an old `_init` at once, but keeps an empty file under the old name until
 * the next checkpoint.
 */
const isReplaced = (pgdata: string, file: string): boolean =>
  statSync(join(pgdata, file), { throwIfNoEntry: false })?.size === 0
