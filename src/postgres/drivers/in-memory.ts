/**
 * The embedded PostgreSQL in memory: gone when its process ends. A process may open many, one for
 * each test say, so its migrations run once, its instruments are put once, and a database that is
 * closed is emptied and opened again. To its next user it is as a new one [testkit.apart].
 */

import { MemoryFS, type PGlite } from '@electric-sql/pglite'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../database'
import * as schema from '../schema'
import { shortenLog } from './checkpoints'
import { migrated, openOn, overEmbedded } from './embedded'
import { type Image, readImage } from './image/image'
import { entriesOf, MemoryFiles } from './image/memory-files'
import { PreparedStatements } from './prepared'

/** What a database begins with: its instruments. */
export interface Furniture {
  /** Names what is put: the same rows whenever it is the same. */
  readonly listing: string
  readonly put: (database: Database) => Promise<unknown>
}

interface Session {
  readonly client: PGlite
  /** PREPARE is the session's: they stay when the database is opened again. */
  readonly statements: PreparedStatements
  readonly kind: Kind
  /** Of the rows that it was furnished with. */
  readonly mark: Mark
}

/** Of all kinds together: their sessions take about 60 MB of memory each. */
const IDLE_MAX = 4

type Files = Pick<Image, 'entries'>

/** The databases that begin alike. */
class Kind {
  readonly #furniture: Furniture | null
  /** Those that can be opened again. Null: its database could not be emptied. */
  readonly #idle: Promise<Session | null>[] = []
  /** The files of a new one; null: not those that are packed. */
  #first: Promise<Files | null> | undefined
  #files: Promise<Files> | undefined
  #mark: Mark = null

  constructor(furniture: Furniture | null) {
    this.#furniture = furniture
  }

  async open(): Promise<Session> {
    this.#first ??= this.#makeFirst()
    const packed = await this.#first
    const used = await this.#taken()
    if (used !== undefined) return used
    // Not with the first: many a process opens a single one.
    this.#files ??= packed === null ? this.#makeFiles() : Promise.resolve(packed)
    const files = await this.#files
    return (await this.#taken()) ?? { ...(await sessionOn(files)), kind: this, mark: this.#mark }
  }

  get idle(): number {
    return this.#idle.length
  }

  /** Closes the one that has waited longest. */
  async discard(): Promise<void> {
    const session = await this.#idle.shift()
    await session?.client.close()
  }

  /** To be opened again when it is empty. */
  giveBack(session: Session): void {
    this.#idle.push(this.#asNew(session))
  }

  async #asNew(session: Session): Promise<Session | null> {
    const { client, mark } = session
    try {
      const keeps = await emptied(client, mark)
      if (keeps || this.#furniture === null) return session
      await this.#furnish(session)
      return { ...session, mark: await markOf(client) }
    } catch {
      await client.close()
      return null
    }
  }

  async #taken(): Promise<Session | undefined> {
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
    return filesNow(session.client)
  }

  /** `packed`: where its files are those that are packed, and neither too old nor of others. */
  async #make(): Promise<{ readonly session: Session; readonly packed: Files | null }> {
    const furniture = this.#furniture
    const image = await readImage(furniture === null ? 'bare' : 'furnished')
    const fits = furniture === null || image?.listing === furniture.listing
    const made = await sessionOn(fits ? image : await readImage('bare'))
    const isOld = await migrated(made.client)
    if (!fits) await this.#furnish(made)
    this.#mark = furniture === null ? null : await markOf(made.client)
    const session = { ...made, kind: this, mark: this.#mark }
    return { session, packed: fits && !isOld ? image : null }
  }

  async #furnish({ client, statements }: Pick<Session, 'client' | 'statements'>): Promise<void> {
    await this.#furniture?.put(overEmbedded({ client, statements, end: async () => {} }))
  }
}

/** By the listing; null: without any rows. */
const kinds = new Map<string | null, Kind>()

function kindOf(furniture: Furniture | null): Kind {
  const listing = furniture?.listing ?? null
  const kind = kinds.get(listing) ?? new Kind(furniture)
  kinds.set(listing, kind)
  return kind
}

/** Nothing that is written to one is seen by another. */
export const openInMemory = async (furniture: Furniture | null = null): Promise<Database> =>
  over(await kindOf(furniture).open())

/** Made as the image at the path says; by `initdb` where there is none. */
export async function openInMemoryFrom(imagePath: string): Promise<Database> {
  const made = await sessionOn(await readImage('bare', imagePath))
  await migrated(made.client)
  return over({ ...made, kind: kindOf(null), mark: null })
}

const inMemory = new WeakMap<Database, Session>()

/** A second database in memory that begins with all that this one holds [testkit.fork]. */
export async function forkInMemory(database: Database): Promise<Database> {
  const session = inMemory.get(database)
  if (session === undefined) throw new Error('only a database in memory is forked')
  const { kind, mark } = session
  return over({ ...(await sessionOn(await filesNow(session.client))), kind, mark })
}

async function filesNow(client: PGlite): Promise<Files> {
  await client.exec('checkpoint')
  return { entries: entriesOf(client) }
}

async function sessionOn(files: Files | null) {
  const client = await openOn(files === null ? new MemoryFS() : new MemoryFiles(files), 'relaxed')
  return { client, statements: new PreparedStatements() }
}

function over(session: Session): Database {
  const { statements } = session
  const { client, release } = lent(session.client)
  const database = overEmbedded({
    client,
    statements,
    async end() {
      release()
      session.kind.giveBack(session)
      await discardSurplus(session.kind)
    },
  })
  inMemory.set(database, session)
  return database
}

/** Keeps those of the kind that was used last rather than those of another. */
async function discardSurplus(used: Kind): Promise<void> {
  const all = [...kinds.values()]
  const surplus = all.reduce((sum, { idle }) => sum + idle, 0) - IDLE_MAX
  if (surplus <= 0) return
  const other = all.find((kind) => kind !== used && kind.idle > 0)
  await (other ?? used).discard()
}

/** The client until it is released: who keeps it longer must not reach its next user. */
function lent(client: PGlite): { readonly client: PGlite; release(): void } {
  let isReleased = false
  const guarded = new Proxy(client, {
    get(target, name) {
      if (isReleased) throw new Error('the database is closed')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    // It goes from one user to the next as it is.
    set: () => false,
  })
  return {
    client: guarded,
    release() {
      isReleased = true
    },
  }
}

/** Empties a database in memory for its next user. */
const exported: readonly unknown[] = Object.values(schema)
const TABLES = exported.flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : []))

/** The table that is furnished. It refers to no other, so their TRUNCATE does not reach it. */
const FURNISHED = getTableName(schema.instruments)

const quoted = (name: string): string => `"${name}"`

/** DELETE leaves the rows' places behind: no table may grow by it, or be counted with them. */
const SMALL_BYTES = 2 * 8_192
const FULL = TABLES.map(
  (name) => `select '${name}' as name where exists (select from ${quoted(name)})`,
).join(' union all ')
/** The tables that have rows, and whether DELETE leaves them as good as new. */
const LOOK = `select name, reltuples < 0 and pg_relation_size(oid) <= ${SMALL_BYTES} as small
  from (${FULL}) as full_ones join pg_class on oid = to_regclass(quote_ident(name))`
/** Tables of somebody else's making. */
const OTHERS = `select relname from pg_class where relnamespace = 'public'::regnamespace
  and relkind = 'r' and relname <> all ('{${TABLES.join()}}')`

/** The log is kept in memory as well, and each use of a database begins to count anew. */
const LOG_MAX_BYTES = 16 * 1024 * 1024

/** Changes with every row that is put, changed or deleted, and when the rows are counted. */
const MARK = `select concat_ws(' ', count(*), max(xmin::text::bigint), (select concat_ws(' ',
    relpages, reltuples) from pg_class where oid = '${FURNISHED}'::regclass)) as mark
  from ${FURNISHED}`

/** Null: there are none. */
export type Mark = string | null

export async function markOf(client: PGlite): Promise<Mark> {
  const [row] = (await client.query<{ mark: string }>(MARK)).rows
  return row?.mark ?? null
}

/**
 * TRUNCATE makes new files for each table, its indexes, and all tables that refer to it, which
 * takes longer than all else that a short test does. So small tables are emptied row by row.
 */
async function emptyTables(client: PGlite, keepsFurnished: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string; small: boolean }>(LOOK)
  const full = rows.filter(({ name }) => !(keepsFurnished && name === FURNISHED))
  if (full.every(({ small }) => small)) {
    const deletes = full.map(({ name }) => `delete from ${quoted(name)}`)
    // Keys need no check where all tables are emptied.
    const all = ['begin', 'set local session_replication_role = replica', ...deletes, 'commit']
    await client.exec(all.join('; '))
  } else {
    await client.exec(`truncate ${full.map(({ name }) => quoted(name)).join()} cascade`)
  }
}

/**
 * Tells whether the rows that it was furnished with are kept: those that were changed go with all
 * the others. Throws where it cannot be as a new one.
 */
export async function emptied(client: PGlite, mark: Mark): Promise<boolean> {
  if ((await client.query(OTHERS)).rows.length > 0) throw new Error('it has a table not ours')
  const keeps = mark !== null && (await markOf(client)) === mark
  await emptyTables(client, keeps)
  await shortenLog(client, LOG_MAX_BYTES)
  return keeps
}
