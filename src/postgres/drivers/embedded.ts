/** The embedded PostgreSQL (PGlite): one process, one connection. */
import { type MemoryFS, PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { errorMessage } from '../../lib/text'
import { type Database, type Durability, NO_NOTIFICATIONS } from '../database'
import { DiskFull, FolderLost, retry, StartError } from '../errors'
import { soleLease } from '../matcher-lease'
import { HAS_MIGRATIONS, MIGRATIONS_FOLDER, MIGRATIONS_MADE } from '../migrations'
import { PLANNING } from '../options'
import { checkpoints } from './checkpoints'
import { drizzleOn } from './embedded-drizzle'
import { EmbeddedFiles } from './embedded-files'
import type { FolderLock } from './folder-lock'
import { pgliteCode } from './pglite-code'
import { PreparedStatements } from './prepared'

/** Checks on the folder before a statement. */
export interface Disk {
  /** True if there is room for a transaction. */
  hasRoom(): boolean
  readonly lost: FolderLock['lost']
  /** The last result of `lost`, without a look at the disk. */
  lastLost(): string | null
}

export interface EmbeddedParts {
  readonly client: PGlite
  /** The statements that the session has already prepared. */
  readonly statements?: PreparedStatements
  /** Undefined for a database in memory. */
  readonly disk?: Disk
  readonly scan?: Database['scan']
  /** Closes the client, or returns it to its pool. */
  end(): Promise<void>
}

/**
 * PostgreSQL's default of 128 MB is for a machine of its own. The host caches the files as well, so
 * 32 MB are enough; half of that if the files are in this process's memory.
 */
const SHARED_BUFFERS = { folder: 'shared_buffers=32MB', memory: 'shared_buffers=16MB' } as const

/**
 * An option that `initdb` refuses. PGlite runs `initdb` if PG_VERSION is missing, and would make a
 * new database over a damaged one [durability.whole].
 */
const NEVER_INIT = ['--this-database-is-there']

/**
 * Opens PGlite on the files. Its default parameters turn syncing off (`-F`). The sync method
 * `fsync` is the one that reaches EmbeddedFiles.
 */
export async function openOn(
  files: EmbeddedFiles | MemoryFS,
  durability: Durability,
  database: 'existing' | 'any' = 'any',
): Promise<PGlite> {
  const buffers = SHARED_BUFFERS[files instanceof EmbeddedFiles ? 'folder' : 'memory']
  const defaults = [...PGlite.defaultStartParams, '-c', buffers]
  const startParams =
    durability === 'relaxed'
      ? defaults
      : [...defaults.filter((name) => name !== '-F'), '-c', 'wal_sync_method=fsync']
  disableTimers(files)
  const client = await PGlite.create({
    fs: files,
    startParams,
    parsers: AS_TEXT,
    ...(database === 'existing' && { initDbStartParams: NEVER_INIT }),
    pgliteWasmModule: await pgliteCode(),
  })
  await client.exec(SESSION)
  return client
}

const asText = (value: string): string => value
/**
 * The columns decode these types. Set once for the client: parsers of a single statement make
 * PGlite copy all its parsers.
 */
const AS_TEXT = { [types.TIMESTAMPTZ]: asText, [types.NUMERIC]: asText }

/**
 * Runs the missing migrations. Returns true if there were any. Throws a StartError, and closes the
 * client, if one fails.
 */
export async function migrateClient(client: PGlite): Promise<boolean> {
  try {
    const before = await migrationsIn(client)
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    return before.length !== (await migrationsIn(client)).length
  } catch (error) {
    await client.close()
    throw new StartError(`A migration failed, nothing of it was kept: ${errorMessage(error)}`)
  }
}

export async function migrationsIn(client: PGlite): Promise<readonly number[]> {
  const [found] = (await client.query<{ is_there: boolean }>(HAS_MIGRATIONS)).rows
  if (found?.is_there !== true) return []
  return (await client.query<{ made: number }>(MIGRATIONS_MADE)).rows.map(({ made }) => made)
}

/** Times are ISO text in UTC, as from a server. */
const SESSION = [
  `set time zone 'UTC'; set datestyle to 'ISO'`,
  ...Object.entries(PLANNING).map(([name, value]) => `set ${name} to ${value}`),
].join('; ')

export function overEmbedded({
  client,
  disk,
  scan,
  end,
  statements = new PreparedStatements(),
}: EmbeddedParts): Database {
  const { committed, settled } = checkpoints(client, undefined, () => disk?.lost() == null)
  const runner = statements.runner(client)
  /**
   * Waits a turn of the event loop first. PGlite answers within one turn, so a queue of
   * transactions would otherwise delay the answers and events of committed ones.
   */
  async function change<T>(work: () => Promise<T>): Promise<T> {
    await new Promise((turn) => setImmediate(turn))
    assertUsable(disk, 'changes')
    const value = await work()
    committed()
    return value
  }
  return {
    drizzle: drizzleOn(client, (text) =>
      assertUsable(disk, CHANGE.test(text) ? 'changes' : 'reads'),
    ),
    notifications: NO_NOTIFICATIONS,
    async all(statement, parameters) {
      assertUsable(disk, 'reads')
      return runner.all(statement, parameters)
    },
    ...(disk && { lost: () => disk.lost() }),
    ...(scan && { scan }),
    transaction: (work) => change(() => retry(() => statements.transaction(client, work))),
    async read(work) {
      assertUsable(disk, 'reads')
      return statements.read(client, work)
    },
    commit: (bound, claim) => change(() => statements.commit(client, bound, claim)),
    // The folder's lock already makes this process the only one.
    takeMatcherLease: async () => soleLease(runner),
    close: async () => {
      await settled()
      await end()
    },
  }
}

const NO_ROOM = 'no room for the next part of the write-ahead log'
const CHANGE = /^\s*(?:insert|update|delete)\b/i

/** Throws if the folder is lost or, for changes, full. */
function assertUsable(disk: Disk | undefined, what: 'reads' | 'changes'): void {
  const lost = (what === 'reads' ? disk?.lastLost() : disk?.lost('before a change')) ?? null
  if (lost !== null) throw new FolderLost(lost)
  if (what === 'changes' && disk?.hasRoom() === false) throw new DiskFull(NO_ROOM)
}

type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Instantiate = (imports: Imports, callback: unknown) => unknown

/** The import with which the WebAssembly code sets a timer. */
const SET_TIMER = '_setitimer_js'

/**
 * Disables the timers of a database that is opened on the files. When PostgreSQL becomes idle it
 * sets a timer of 10 s, to write its statistics. Until it fires, the timer keeps the process alive,
 * and all memory of a closed database. Without it, a later command writes the statistics
 * [testkit.ends].
 */
function disableTimers(files: EmbeddedFiles | MemoryFS): void {
  const init = files.init.bind(files)
  files.init = async (...args) => {
    const { emscriptenOpts } = await init(...args)
    const instantiate: Instantiate = emscriptenOpts.instantiateWasm
    const instantiateWasm: Instantiate = (imports, callback) =>
      instantiate(withoutTimer(imports), callback)
    return { emscriptenOpts: { ...emscriptenOpts, instantiateWasm } }
  }
}

/** Checks PGlite's internals: another version may have another import. */
function withoutTimer({ env, ...others }: Imports): Imports {
  if (typeof env?.[SET_TIMER] !== 'function') {
    throw new Error('This version of PGlite has no such timer to disable.')
  }
  return { ...others, env: { ...env, [SET_TIMER]: () => 0 } }
}
