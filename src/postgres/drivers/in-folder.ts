/**
 * The embedded PostgreSQL in a folder of the host, which is one process's at a time, and which is
 * opened only if it is whole [durability.whole] and, as far as a start looks, not damaged
 * [durability.damage].
 */
import { lstatSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { reasonOf } from '../../lib/text'
import { DAMAGE_REMEDY, damageIn } from '../damage'
import type { Database, Durability } from '../database'
import { FolderLost, StartError } from '../errors'
import { laterSchemaFault } from '../migrations'
import {
  isFull,
  makeFolder,
  makeFolderPrivate,
  makeOneFolder,
  makePrivate,
  renameSynced,
  syncTree,
  writeFile,
} from './disk'
import { migrated, migrationsIn, openOn, overEmbedded } from './embedded'
import { EmbeddedFiles } from './embedded-files'
import { faultOfAbsence, readControl } from './folder/layout'
import { damageAtStart, scan } from './folder/scan'
import { faultIn, faultOfEntries } from './folder/whole'
import { type FolderLock, lockFolder } from './folder-lock'
import { type Beginning, type Image, readImage } from './image/image'

/** What a start looks at: 64 MB, which take a tenth of a second. */
const PAGES_AT_START_MAX = 8_192

const DISK_FULL = 'its disk is full'

export interface FolderOptions {
  /** What a new database begins with. */
  readonly beginning?: Beginning
  readonly imagePath?: string
  /** What becomes of a folder with damaged pages; left out: it is refused. */
  readonly damaged?: 'refuse' | 'open'
  readonly pagesAtStartMax?: number
}

/** Opens the database in the folder, or makes a new one. Throws a StartError. */
export async function openEmbedded(
  folder: string,
  durability: Durability,
  { beginning, imagePath, damaged, pagesAtStartMax = PAGES_AT_START_MAX }: FolderOptions = {},
): Promise<Database> {
  const whole = join(folder, 'postgres')
  // Before the folder above is touched, and again when nobody else can be changing it.
  refuse(folder, faultBefore(folder, whole))
  const lock = makeAndLock(folder)
  const checked = damaged === 'open' ? 0 : pagesAtStartMax
  try {
    const isNew = !isThere(whole)
    if (isNew) await makeIn(folder, whole, beginning, imagePath)
    else refuse(folder, faultIn(whole))
    // What was not closed in order is mended by its log first.
    const isAtRest = readControl(whole).isClosed
    if (!isNew && isAtRest) refuse(folder, damageAtStart(whole, checked))
    lock.lockDatabase(whole)
    makePrivate(whole)
    // A run before may have been a relaxed one that was killed.
    syncTree(whole)
    const files = new EmbeddedFiles(whole)
    const client = await openOn(files, durability, 'it is there').catch((error: unknown) => {
      throw cannotOpen(folder, isFull(folder) ? DISK_FULL : unopenable(whole, reasonOf(error)))
    })
    await refuseLaterSchema(client)
    if (!isAtRest) await refuseDamage(client, folder, damageAtStart(whole, checked))
    await migrated(client)
    return overEmbedded({
      client,
      scan: () => scan(whole, 'all'),
      disk: { hasRoom: files.spareLog.isThere, lost: lock.lost, knownLost: () => lock.knownLost },
      async end() {
        const lost = lock.lost()
        // Closing would write to what may be another's by now: all that was answered is in the log.
        if (lost === null) {
          await client.close()
          // A relaxed run has synced nothing yet.
          syncTree(whole)
        }
        lock.release()
        if (lost !== null) throw new FolderLost(lost)
      },
    })
  } catch (error) {
    lock.release()
    if (error instanceof StartError) throw error
    if (damageIn(error)) throw cannotOpen(folder, unopenable(whole, reasonOf(error)))
    throw cannotOpen(folder, isFull(folder) ? DISK_FULL : reasonOf(error))
  }
}

/** A link to nothing is there; what stands below a file is not. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** What the names alone say, without a change. */
const faultBefore = (folder: string, whole: string): string | null =>
  isThere(whole) ? faultOfEntries(whole) : faultOfAbsence(folder)

const cannotOpen = (folder: string, why: string): StartError =>
  new StartError(`Cannot open the database in ${folder} (DATA_DIR): ${why}`)

function refuse(folder: string, fault: string | null): void {
  if (fault !== null) throw cannotOpen(folder, fault)
}

/**
 * Makes the database. It gets its name only when it is whole: a folder in whose making the process
 * was killed could never be opened.
 */
async function makeIn(
  folder: string,
  whole: string,
  beginning?: Beginning,
  imagePath?: string,
): Promise<void> {
  const unfinished = join(folder, 'postgres.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  makeFolder(unfinished)
  const image = await readImage(beginning, imagePath)
  if (image === null) await (await openOn(new EmbeddedFiles(unfinished), 'relaxed')).close()
  else unpackInto(unfinished, image)
  // Synced as a whole when it is whole: until then, nothing of it counts.
  syncTree(unfinished)
  // A restore may have begun: an empty folder would be replaced.
  const fault = faultBefore(folder, whole)
  if (fault !== null) await rm(unfinished, { recursive: true, force: true })
  refuse(folder, fault)
  renameSynced(unfinished, whole)
}

function makeAndLock(folder: string): FolderLock {
  try {
    makeFolder(folder)
    makePrivateIfOurs(folder)
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Cannot write to the folder ${folder} (DATA_DIR): ${reasonOf(error)}`)
  }
}

/** A folder that holds other things, a project's say, may be open to others; `postgres` is not. */
function makePrivateIfOurs(folder: string): void {
  const ours = ['postgres', 'postgres.unfinished', 'lock', 'control.sock']
  if (readdirSync(folder).every((name) => ours.includes(name))) makeFolderPrivate(folder)
}

/** PostgreSQL often ends without saying why, so its own tables are looked at too. */
function unopenable(whole: string, reason: string): string {
  const damage = damageAtStart(whole, Number.POSITIVE_INFINITY, 'all')
  if (damage !== null) return damage
  return `PostgreSQL cannot open its files (${reason}). ${DAMAGE_REMEDY}`
}

/** Closes the client if it throws. */
async function refuseDamage(client: PGlite, folder: string, damage: string | null): Promise<void> {
  if (damage === null) return
  await client.close()
  refuse(folder, damage)
}

/** Closes the client if it throws. */
async function refuseLaterSchema(client: PGlite): Promise<void> {
  const later = await laterSchemaFault(await migrationsIn(client))
  if (later === undefined) return
  await client.close()
  throw new Error(later)
}

/** Unpacks an image into an empty folder. Nothing of it is synced. */
function unpackInto(folder: string, { entries }: Image): void {
  for (const { path, content } of entries) {
    const place = join(folder, path)
    if (content === null) makeOneFolder(place)
    else writeFile(place, content)
  }
}
