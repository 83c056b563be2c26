/** A new embedded database is unpacked from an image instead of being made by `initdb`. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { bringInstruments } from '../../src/ledger/instruments'
import { US_INSTRUMENTS, US_LISTING } from '../../src/market/instruments/reference'
import type { Database } from '../../src/postgres/database'
import { overEmbedded } from '../../src/postgres/drivers/embedded'
import {
  IMAGE_PATH,
  type InitialContent,
  MemoryFiles,
  pack,
  readImage,
  unpack,
  withZeros,
} from '../../src/postgres/drivers/image/image'
import { openEmbedded } from '../../src/postgres/drivers/in-folder'
import { openInMemory, openInMemoryFrom } from '../../src/postgres/drivers/in-memory'
import { MIGRATIONS_FOLDER } from '../../src/postgres/migrations'
import { linesOf, otherThings, tableDefinitions } from '../drift/rules/table-definitions'
import { aFolder } from '../support/folders'

const NO_IMAGE = '/there/is/none'
const whole = await Bun.file(IMAGE_PATH).bytes()

/** After an update of PGlite, `bun run db:image` makes a new one. */
async function theImage(kind: InitialContent = 'bare') {
  const image = await readImage(kind)
  if (image === null) throw new Error('Damaged, or of another PGlite: run `bun run db:image`.')
  return image
}

/** Encodings, locales, checksums and all other settings of a new database. */
const SETTINGS = sql`select name, name || ' = ' || setting as line from pg_settings order by name`
const LOCALES = sql`select datname as name, d::text as line from (
  select datname, encoding, datlocprovider, datcollate, datctype, datlocale from pg_database) d
  where datname = current_database()`
/** PostgreSQL's own tables, types, functions and operators. */
const CATALOGUE = sql`select n.nspname as name, n.nspname || '.' || thing as line from (
    select relnamespace as space, relname || relkind::text as thing from pg_class
    union all select typnamespace, typname from pg_type
    union all select pronamespace, oid::regprocedure::text from pg_proc
    union all select oprnamespace, oid::regoperator::text from pg_operator
  ) things join pg_namespace n on n.oid = space
  where n.nspname not like 'pg_toast%' order by n.nspname, thing collate "C"`

/**
 * The planner's estimates of the sizes of our tables, without indexes: a truncated index, as in a
 * recycled database in memory, has no size, and a new one has a page.
 */
const SIZES = sql`select relname as name, concat_ws(' ', relname, relpages, reltuples) as line
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  order by relname collate "C"`

async function contentsOf({ drizzle }: Database) {
  return {
    settings: await linesOf(drizzle, SETTINGS),
    locales: await linesOf(drizzle, LOCALES),
    catalogue: await linesOf(drizzle, CATALOGUE),
    sizes: await linesOf(drizzle, SIZES),
    tables: await tableDefinitions(drizzle),
    others: await otherThings(drizzle),
  }
}

describe('the database image', () => {
  test('is whole, and made by the PGlite that is installed', async () => {
    expect((await theImage()).entries.length).toBeGreaterThan(300)
  })

  test('holds the first migrations of today', async () => {
    const client = await PGlite.create({ fs: new MemoryFiles(await theImage()) })
    const { rows } = await client.query<{ hash: string; created_at: number }>(
      'select hash, created_at from drizzle.__drizzle_migrations order by id',
    )
    await client.close()
    const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(
      migrations
        .slice(0, rows.length)
        .map(({ hash, folderMillis }) => ({ hash, created_at: folderMillis })),
    )
  })

  test('gives the database that initdb and the migrations make step by step', async () => {
    const [unpacked, made] = [await openInMemory(), await openInMemoryFrom(NO_IMAGE)]
    const contents = await contentsOf(made)
    expect(contents.settings.length).toBeGreaterThan(300)
    expect(contents.catalogue.length).toBeGreaterThan(4_000)
    expect(await contentsOf(unpacked)).toEqual(contents)
    await Promise.all([unpacked.close(), made.close()])
  })

  test('shares nothing between two databases in memory', async () => {
    const [one, other] = [await openInMemory(), await openInMemory()]
    await one.drizzle.execute('create table only_here (id int)')
    expect(await otherThings(other.drizzle)).toEqual([])
    expect(await tableDefinitions(other.drizzle)).not.toContain('only_here')
    await Promise.all([one.close(), other.close()])
  })
})

describe('without a usable image, initdb makes the database', () => {
  test('in a folder', async () => {
    const folder = join(await aFolder(), 'data')
    const database = await openEmbedded(folder, 'fsync', {
      content: 'bare',
      imagePath: NO_IMAGE,
    })
    const tables = await tableDefinitions(database.drizzle)
    await database.close()
    const again = await openEmbedded(folder, 'fsync')
    expect(await tableDefinitions(again.drizzle)).toBe(tables)
    await again.close()
  })
})

const NOTHING = { listing: 'x', bare: [], seeded: [] }

describe('a database image is not used', () => {
  const kept = async (bytes: Uint8Array) => {
    const path = join(await aFolder(), 'database.image')
    await Bun.write(path, bytes)
    return readImage('bare', path)
  }

  test('if it is missing', async () => {
    expect(await readImage('bare', NO_IMAGE)).toBeNull()
  })

  test.each([0, 31, 32, 33, 1_000, whole.length >> 1, whole.length - 1])(
    'whose byte %d is another',
    async (at) => {
      const damaged = whole.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(await kept(damaged)).toBeNull()
    },
  )

  test.each([0, 31, 32, 33, 1_000, whole.length - 1])(
    'that ends after %d bytes',
    async (length) => {
      expect(await kept(whole.slice(0, length))).toBeNull()
    },
  )

  test('if another version of PGlite made it', async () => {
    const { pglite } = unpack(whole)
    const packed = (version: string) => pack({ ...NOTHING, pglite: version })
    expect(await kept(packed(pglite))).toEqual({ pglite, listing: 'x', entries: [] })
    expect(await kept(packed('0.5.0'))).toBeNull()
  })
})

test('a packed folder is unpacked unchanged', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const folder = [
    { path: 'base', content: null },
    { path: 'base/1', content: bytes('one\ntwo\n') },
    { path: 'empty', content: bytes('') },
    { path: 'log', content: withZeros(bytes('begins'), 1_000_000) },
    { path: 'zeros', content: new Uint8Array(10) },
    { path: 'PG_VERSION', content: bytes('18') },
  ]
  const other = [{ path: 'base', content: bytes('one\ntwo\n') }, ...folder.slice(2)]
  const images = { pglite: '1.2.3', listing: 'x', bare: folder, seeded: other }
  expect(unpack(pack(images))).toEqual(images)
})

/** After a change of the instruments, `bun run db:image` makes a new one. */
test('the seeded image has the instruments that a start would bring', async () => {
  const image = await theImage('seeded')
  expect(image.listing).toBe(US_LISTING)
  const client = await PGlite.create({ fs: new MemoryFiles(image) })
  const rows = 'select count(*)::int as count, max(xmin::text::bigint) as newest from instruments'
  const packed = await client.query(rows)
  expect(packed.rows).toMatchObject([{ count: US_INSTRUMENTS.length }])
  await bringInstruments(overEmbedded({ client, end: async () => {} }), US_INSTRUMENTS)
  expect(await client.query(rows)).toMatchObject({ rows: packed.rows })
  await client.close()
})
