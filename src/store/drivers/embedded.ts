/** The embedded PostgreSQL (PGlite): one process, one connection; here in a folder. */
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type MemoryFS, PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Durability } from '../../core/durability'
import { reasonOf } from '../../core/reason'
import { type Database, NO_HINTS } from '../database'
import { HAS_MIGRATIONS, laterSchemaFault, MIGRATIONS_FOLDER, MIGRATIONS_MADE } from '../migrations'
import { PLANNING } from '../pg/options'
import { DiskFull, retrying } from '../pg/retry'
import { StartError } from '../start-error'
import { soleLease } from '../tables/matcher-lease'
import { checkpoints } from './checkpoints'
import { isFull, makeFolder, makeFolderPrivate, makePrivate, renameSynced, syncTree } from './disk'
import { EmbeddedFiles } from './embedded-files'
import { lockFolder } from './folder-lock'
import { unpackInto } from './image/folder'
import { type Beginning, readImage, VERSION_FILE, versionOf } from './image/image'
import { pgliteCode } from './pglite-code'
import { PreparedStatements } from './prepared'

export interface Opened {
  readonly client: PGlite
  /** Those of a session that has served before. */
  readonly statements?: PreparedStatements
  /** Whether a transaction may still be begun; left out where there is always room. */
  hasRoom?(): boolean
  /** Gives the client back. */
  end(): Promise<void>
}

/** Opens the database in the folder, or makes a new one. Throws a StartError. */
export async function openEmbedded(
  folder: string,
  durability: Durability,
  beginning?: Beginning,
  imagePath?: string,
): Promise<Database> {
  const unlock = await makeAndLock(folder)
  try {
    const whole = await madeIn(folder, beginning, imagePath)
    makePrivate(whole)
    // A run before may have been a relaxed one that was killed.
    syncTree(whole)
    const files = new EmbeddedFiles(whole)
    const client = await openOn(files, durability)
    await refuseLaterSchema(client)
    await migrated(client)
    return overEmbedded({
      client,
      hasRoom: files.spareLog.isThere,
      async end() {
        await client.close()
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
async function madeIn(folder: string, beginning?: Beginning, imagePath?: string): Promise<string> {
  const whole = join(folder, 'postgres')
  if (existsSync(whole)) return whole
  const unfinished = join(folder, 'postgres.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  makeFolder(unfinished)
  const image = await readImage(beginning, imagePath)
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

/**
 * PostgreSQL's own 128 MB are for a machine of its own; the host keeps the files in memory too.
 * Where the files are in this process's own memory, half of it is enough.
 */
const SHARED_BUFFERS = { folder: 'shared_buffers=32MB', memory: 'shared_buffers=16MB' } as const

/** After a recovery, as of a fork's files, its timer would keep the process from ending. */
const NO_TIMER = 'log_startup_progress_interval=0'

/**
 * PGlite's own parameters turn syncing off (`-F`). The method is the one of PostgreSQL's that
 * reaches EmbeddedFiles.
 */
export async function openOn(
  files: EmbeddedFiles | MemoryFS,
  durability: Durability,
): Promise<PGlite> {
  const buffers = SHARED_BUFFERS[files instanceof EmbeddedFiles ? 'folder' : 'memory']
  const given = [...PGlite.defaultStartParams, '-c', buffers, '-c', NO_TIMER]
  const startParams =
    durability === 'relaxed'
      ? given
      : [...given.filter((name) => name !== '-F'), '-c', 'wal_sync_method=fsync']
  const client = await PGlite.create({
    ...{ fs: files, startParams, parsers: AS_TEXT },
    pgliteWasmModule: await pgliteCode(),
  })
  await client.exec(SESSION)
  return client
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

/** Closes the client where it throws. */
async function refuseLaterSchema(client: PGlite): Promise<void> {
  const later = await laterSchemaFault(await migrationsIn(client))
  if (later === undefined) return
  await client.close()
  throw new Error(later)
}

/**
 * Carries out the migrations that it lacks, and tells whether there were any. Closes the client
 * where it throws a StartError.
 */
export async function migrated(client: PGlite): Promise<boolean> {
  try {
    const before = await migrationsIn(client)
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    return before.length !== (await migrationsIn(client)).length
  } catch (error) {
    await client.close()
    throw new StartError(`A migration failed, nothing of it was kept: ${reasonOf(error)}`)
  }
}

async function migrationsIn(client: PGlite): Promise<readonly number[]> {
  const [found] = (await client.query<{ is_there: boolean }>(HAS_MIGRATIONS)).rows
  if (found?.is_there !== true) return []
  return (await client.query<{ made: number }>(MIGRATIONS_MADE)).rows.map(({ made }) => made)
}

/** Times come as ISO text in UTC, as from a server. */
const SESSION = [
  `set time zone 'UTC'; set datestyle to 'ISO'`,
  ...Object.entries(PLANNING).map(([name, value]) => `set ${name} to ${value}`),
].join('; ')

export function overEmbedded({
  client,
  hasRoom,
  end,
  statements = new PreparedStatements(),
}: Opened): Database {
  const { committed, settled } = checkpoints(client)
  const outside = statements.outside(client)
  /**
   * It answers within a turn of the event loop: without this, a queue of transactions would hold up
   * the answers and the events of those that are committed already.
   */
  async function changing<T>(work: () => Promise<T>): Promise<T> {
    await new Promise((turn) => setImmediate(turn))
    if (hasRoom?.() === false) throw new DiskFull(NO_ROOM)
    const value = await work()
    committed()
    return value
  }
  return {
    drizzle: drizzle({ client: hasRoom === undefined ? client : whileRoom(client, hasRoom) }),
    hints: NO_HINTS,
    ...outside,
    transaction: (work) => changing(() => retrying(() => statements.transaction(client, work))),
    atOnce: (ask) => changing(() => statements.alone(client, ask)),
    // The folder's lock already makes this process the only one.
    takeMatcherLease: async () => soleLease(outside),
    close: async () => {
      await settled()
      await end()
    },
  }
}

const NO_ROOM = 'no room for the next part of the write-ahead log'
const CHANGE = /^\s*(?:insert|update|delete)\b/i

/**
 * Changes outside of a transaction are held back as transactions are. The client itself is changed:
 * it must be no other database's.
 */
function whileRoom(client: PGlite, hasRoom: () => boolean): PGlite {
  const query = client.query.bind(client)
  client.query = async (text, ...rest) => {
    if (CHANGE.test(text) && !hasRoom()) throw new DiskFull(NO_ROOM)
    return query(text, ...rest)
  }
  return client
}
