/**
 * The embedded PostgreSQL in memory, which ends with its process. A process may open many
 * databases, for example one for each test. So it migrates and seeds the first, copies it for the
 * next, and recycles a database that was closed: emptied, it is like a new one [testkit.apart].
 */

import { MemoryFS, type PGlite } from '@electric-sql/pglite'
import { getTableName } from 'drizzle-orm'
import type { Database } from '../database'
import * as schema from '../schema'
import { ALL_TABLES } from '../tables'
import { shortenLog } from './checkpoints'
import { migrateClient, openOn, overEmbedded } from './embedded'
import { entriesOf, type Image, MemoryFiles, readImage } from './image/image'
import { PreparedStatements } from './prepared'

/** The first rows of a database, which are its instruments. */
export interface InitialData {
  /** A name for the rows: two sets of rows with one name are equal. */
  readonly listing: string
  readonly put: (database: Database) => Promise<unknown>
}

interface Session {
  readonly client: PGlite
  /** Prepared statements belong to the session, so they survive recycling. */
  readonly statements: PreparedStatements
  readonly group: DatabaseGroup
  /** The state of its seeded rows. */
  readonly fingerprint: Fingerprint
}

/** Idle sessions of all groups together, which take about 60 MB of memory each. */
const IDLE_MAX = 4

type Files = Pick<Image, 'entries'>

/** The databases with the same initial data. */
class DatabaseGroup {
  readonly #initialData: InitialData | null
  /** Sessions that can be opened again. Null if the database could not be emptied. */
  readonly #idle: Promise<Session | null>[] = []
  /** Makes the first session. Resolves to the image's files; null if they are not up to date. */
  #first: Promise<Files | null> | undefined
  #files: Promise<Files> | undefined
  #fingerprint: Fingerprint = null

  constructor(initialData: InitialData | null) {
    this.#initialData = initialData
  }

  async open(): Promise<Session> {
    this.#first ??= this.#makeFirst()
    const packed = await this.#first
    const idle = await this.#takeIdle()
    if (idle !== undefined) return idle
    // Made for the second database, since many processes open only one.
    this.#files ??= packed === null ? this.#makeFiles() : Promise.resolve(packed)
    const made = await sessionOn(await this.#files)
    return (await this.#takeIdle()) ?? { ...made, group: this, fingerprint: this.#fingerprint }
  }

  get idle(): number {
    return this.#idle.length
  }

  /** Closes the session that has been idle longest. */
  async discard(): Promise<void> {
    const session = await this.#idle.shift()
    await session?.client.close()
  }

  /** Empties the session's database, so that it can be opened again. */
  release(session: Session): void {
    this.#idle.push(this.#recycle(session))
  }

  async #recycle(session: Session): Promise<Session | null> {
    const { client, fingerprint } = session
    try {
      const isSeeded = await truncate(client, fingerprint)
      if (isSeeded || this.#initialData === null) return session
      await this.#seed(session)
      return { ...session, fingerprint: await fingerprintOf(client) }
    } catch {
      await client.close()
      return null
    }
  }

  async #takeIdle(): Promise<Session | undefined> {
    for (let next = this.#idle.shift(); next !== undefined; next = this.#idle.shift()) {
      const session = await next
      if (session !== null) return session
    }
    return undefined
  }

  async #makeFirst(): Promise<Files | null> {
    const { session, packed } = await this.#make()
    this.#idle.push(Promise.resolve(session))
    return packed
  }

  async #makeFiles(): Promise<Files> {
    const { session } = await this.#make()
    this.#idle.push(Promise.resolve(session))
    return filesOf(session.client)
  }

  /** `packed` is the image if it fits the initial data and all migrations; otherwise null. */
  async #make(): Promise<{ readonly session: Session; readonly packed: Files | null }> {
    const initialData = this.#initialData
    const image = await readImage(initialData === null ? 'bare' : 'seeded')
    const fits = initialData === null || image?.listing === initialData.listing
    const made = await sessionOn(fits ? image : await readImage('bare'))
    const isOld = await migrateClient(made.client)
    if (!fits) await this.#seed(made)
    this.#fingerprint = initialData === null ? null : await fingerprintOf(made.client)
    const session = { ...made, group: this, fingerprint: this.#fingerprint }
    return { session, packed: fits && !isOld ? image : null }
  }

  async #seed({ client, statements }: Pick<Session, 'client' | 'statements'>): Promise<void> {
    await this.#initialData?.put(overEmbedded({ client, statements, end: async () => {} }))
  }
}

/** The keys are listings; null for databases without rows. */
const groups = new Map<string | null, DatabaseGroup>()

function groupOf(initialData: InitialData | null): DatabaseGroup {
  const listing = initialData?.listing ?? null
  const group = groups.get(listing) ?? new DatabaseGroup(initialData)
  groups.set(listing, group)
  return group
}

/** Opens a database with the initial data. It shares no writes with other databases. */
export const openInMemory = async (initialData: InitialData | null = null): Promise<Database> =>
  databaseOver(await groupOf(initialData).open())

/** Opens a database from the image at the path, or from `initdb` if there is none. */
export async function openInMemoryFrom(imagePath: string): Promise<Database> {
  const made = await sessionOn(await readImage('bare', imagePath))
  await migrateClient(made.client)
  return databaseOver({ ...made, group: groupOf(null), fingerprint: null })
}

const sessions = new WeakMap<Database, Session>()

/** Copies a database in memory, with all its rows [testkit.fork]. */
export async function forkInMemory(database: Database): Promise<Database> {
  const session = sessions.get(database)
  if (session === undefined) throw new Error('only a database in memory can be forked')
  const { group, fingerprint } = session
  const made = await sessionOn(await filesOf(session.client))
  return databaseOver({ ...made, group, fingerprint })
}

async function filesOf(client: PGlite): Promise<Files> {
  await client.exec('checkpoint')
  return { entries: entriesOf(client) }
}

async function sessionOn(files: Files | null) {
  const client = await openOn(files === null ? new MemoryFS() : new MemoryFiles(files), 'relaxed')
  return { client, statements: new PreparedStatements() }
}

function databaseOver(session: Session): Database {
  const { statements } = session
  const { client, release } = revocable(session.client)
  const database = overEmbedded({
    client,
    statements,
    async end() {
      release()
      session.group.release(session)
      await discardSurplus(session.group)
    },
  })
  sessions.set(database, session)
  return database
}

/** Closes an idle session if there are too many, first of groups other than the last used one. */
async function discardSurplus(lastUsed: DatabaseGroup): Promise<void> {
  const all = [...groups.values()]
  const surplus = all.reduce((sum, { idle }) => sum + idle, 0) - IDLE_MAX
  if (surplus <= 0) return
  const other = all.find((group) => group !== lastUsed && group.idle > 0)
  await (other ?? lastUsed).discard()
}

/** A client that works until it is released, so that its user cannot disturb the next one. */
function revocable(client: PGlite): { readonly client: PGlite; release(): void } {
  let isReleased = false
  const proxy = new Proxy(client, {
    get(target, name) {
      if (isReleased) throw new Error('the database is closed')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    client: proxy,
    release() {
      isReleased = true
    },
  }
}

const TABLES = ALL_TABLES.map((table) => getTableName(table))

/** The table with initial data. It has no foreign keys, so a cascading TRUNCATE leaves it. */
const SEEDED = getTableName(schema.instruments)

const quoted = (name: string): string => `"${name}"`

/** DELETE does not free the space of the rows, so only tables of this size are deleted from. */
const SMALL_BYTES = 2 * 8_192
const TABLES_WITH_ROWS = TABLES.map(
  (name) => `select '${name}' as name where exists (select from ${quoted(name)})`,
).join(' union all ')
/** Finds the tables that have rows. A table is `small` if DELETE leaves it as good as new. */
const FIND_TABLES_WITH_ROWS = `select name,
    reltuples < 0 and pg_relation_size(oid) <= ${SMALL_BYTES} as small
  from (${TABLES_WITH_ROWS}) as with_rows join pg_class on oid = to_regclass(quote_ident(name))`
/** Finds tables that are not in the schema. */
const FIND_OTHER_TABLES = `select relname from pg_class
  where relnamespace = 'public'::regnamespace
    and relkind = 'r' and relname <> all ('{${TABLES.join()}}')`

/** The log is in memory as well, and `checkpoints` counts only from the opening of a database. */
const LOG_MAX_BYTES = 16 * 1024 * 1024

/** Changes with every change of a row, and if PostgreSQL updates the table's statistics. */
const READ_FINGERPRINT = `select concat_ws(' ', count(*), max(xmin::text::bigint),
    (select concat_ws(' ', relpages, reltuples) from pg_class
      where oid = '${SEEDED}'::regclass)) as fingerprint
  from ${SEEDED}`

/** The state of the seeded rows; null if there are none. */
type Fingerprint = string | null

async function fingerprintOf(client: PGlite): Promise<Fingerprint> {
  const [row] = (await client.query<{ fingerprint: string }>(READ_FINGERPRINT)).rows
  return row?.fingerprint ?? null
}

/**
 * Empties tables. TRUNCATE makes new files for a table, its indexes, and all tables that refer to
 * it, which takes longer than the rest of a short test. So rows of small tables are deleted.
 */
async function emptyTables(client: PGlite, keepsSeeded: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string; small: boolean }>(FIND_TABLES_WITH_ROWS)
  const full = rows.filter(({ name }) => !(keepsSeeded && name === SEEDED))
  if (full.every(({ small }) => small)) {
    const deletes = full.map(({ name }) => `delete from ${quoted(name)}`)
    // All tables are emptied, so foreign keys need no check.
    const all = ['begin', 'set local session_replication_role = replica', ...deletes, 'commit']
    await client.exec(all.join('; '))
  } else {
    await client.exec(`truncate ${full.map(({ name }) => quoted(name)).join()} cascade`)
  }
}

/**
 * Empties a database. Returns true if it keeps the seeded rows, because they are unchanged. Throws
 * if the database has tables that are not in the schema.
 */
async function truncate(client: PGlite, fingerprint: Fingerprint): Promise<boolean> {
  const { rows } = await client.query(FIND_OTHER_TABLES)
  if (rows.length > 0) throw new Error('the database has tables that are not in the schema')
  const isUnchanged = fingerprint !== null && (await fingerprintOf(client)) === fingerprint
  await emptyTables(client, isUnchanged)
  await shortenLog(client, LOG_MAX_BYTES)
  return isUnchanged
}
