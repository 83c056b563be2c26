/**
 * The embedded PostgreSQL in memory: gone when its process ends. A process may open many, one for
 * each test say, so its migrations run once, and a database that is closed is emptied and opened
 * again. To its next user it is as a new one [testkit.apart].
 */
import { MemoryFS, type PGlite } from '@electric-sql/pglite'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../database'
import * as schema from '../schema'
import { shortenLog } from './checkpoints'
import { migrated, openOn, overEmbedded } from './embedded'
import { type Image, readImage } from './image/image'
import { imageOf, MemoryFiles } from './image/memory-files'
import { PreparedStatements } from './prepared'

interface Session {
  readonly client: PGlite
  /** PREPARE is the session's: they stay when the database is opened again. */
  readonly statements: PreparedStatements
}

/** A new database with all migrations. */
let newest: Promise<Image> | undefined

/** Those that can be opened again. Null: its database could not be emptied. */
const idle: Promise<Session | null>[] = []
/** They take about 80 MB of memory each. */
const IDLE_MAX = 4

/** Nothing that is written to one is seen by another. */
export async function openInMemory(imagePath?: string): Promise<Database> {
  if (imagePath !== undefined) return over(await migratedOn(await readImage(imagePath)))
  newest ??= makeNewest()
  const image = await newest
  return over((await idle.shift()) ?? (await sessionOn(image)))
}

const inMemory = new WeakMap<Database, Session>()

/** A second database in memory that begins with all that this one holds [testkit.fork]. */
export async function forkInMemory(database: Database): Promise<Database> {
  const session = inMemory.get(database)
  if (session === undefined) throw new Error('only a database in memory is forked')
  return over(await sessionOn(await imageNow(session.client)))
}

/** The packed image, unless migrations have come since; it leaves the first session idle. */
async function makeNewest(): Promise<Image> {
  const packed = await readImage()
  const session = await migratedOn(packed)
  const image = packed !== null && !session.hasChanged ? packed : await imageNow(session.client)
  idle.push(Promise.resolve(session))
  return image
}

async function imageNow(client: PGlite): Promise<Image> {
  await client.exec('checkpoint')
  return imageOf(client)
}

async function sessionOn(image: Image | null): Promise<Session> {
  const files = image === null ? new MemoryFS() : new MemoryFiles(image)
  return { client: await openOn(files, 'relaxed'), statements: new PreparedStatements() }
}

async function migratedOn(
  image: Image | null,
): Promise<Session & { readonly hasChanged: boolean }> {
  const session = await sessionOn(image)
  return { ...session, hasChanged: await migrated(session.client) }
}

function over(session: Session): Database {
  const { statements } = session
  const { client, release } = lent(session.client)
  const database = overEmbedded({
    client,
    statements,
    async end() {
      release()
      if (idle.length >= IDLE_MAX) return session.client.close()
      idle.push(emptied(session))
    },
  })
  inMemory.set(database, session)
  return database
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
  })
  return {
    client: guarded,
    release() {
      isReleased = true
    },
  }
}

const exported: readonly unknown[] = Object.values(schema)
const TABLES = exported.flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : []))

const quoted = (name: string): string => `"${name}"`

const hasRows = (name: string): string => `exists (select from ${quoted(name)}) as ${quoted(name)}`
/** Whether there are rows, by table, and whether there is a table of somebody else's making. */
const LOOK = `select ${TABLES.map(hasRows).join()},
  exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname <> all ('{${TABLES.join()}}')) as others`

/** The log is kept in memory as well, and each use of a database begins to count anew. */
const LOG_MAX_BYTES = 16 * 1024 * 1024

/** As new; null where it cannot be, and is closed. */
async function emptied(session: Session): Promise<Session | null> {
  const { client } = session
  try {
    const { rows } = await client.query<Record<string, boolean>>(LOOK)
    const { others, ...tables } = rows[0] ?? {}
    if (others !== false) throw new Error('it has a table that is not ours')
    const full = Object.keys(tables).filter((name) => tables[name])
    if (full.length > 0) await client.exec(`truncate ${full.map(quoted).join()} cascade`)
    await shortenLog(client, LOG_MAX_BYTES)
    return session
  } catch {
    await client.close()
    return null
  }
}
