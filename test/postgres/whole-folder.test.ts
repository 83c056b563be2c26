/**
 * An incomplete folder, which is damaged or still being restored, is refused before anything opens
 * it, and not a byte of it changes.
 */
import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openOn } from '../../src/postgres/drivers/embedded'
import { EmbeddedFiles } from '../../src/postgres/drivers/embedded-files'
import { faultIn } from '../../src/postgres/drivers/folder/integrity'
import {
  CATALOG_VERSION,
  CONTROL_VERSION,
  LAYOUT,
  readControl,
} from '../../src/postgres/drivers/folder/layout'
import { openEmbedded } from '../../src/postgres/drivers/in-folder'
import { digestOf } from '../support/folder-digest'
import { aFolder } from '../support/folders'

let folder: string
let whole: string
beforeAll(async () => {
  folder = await aFolder()
  whole = join(folder, 'postgres')
  const database = await openEmbedded(folder, 'relaxed')
  await database.drizzle.execute(sql`create table mine as select generate_series(1, 100) as n`)
  await database.close()
})

/** Entries of the folder that a test has taken away. */
let repair: () => void = () => {}
afterEach(() => {
  repair()
  repair = () => {}
})

/** Takes an entry away until the end of the test, and keeps its times and its folder's times. */
function takeAway(path: string): string {
  const place = join(whole, path)
  const aside = join(dirname(folder), `aside-${path.replaceAll('/', '-')}-${process.pid}`)
  rmSync(aside, { recursive: true, force: true })
  renameSync(place, aside)
  repair = () => {
    rmSync(place, { recursive: true, force: true })
    renameSync(aside, place)
  }
  return place
}

/** Checks that opening is refused in one line and changes nothing. Returns the line. */
const refusal = (): Promise<string> => refusalOf(folder)

async function refusalOf(dir: string): Promise<string> {
  const before = digestOf(dir)
  const error: unknown = await openEmbedded(dir, 'fsync').then(
    (database) => database.close(),
    (refused: unknown) => refused,
  )
  expect(digestOf(dir)).toEqual(before)
  if (!(error instanceof Error)) throw new Error('It was opened.')
  expect(error.message).not.toContain('\n')
  expect(error.message).toStartWith(`Cannot open the database in ${dir} (DATA_DIR): `)
  return error.message.slice(error.message.indexOf(': ') + 2)
}

const REMEDY =
  'The folder is damaged, or a copy or restore into it is still under way: wait for its end, or ' +
  'restore a backup. Nothing was changed.'

const PATHS = Object.keys(LAYOUT)
const isFile = (path: string): boolean => LAYOUT[path] === 'file'

describe('[durability.whole] a folder', () => {
  test('that is whole is opened, from its first day on', async () => {
    expect(faultIn(whole)).toBeNull()
    await (await openEmbedded(folder, 'fsync')).close()
    expect(faultIn(whole)).toBeNull()
  })

  test('that is empty or not there becomes a new one, also behind a first start that ended early', async () => {
    const empty = await aFolder()
    const absent = join(await aFolder(), 'not', 'there')
    const ended = await aFolder()
    writeFileSync(join(ended, 'lock'), '')
    mkdirSync(join(ended, 'postgres.unfinished'))
    for (const dir of [empty, absent, ended]) {
      await (await openEmbedded(dir, 'relaxed')).close()
      expect(faultIn(join(dir, 'postgres'))).toBeNull()
    }
  })

  test('that a kill leaves is whole, also soon after its unlogged table got new files', async () => {
    const killed = await aFolder()
    const database = await openEmbedded(folder, 'fsync')
    await database.drizzle.execute(sql`truncate live_prices`)
    cpSync(whole, join(killed, 'postgres'), { recursive: true })
    await database.close()
    expect(faultIn(join(killed, 'postgres'))).toBeNull()
    const restarted = await openEmbedded(killed, 'fsync')
    await restarted.drizzle.execute(sql`insert into live_prices values ('a', 1, now(), '')`)
    await restarted.close()
    expect(faultIn(join(killed, 'postgres'))).toBeNull()
  })

  test.each(PATHS)('without %s is refused', async (path) => {
    takeAway(path)
    const missing = path === 'base/5' ? 'base is empty' : `${path} is missing`
    expect(await refusal()).toBe(`postgres/${missing}. ${REMEDY}`)
  })

  test.each(PATHS)('with another kind of %s is refused', async (path) => {
    const place = takeAway(path)
    if (isFile(path)) mkdirSync(place)
    else writeFileSync(place, 'x')
    const [is, not] = isFile(path) ? ['a folder', 'a file'] : ['a file', 'a folder']
    expect(await refusal()).toBe(`postgres/${path} is ${is}, not ${not}. ${REMEDY}`)
  })

  test.each(PATHS.filter((path) => LAYOUT[path] !== 'maybe empty'))(
    'with nothing in %s is refused',
    async (path) => {
      const place = takeAway(path)
      if (isFile(path)) writeFileSync(place, '')
      else mkdirSync(place)
      expect(await refusal()).toBe(`postgres/${path} is empty. ${REMEDY}`)
    },
  )

  test.each(PATHS)('with a link to nothing for %s is refused', async (path) => {
    symlinkSync('/there/is/nothing', takeAway(path))
    expect(await refusal()).toBe(`postgres/${path} is a link to nothing. ${REMEDY}`)
  })

  test('with a link out of it, to a place that PGlite does not reach, is refused', async () => {
    const place = takeAway('pg_wal')
    const outside = await aFolder()
    writeFileSync(join(outside, 'something'), '')
    symlinkSync(outside, place)
    expect(await refusal()).toStartWith('postgres/pg_wal is a link out of the folder')
  })
})

describe('[durability.whole] a restore under way', () => {
  const emptied = async (fill: (place: string) => void): Promise<string> => {
    const aside = join(dirname(folder), `aside-whole-${process.pid}`)
    renameSync(whole, aside)
    repair = () => {
      rmSync(whole, { recursive: true, force: true })
      renameSync(aside, whole)
    }
    fill(aside)
    return refusal()
  }

  test('is refused while its folder is empty, or a link to nothing', async () => {
    expect(await emptied(() => mkdirSync(whole))).toBe(`postgres is empty. ${REMEDY}`)
    repair()
    expect(await emptied(() => symlinkSync('/there/is/nothing', whole))).toBe(
      `postgres is a link to nothing. ${REMEDY}`,
    )
    repair()
    expect(await emptied(() => writeFileSync(whole, 'x'))).toBe(
      `postgres is a file, not a folder. ${REMEDY}`,
    )
  })

  const GONE =
    'A copy or restore into the folder is still under way, or the database was taken away: wait ' +
    'for its end, or restore a backup. To begin again, empty the folder or choose another. ' +
    'Nothing was changed.'

  /** The refusal of a folder into which a copy has brought everything but `postgres`. */
  async function withoutDatabase(put: (place: string) => void): Promise<string> {
    const begun = await aFolder()
    put(begun)
    return refusalOf(begun)
  }

  test('is refused before its `postgres` is there, by the file `lock` of the database', async () => {
    const gone = `postgres is missing, though the file lock says that it was there. ${GONE}`
    expect(await withoutDatabase((place) => copyLock(join(place, 'lock')))).toBe(gone)
  })

  test('is refused while rsync writes `lock` under another name', async () => {
    const gone = `postgres is missing, though the file .lock.a1B2c3 says that it was there. ${GONE}`
    expect(await withoutDatabase((place) => writeFileSync(join(place, '.lock.a1B2c3'), ''))).toBe(
      gone,
    )
  })

  test('is refused by the socket that a killed server has left', async () => {
    const gone = `postgres is missing, though the file control.sock says that it was there. ${GONE}`
    expect(await withoutDatabase((place) => writeFileSync(join(place, 'control.sock'), ''))).toBe(
      gone,
    )
  })

  test('that begins while a new database is made gets none in its way', async () => {
    const begun = await aFolder()
    // All checks up to the first turn of the loop are done when it returns its promise.
    const opening = openEmbedded(begun, 'fsync').then((database) => database.close())
    copyLock(join(begun, 'lock'))
    await expect(opening).rejects.toThrow('postgres is missing, though the file lock says')
    expect(readdirSync(begun)).toEqual(['lock'])
  })

  const copyLock = (to: string): void => writeFileSync(to, readFileSync(join(folder, 'lock')))

  /** A copy of the top folder's entries, one after the other. */
  test.each([
    ['in the order of names', (names: string[]) => names.sort()],
    ['in the opposite order', (names: string[]) => names.sort().reverse()],
  ])('is refused at every entry but the last, %s', async (_, ordered) => {
    const from = join(folder, 'copied-from')
    renameSync(whole, from)
    mkdirSync(whole)
    const names = ordered(readdirSync(from))
    for (const [done, name] of names.entries()) {
      if (done > 0) expect(await refusal()).toContain(' is missing. The folder is damaged, or ')
      renameSync(join(from, name), join(whole, name))
    }
    rmSync(from, { recursive: true })
    expect(faultIn(whole)).toBeNull()
  })

  test.each(['base/5', 'global'])('is refused at every file of %s but the last', (path) => {
    const files = readdirSync(join(whole, path)).filter((name) => /^\d+(_init)?$/.test(name))
    const needed = files.filter((name) => !isLeftOver(join(path, name)))
    expect(needed.length).toBeGreaterThan(path === 'global' ? 40 : 250)
    for (const name of needed) {
      takeAway(join(path, name))
      expect(faultIn(whole)).toStartWith(`postgres/${path}/${name}, `)
      repair()
    }
    repair = () => {}
  })

  /** After a kill alone the main file of an unlogged table may be missing. */
  const isLeftOver = (path: string): boolean =>
    readdirSync(join(whole, dirname(path))).includes(`${path.split('/').at(-1)}_init`)

  test('names the table whose file is missing', async () => {
    const database = await openEmbedded(folder, 'relaxed')
    const found = await database.drizzle.execute(
      sql`select pg_relation_filepath('orders') as orders, pg_relation_filepath('mine') as mine,
        pg_relation_filepath('orders_client_order_id') as index`,
    )
    await database.close()
    const [paths] = Array.isArray(found) ? found : []
    for (const [name, what] of [
      ['orders', 'table orders'],
      ['mine', 'table mine'],
      ['index', 'index orders_client_order_id'],
    ] as const) {
      const path = String(paths?.[name])
      takeAway(path)
      expect(await refusal()).toBe(
        `postgres/${path}, the file of the ${what}, is missing. ${REMEDY}`,
      )
      repair()
    }
    repair = () => {}
  })

  test('is refused while rsync writes a file under another name', async () => {
    const place = join(whole, 'base/5', '.16396.Xy12Zw')
    writeFileSync(place, 'x')
    repair = () => rmSync(place)
    expect(await refusal()).toStartWith('postgres/base/5/.16396.Xy12Zw is a file that is still ')
  })

  const segment = (): string => {
    const { redo } = readControl(whole)
    const number = Number(redo >> 24n)
    return `pg_wal/00000001${hex(number >> 8)}${hex(number & 255)}`
  }
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

  test('is refused without the part of the log at which a start begins', async () => {
    const needed = segment()
    takeAway(needed)
    expect(await refusal()).toBe(`postgres/${needed}, a part of its log, is missing. ${REMEDY}`)
  })

  test.each([
    ['the log', segment, 8_192, 'a part of its log, has 8,192 of 16,777,216 bytes'],
    ['a map', () => 'base/5/pg_filenode.map', 256, 'pg_filenode.map is not PostgreSQL'],
    ['pg_control', () => 'global/pg_control', 512, 'has 512 of 8,192 bytes'],
    ['the state of transactions', () => 'pg_xact/0000', 1, 'is cut off'],
  ])('is refused while a part of %s is there', async (_, pathOf, bytes, words) => {
    const path = pathOf()
    const aside = takeAway(path)
    const from = join(dirname(folder), `aside-${path.replaceAll('/', '-')}-${process.pid}`)
    copyFileSync(from, aside)
    truncateSync(aside, bytes)
    expect(await refusal()).toContain(words)
  })
})

test('[durability.whole] PGlite never makes a database in a folder that is there', async () => {
  const empty = await aFolder()
  await expect(openOn(new EmbeddedFiles(empty), 'fsync', 'existing')).rejects.toThrow()
  expect(readdirSync(empty)).toEqual([])
})

test('the list of what a whole folder has is that of a new one', () => {
  expect(readdirSync(whole).sort()).toEqual(PATHS.filter((path) => !path.includes('/')).sort())
  const { version, catalog } = readControl(whole)
  expect([version, catalog]).toEqual([CONTROL_VERSION, CATALOG_VERSION])
})
