/** The embedded PostgreSQL (PGlite): one process, one connection. */
import { type MemoryFS, PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { reasonOf } from '../../lib/text'
import { type Database, type Durability, NO_HINTS } from '../database'
import { FolderLost, StartError } from '../errors'
import { soleLease } from '../matcher-lease'
import { HAS_MIGRATIONS, MIGRATIONS_FOLDER, MIGRATIONS_MADE } from '../migrations'
import { PLANNING } from '../options'
import { DiskFull, retrying } from '../retry'
import { checkpoints } from './checkpoints'
import { EmbeddedFiles } from './embedded-files'
import type { FolderLock } from './folder-lock'
import { pgliteCode } from './pglite-code'
import { PreparedStatements } from './prepared'

/** What stands between a statement and the folder. */
export interface Disk {
  /** Whether a transaction may still be begun. */
  hasRoom(): boolean
  /** Why the folder is no longer this process's; null: it is. `FolderLock` says how it looks. */
  readonly lost: FolderLock['lost']
  /** The same as far as it is known, without a look at the disk. */
  knownLost(): string | null
}

export interface Opened {
  readonly client: PGlite
  /** Those of a session that has served before. */
  readonly statements?: PreparedStatements
  /** For a folder only. */
  readonly disk?: Disk
  readonly scan?: Database['scan']
  /** Gives the client back. */
  end(): Promise<void>
}

/**
 * PostgreSQL's own 128 MB are for a machine of its own; the host keeps the files in memory too.
 * Where the files are in this process's own memory, half of it is enough.
 */
const SHARED_BUFFERS = { folder: 'shared_buffers=32MB', memory: 'shared_buffers=16MB' } as const

/**
 * An option that `initdb` refuses: PGlite runs it if it finds no PG_VERSION, and would make a
 * new database over one that has lost it [durability.whole].
 */
const NEVER_INIT = ['--this-database-is-there']

/**
 * PGlite's own parameters turn syncing off (`-F`). The method is the one of PostgreSQL's that
 * reaches EmbeddedFiles.
 */
export async function openOn(
  files: EmbeddedFiles | MemoryFS,
  durability: Durability,
  database: 'it is there' | 'it may be made' = 'it may be made',
): Promise<PGlite> {
  const buffers = SHARED_BUFFERS[files instanceof EmbeddedFiles ? 'folder' : 'memory']
  const given = [...PGlite.defaultStartParams, '-c', buffers]
  const startParams =
    durability === 'relaxed'
      ? given
      : [...given.filter((name) => name !== '-F'), '-c', 'wal_sync_method=fsync']
  leaveOutTimers(files)
  const client = await PGlite.create({
    fs: files,
    startParams,
    parsers: AS_TEXT,
    ...(database === 'it is there' && { initDbStartParams: NEVER_INIT }),
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

export async function migrationsIn(client: PGlite): Promise<readonly number[]> {
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
  disk,
  scan,
  end,
  statements = new PreparedStatements(),
}: Opened): Database {
  const { committed, settled } = checkpoints(client, undefined, () => disk?.lost() == null)
  const outside = statements.outside(client)
  /**
   * It answers within a turn of the event loop: without this, a queue of transactions would hold up
   * the answers and the events of those that are committed already.
   */
  async function changing<T>(work: () => Promise<T>): Promise<T> {
    await new Promise((turn) => setImmediate(turn))
    refuseOn(disk, 'changes')
    const value = await work()
    committed()
    return value
  }
  return {
    drizzle: drizzle({ client: disk === undefined ? client : whileOurs(client, disk) }),
    hints: NO_HINTS,
    async all(statement, parameters) {
      refuseOn(disk, 'reads')
      return outside.all(statement, parameters)
    },
    ...(disk && { lost: () => disk.lost() }),
    ...(scan && { scan }),
    transaction: (work) => changing(() => retrying(() => statements.transaction(client, work))),
    async read(work) {
      refuseOn(disk, 'reads')
      return statements.read(client, work)
    },
    commit: (asked, claim) => changing(() => statements.commit(client, asked, claim)),
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

/** Throws where a statement may not be sent. */
function refuseOn(disk: Disk | undefined, what: 'reads' | 'changes'): void {
  const lost = (what === 'reads' ? disk?.knownLost() : disk?.lost('before a change')) ?? null
  if (lost !== null) throw new FolderLost(lost)
  if (what === 'changes' && disk?.hasRoom() === false) throw new DiskFull(NO_ROOM)
}

/**
 * Statements outside of a transaction are held back as transactions are. The client itself is
 * changed: it must be no other database's.
 */
function whileOurs(client: PGlite, disk: Disk): PGlite {
  const query = client.query.bind(client)
  client.query = async (text, ...rest) => {
    refuseOn(disk, CHANGE.test(text) ? 'changes' : 'reads')
    return query(text, ...rest)
  }
  return client
}

/**
 * The embedded PostgreSQL without timers. When it falls idle it sets one of 10 s, to write its
 * statistics then. Such a timer keeps the process from ending, and keeps the whole memory of a
 * database that is closed, until it fires. Without it, a later command writes the statistics
 * [testkit.ends].
 */
type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Instantiate = (imports: Imports, instantiated: unknown) => unknown

/** The import by which the code asks for a timer. */
const SET_TIMER = '_setitimer_js'

/** Changes the files: a database that is opened on them has no timers. */
export function leaveOutTimers(files: EmbeddedFiles | MemoryFS): void {
  const init = files.init.bind(files)
  files.init = async (...given) => {
    const { emscriptenOpts } = await init(...given)
    const instantiate: Instantiate = emscriptenOpts.instantiateWasm
    const instantiateWasm: Instantiate = (imports, instantiated) =>
      instantiate(amended(imports), instantiated)
    return { emscriptenOpts: { ...emscriptenOpts, instantiateWasm } }
  }
}

/** The import is PGlite's inside: another version of it may have another. */
function amended({ env, ...others }: Imports): Imports {
  if (typeof env?.[SET_TIMER] !== 'function') {
    throw new Error('This version of PGlite has other timers than those that are left out here.')
  }
  return { ...others, env: { ...env, [SET_TIMER]: () => 0 } }
}
