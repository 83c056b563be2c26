/** The embedded PostgreSQL (PGlite): one process, one connection, in a folder or in memory. */
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MemoryFS, PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Durability } from '../../core/durability'
import { reasonOf } from '../../core/reason'
import { type Database, NO_HINTS, type Transaction } from '../database'
import { MIGRATIONS_FOLDER } from '../migrations'
import { PLANNING } from '../pg/options'
import { DiskFull, retrying } from '../pg/retry'
import { type StatementRunner, send, type Write } from '../pg/statement'
import { StartError } from '../start-error'
import { soleLease } from '../tables/matcher-lease'
import { checkpoints } from './checkpoints'
import { isFull, makeFolder, makeFolderPrivate, makePrivate, renameSynced, syncTree } from './disk'
import { EmbeddedFiles } from './embedded-files'
import { lockFolder } from './folder-lock'
import { unpackInto } from './image/folder'
import { type Image, readImage, VERSION_FILE, versionOf } from './image/image'
import { imageOf, MemoryFiles } from './image/memory-files'
import { PreparedStatements } from './prepared'

/** Unpacked once: the databases in memory of a process share what they do not change. */
let shared: Promise<Image | null> | undefined

/** Gone when the process ends. Nothing that it writes is seen by another one. */
export async function openInMemory(imagePath?: string): Promise<Database> {
  shared ??= readImage()
  return openImage(await (imagePath === undefined ? shared : readImage(imagePath)))
}

async function openImage(image: Image | null): Promise<Database> {
  const files = image === null ? new MemoryFS() : new MemoryFiles(image)
  const client = await openOn(files, 'relaxed')
  const database = await prepared({ client, hasRoom: () => true, closed: async () => {} })
  inMemory.set(database, client)
  return database
}

const inMemory = new WeakMap<Database, PGlite>()

/** A second database in memory that begins with all that this one holds [testkit.fork]. */
export async function forkInMemory(database: Database): Promise<Database> {
  const client = inMemory.get(database)
  if (client === undefined) throw new Error('only a database in memory is forked')
  await client.exec('checkpoint')
  return openImage(await imageOf(client))
}

interface Opened {
  readonly client: PGlite
  /** Whether a transaction may still be begun. */
  hasRoom(): boolean
  /** To be called when the client is closed. */
  closed(): Promise<void>
}

/** Opens or makes the database in the folder. Throws a StartError. */
export async function openEmbedded(
  folder: string,
  durability: Durability,
  imagePath?: string,
): Promise<Database> {
  const unlock = await makeAndLock(folder)
  try {
    const whole = await madeIn(folder, imagePath)
    makePrivate(whole)
    // A run before may have been a relaxed one that was killed.
    syncTree(whole)
    const files = new EmbeddedFiles(whole)
    return await prepared({
      client: await openOn(files, durability),
      hasRoom: files.spareLog.isThere,
      async closed() {
        // A relaxed run has synced nothing yet.
        syncTree(whole)
        await unlock()
      },
    })
  } catch (error) {
    await unlock()
    if (error instanceof StartError) throw error
    const why = isFull(folder) ? 'its disk is full' : await versionFault(folder, reasonOf(error))
    throw new StartError(`Cannot open the database in ${folder} (DATA_DIR): ${why}`)
  }
}

/**
 * Where the database is, made beforehand if there is none. It gets its name only when it is whole:
 * a folder in whose making the process was killed could never be opened.
 */
async function madeIn(folder: string, imagePath?: string): Promise<string> {
  const whole = join(folder, 'postgres')
  if (existsSync(whole)) return whole
  const unfinished = join(folder, 'postgres.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  makeFolder(unfinished)
  const image = await readImage(imagePath)
  if (image === null) await (await openOn(new EmbeddedFiles(unfinished), 'relaxed')).close()
  else unpackInto(unfinished, image)
  // Synced as a whole when it is whole: until then, nothing of it counts.
  syncTree(unfinished)
  renameSynced(unfinished, whole)
  return whole
}

/** Why it cannot be opened: it is another PostgreSQL's, or else what PGlite says. */
async function versionFault(folder: string, otherwise: string): Promise<string> {
  const version = await Bun.file(join(folder, 'postgres', VERSION_FILE))
    .text()
    .then((text) => text.trim())
    .catch(() => '')
  const ours = versionOf(await readImage())
  return version === '' || ours === null || version === ours
    ? otherwise
    : `its files are PostgreSQL ${version}'s, and this version brings PostgreSQL ${ours}`
}

/** PostgreSQL's own 128 MB are for a machine of its own; the host keeps the files in memory too. */
const SHARED_BUFFERS = 'shared_buffers=32MB'

/**
 * PGlite's own parameters turn syncing off (`-F`). The method is the one of PostgreSQL's that
 * reaches EmbeddedFiles.
 */
function openOn(files: EmbeddedFiles | MemoryFS, durability: Durability): Promise<PGlite> {
  const given = [...PGlite.defaultStartParams, '-c', SHARED_BUFFERS]
  const startParams =
    durability === 'relaxed'
      ? given
      : [...given.filter((name) => name !== '-F'), '-c', 'wal_sync_method=fsync']
  return PGlite.create({ fs: files, startParams, parsers: AS_TEXT })
}

const asText = (value: string): string => value
/**
 * The columns' own decoders read these. Given once: parsers that are given with a statement make
 * PGlite copy all that it has.
 */
const AS_TEXT = { [types.TIMESTAMPTZ]: asText, [types.NUMERIC]: asText }

async function makeAndLock(folder: string): Promise<() => Promise<void>> {
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

async function prepared(opened: Opened): Promise<Database> {
  const { client } = opened
  // Times come as ISO text in UTC, as from a server.
  await client.exec(`set time zone 'UTC'; set datestyle to 'ISO'`)
  for (const [name, value] of Object.entries(PLANNING)) await client.exec(`set ${name} to ${value}`)
  try {
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
  } catch (error) {
    await client.close()
    throw new StartError(`A migration failed, nothing of it was kept: ${reasonOf(error)}`)
  }
  return overEmbedded(opened)
}

function overEmbedded({ client, hasRoom, closed }: Opened): Database {
  const { committed, settled } = checkpoints(client)
  const prepared = new PreparedStatements()
  const outside = prepared.outside(client)
  return {
    drizzle: drizzle({ client: whileRoom(client, hasRoom) }),
    hints: NO_HINTS,
    ...outside,
    async transaction(work) {
      if (!hasRoom()) throw new DiskFull(NO_ROOM)
      const value = await retrying(() =>
        client.transaction((tx) => transact(prepared.within(tx), work)),
      )
      committed()
      return value
    },
    // The folder's lock already makes this process the only one.
    takeMatcherLease: async () => soleLease(outside),
    close: async () => {
      await settled()
      await client.close()
      await closed()
    },
  }
}

const NO_ROOM = 'no room for the next part of the write-ahead log'
const CHANGE = /^\s*(?:insert|update|delete)\b/i

/** Changes outside of a transaction are held back as transactions are. */
function whileRoom(client: PGlite, hasRoom: () => boolean): PGlite {
  const query = client.query.bind(client)
  client.query = async (text, ...rest) => {
    if (CHANGE.test(text) && !hasRoom()) throw new DiskFull(NO_ROOM)
    return query(text, ...rest)
  }
  return client
}

async function transact<T>(
  runner: StatementRunner,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const last: Write[] = []
  const value = await work({ ...runner, lastly: (writes) => void last.push(...writes) })
  await send(runner, last)
  return value
}
