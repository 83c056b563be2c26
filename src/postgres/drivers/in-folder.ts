/**
 * The embedded PostgreSQL in a folder of the host. One process at a time opens the folder, and only
 * if it is complete [durability.whole] and the checked pages are undamaged [durability.damage].
 */
import { lstatSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { errorMessage } from '../../lib/text'
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
import { migrateClient, migrationsIn, openOn, overEmbedded } from './embedded'
import { EmbeddedFiles } from './embedded-files'
import { faultIn, faultOfEntries } from './folder/integrity'
import { faultOfAbsence, readControl } from './folder/layout'
import { damageAtStart, scan } from './folder/scan'
import { type FolderLock, lockFolder } from './folder-lock'
import { type Image, type InitialContent, readImage } from './image/image'

/** Pages that a start checks: 64 MB, which take a tenth of a second. */
const PAGES_AT_START_MAX = 8_192

const DISK_FULL = 'its disk is full'

export interface FolderOptions {
  /** The rows of a new database; `bare` if omitted. */
  readonly content?: InitialContent
  readonly imagePath?: string
  /** Whether to open a folder with damaged pages; `refuse` if omitted. */
  readonly damaged?: 'refuse' | 'open'
  readonly pagesAtStartMax?: number
}

/** Opens the database in the folder, or makes a new one. Throws a StartError. */
export async function openEmbedded(
  folder: string,
  durability: Durability,
  { content, imagePath, damaged, pagesAtStartMax = PAGES_AT_START_MAX }: FolderOptions = {},
): Promise<Database> {
  const pgdata = join(folder, 'postgres')
  // Checked before the folder is touched, and again when it is locked.
  refuse(folder, faultBefore(folder, pgdata))
  const lock = makeAndLock(folder)
  const checked = damaged === 'open' ? 0 : pagesAtStartMax
  try {
    const isNew = !isThere(pgdata)
    if (isNew) await makeDatabase(folder, pgdata, content, imagePath)
    else refuse(folder, faultIn(pgdata))
    // If it was not closed in order, its log must mend it before it can be checked.
    const { isClosed } = readControl(pgdata)
    if (!isNew && isClosed) refuse(folder, damageAtStart(pgdata, checked))
    lock.lockDatabase(pgdata)
    makePrivate(pgdata)
    // The last run may have been a relaxed one that was killed. A new database is synced already.
    if (!isNew) syncTree(pgdata)
    const files = new EmbeddedFiles(pgdata)
    const client = await openOn(files, durability, 'existing').catch((error: unknown) => {
      throw cannotOpen(folder, isFull(folder) ? DISK_FULL : openFault(pgdata, errorMessage(error)))
    })
    await refuseLaterSchema(client)
    if (!isClosed) await refuseDamage(client, folder, damageAtStart(pgdata, checked))
    await migrateClient(client)
    return overEmbedded({
      client,
      scan: () => scan(pgdata, 'all'),
      disk: {
        hasRoom: files.reservedWal.isThere,
        lost: lock.lost,
        lastLost: () => lock.lastLost,
      },
      async end() {
        const lost = lock.lost()
        // A lost folder may be another process's: nothing may be written. The log has all answers.
        if (lost === null) {
          await client.close()
          // A relaxed run has synced nothing yet. In any other, PostgreSQL's last checkpoint has.
          if (durability === 'relaxed') syncTree(pgdata)
        }
        lock.release()
        if (lost !== null) throw new FolderLost(lost)
      },
    })
  } catch (error) {
    lock.release()
    if (error instanceof StartError) throw error
    if (damageIn(error)) throw cannotOpen(folder, openFault(pgdata, errorMessage(error)))
    throw cannotOpen(folder, isFull(folder) ? DISK_FULL : errorMessage(error))
  }
}

/** True also for a link to nothing; false if a part of the path is a file. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** Checks the names alone, and changes nothing. */
const faultBefore = (folder: string, pgdata: string): string | null =>
  isThere(pgdata) ? faultOfEntries(pgdata) : faultOfAbsence(folder)

const cannotOpen = (folder: string, why: string): StartError =>
  new StartError(`Cannot open the database in ${folder} (DATA_DIR): ${why}`)

function refuse(folder: string, fault: string | null): void {
  if (fault !== null) throw cannotOpen(folder, fault)
}

/**
 * Makes the database under another name, and renames it when it is complete. So a process that is
 * killed leaves no half-made database.
 */
async function makeDatabase(
  folder: string,
  pgdata: string,
  content?: InitialContent,
  imagePath?: string,
): Promise<void> {
  const unfinished = join(folder, 'postgres.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  makeFolder(unfinished)
  const image = await readImage(content, imagePath)
  if (image === null) await (await openOn(new EmbeddedFiles(unfinished), 'relaxed')).close()
  else unpackInto(unfinished, image)
  syncTree(unfinished)
  // A restore may have begun, and renaming would replace its empty folder.
  const fault = faultBefore(folder, pgdata)
  if (fault !== null) await rm(unfinished, { recursive: true, force: true })
  refuse(folder, fault)
  renameSynced(unfinished, pgdata)
}

function makeAndLock(folder: string): FolderLock {
  try {
    makeFolder(folder)
    makePrivateIfOurs(folder)
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Cannot write to the folder ${folder} (DATA_DIR): ${errorMessage(error)}`)
  }
}

/** Keeps others out of the folder if it has only our files; a project's folder stays open. */
function makePrivateIfOurs(folder: string): void {
  const ours = ['postgres', 'postgres.unfinished', 'lock', 'control.sock']
  if (readdirSync(folder).every((name) => ours.includes(name))) makeFolderPrivate(folder)
}

/**
 * Why PostgreSQL does not open. It often gives no reason, so its own tables are checked as well.
 */
function openFault(pgdata: string, reason: string): string {
  const damage = damageAtStart(pgdata, Number.POSITIVE_INFINITY, 'all')
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

/** Unpacks an image into an empty folder, and does not sync it. */
function unpackInto(folder: string, { entries }: Image): void {
  for (const { path, content } of entries) {
    const place = join(folder, path)
    if (content === null) makeOneFolder(place)
    else writeFile(place, content)
  }
}
