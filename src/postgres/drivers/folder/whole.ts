/**
 * Whether a folder of the embedded PostgreSQL is whole, found out before anything opens it: PGlite
 * would make a new database over one that lacks its first file, and PostgreSQL would change what a
 * copy is still writing [durability.whole].
 */
import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { segmentAfter } from '../spare-log'
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

/** Why the folder is not whole, with what to do, on one line; null: it is. */
export const faultIn = (whole: string): string | null =>
  faultOfEntries(whole) ?? withRemedy(faultOfContents(whole))

/**
 * The same of what is there at all. It looks at nothing that a server which has the folder open may
 * be about to change.
 */
export const faultOfEntries = (whole: string): string | null =>
  versionFault(whole) ?? withRemedy(missingIn(whole) ?? unfinishedIn(whole))

const withRemedy = (fault: string | null): string | null => fault && `${fault}. ${REMEDY}`

function missingIn(whole: string): string | null {
  for (const [path, kind] of [['', 'folder'], ...Object.entries(LAYOUT)] as const) {
    const fault = faultOf(whole, path, kind)
    if (fault !== null) return fault
  }
  return null
}

function faultOf(whole: string, path: string, kind: Kind): string | null {
  const place = join(whole, path)
  const shown = join(basename(whole), path)
  const isFile = kind === 'file'
  const itself = lstatSync(place, { throwIfNoEntry: false })
  if (itself === undefined) return `${shown} is missing`
  const found = statSync(place, { throwIfNoEntry: false })
  if (found === undefined) return `${shown} is a link to nothing`
  if (path !== '' && itself.isSymbolicLink() && leadsOut(whole, place)) {
    return `${shown} is a link out of the folder, where the embedded PostgreSQL does not reach`
  }
  if (isFile ? !found.isFile() : !found.isDirectory()) {
    return `${shown} is ${kindOf(found)}, not a ${isFile ? 'file' : 'folder'}`
  }
  if (isFile) return found.size === 0 ? `${shown} is empty` : null
  return kind === 'folder' && readdirSync(place).length === 0 ? `${shown} is empty` : null
}

const leadsOut = (whole: string, place: string): boolean =>
  !realpathSync(place).startsWith(realpathSync(whole) + sep)

function kindOf(found: Stats): string {
  if (found.isFile()) return 'a file'
  return found.isDirectory() ? 'a folder' : 'something else'
}

/** False too where a file stands in the way of its folder. */
function isFile(whole: string, path: string): boolean {
  try {
    return statSync(join(whole, path)).isFile()
  } catch {
    return false
  }
}

/** Another PostgreSQL's files are in other places. */
function versionFault(whole: string): string | null {
  const path = join(whole, VERSION_FILE)
  if (!isFile(whole, VERSION_FILE)) return null
  const version = readFileSync(path, 'latin1').trim()
  if (version === POSTGRES_VERSION || !/^[\d.]+$/.test(version)) return null
  return (
    `its files are PostgreSQL ${version}'s, and this version brings ` +
    `PostgreSQL ${POSTGRES_VERSION}`
  )
}

/** rsync's name for a file until all of it is there: `.16396.Xy12Zw`. */
const UNFINISHED = /^\..+\.\w{6}$/

function unfinishedIn(whole: string): string | null {
  for (const folder of ['', SHARED_FOLDER, DATABASE_FOLDER, LOG_FOLDER]) {
    const name = readdirSync(join(whole, folder)).find((each) => UNFINISHED.test(each))
    if (name !== undefined) {
      return `${join(basename(whole), folder, name)} is a file that is still being copied`
    }
  }
  return null
}

/** Whether the files that the others name are there. Only for who has locked the folder. */
function faultOfContents(whole: string): string | null {
  const shown = (path: string): string => join(basename(whole), path)
  if (readFileSync(join(whole, VERSION_FILE), 'latin1').trim() !== POSTGRES_VERSION) {
    return `${shown(VERSION_FILE)} names no version`
  }
  const { size } = statSync(join(whole, CONTROL_FILE))
  if (size !== CONTROL_BYTES) {
    return `${shown(CONTROL_FILE)} has ${size.toLocaleString('en-US')} of 8,192 bytes`
  }
  const control = readControl(whole)
  const { version, catalog, segmentBytes } = control
  if (version !== CONTROL_VERSION || catalog !== CATALOG_VERSION || segmentBytes === 0) {
    return `${shown(CONTROL_FILE)} is not one of PostgreSQL ${POSTGRES_VERSION}`
  }
  for (const each of [SHARED_FOLDER, DATABASE_FOLDER]) {
    if (!isMap(whole, each)) return `${shown(join(each, MAP_FILE))} is not PostgreSQL's`
  }
  return (
    faultOfLog(whole, control) ?? faultOfStatuses(whole, control) ?? faultOfTables(whole, control)
  )
}

function faultOfLog(whole: string, control: ControlFile): string | null {
  const { redo, checkpoint, isClosed, timeline, segmentBytes } = control
  const from = segmentName(timeline, redo, segmentBytes)
  const there = readdirSync(join(whole, LOG_FOLDER)).filter((name) => /^[\dA-F]{24}$/.test(name))
  const newest = there.sort().at(-1) ?? ''
  const needed = segmentName(timeline, checkpoint, segmentBytes)
  // After a kill a start reads on to the end, which only the log itself knows.
  const last = !isClosed && newest > needed ? newest : needed
  for (let name = from; name <= last; name = segmentAfter(name, segmentBytes)) {
    const path = join(LOG_FOLDER, name)
    const found = statSync(join(whole, path), { throwIfNoEntry: false })
    const shown = join(basename(whole), path)
    if (found === undefined) return `${shown}, a part of its log, is missing`
    if (found.size !== segmentBytes) {
      const [has, of] = [found.size, segmentBytes].map((bytes) => bytes.toLocaleString('en-US'))
      return `${shown}, a part of its log, has ${has} of ${of} bytes`
    }
  }
  return null
}

const HALF = 0xffff_ffffn

/** The part of the log that has a position (PostgreSQL's XLogFileName). */
function segmentName(timeline: number, position: bigint, segmentBytes: number): string {
  const within = Math.floor(Number(position & HALF) / segmentBytes)
  const digits = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
  return digits(timeline) + digits(Number(position >> 32n)) + digits(within)
}

function faultOfStatuses(whole: string, { nextTransaction }: ControlFile): string | null {
  const { file, at } = statusPlace(Math.max(0, nextTransaction - 1))
  const found = statSync(join(whole, file), { throwIfNoEntry: false })
  if (found === undefined) return `${join(basename(whole), file)} is missing`
  return found.size <= at ? `${join(basename(whole), file)} is cut off` : null
}

/** Each table and index has a file from the transaction on that makes it. */
function faultOfTables(whole: string, { isClosed }: ControlFile): string | null {
  for (const folder of [SHARED_FOLDER, DATABASE_FOLDER]) {
    for (const number of mapIn(whole, folder).values()) {
      const path = join(folder, String(number))
      if (!isFile(whole, path)) {
        return `${join(basename(whole), path)}, a table of PostgreSQL's own, is missing`
      }
    }
  }
  for (const relation of relationsIn(whole)) {
    const { name, kind, isUnlogged, file } = relation
    const needed = isUnlogged ? `${file}_init` : file
    const [first] = filesOf(whole, { file: needed })
    const shown = `${join(basename(whole), needed)}, the file of the ${kind} ${name}`
    if (first === undefined) return `${shown}, is missing`
    // An index and a sequence have a page from the first; after a kill the log may bring it.
    if (kind !== 'table' && isClosed && statSync(join(whole, first)).size === 0) {
      return `${shown}, is empty`
    }
  }
  return null
}
