/** Starts on a folder with pages that are not as PostgreSQL wrote them. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { damageIn } from '../../src/postgres/damage'
import { readControl } from '../../src/postgres/drivers/folder/layout'
import { scan } from '../../src/postgres/drivers/folder/scan'
import { openEmbedded } from '../../src/postgres/drivers/in-folder'
import { openInMemory } from '../../src/postgres/drivers/in-memory'
import { statement } from '../../src/postgres/statement'
import { cutOff, damagePage, fileOf, pagesOf } from '../support/damage'
import { digestOf } from '../support/folder-digest'
import { aFolder } from '../support/folders'

const COUNT = statement([], sql`select count(*) from mine`, ([n]) => Number(n))
const SETTING = statement([], sql`show data_checksums`, ([value]) => String(value))

let closed: string
/** A folder as a kill leaves it, copied while it was open. */
let killed: string
let tableFile: string
beforeAll(async () => {
  closed = await aFolder()
  killed = await aFolder()
  const database = await openEmbedded(closed, 'fsync')
  await database.drizzle.execute(
    sql`create table mine as select n, n % 7 as kind from generate_series(1, 20000) as n`,
  )
  await database.drizzle.execute(sql`create index mine_kind on mine (kind)`)
  await database.drizzle.execute(sql`create index mine_n on mine (n)`)
  await database.drizzle.execute(sql`create table quiet as select generate_series(1, 100) as n`)
  await database.drizzle.execute(sql`checkpoint`)
  // PostgreSQL logs a complete page at its first change after a checkpoint.
  await database.drizzle.execute(sql`update mine set kind = kind + 1 where n <= 100`)
  cpSync(closed, killed, { recursive: true, filter: (path) => !path.endsWith('.sock') })
  await database.close()
  tableFile = fileOf(closed, 'mine')
})

async function aCopy(of: string): Promise<string> {
  const folder = await aFolder()
  cpSync(join(of, 'postgres'), join(folder, 'postgres'), { recursive: true })
  return folder
}

/** Why the folder cannot be opened. */
async function refusal(folder: string): Promise<string> {
  const error: unknown = await openEmbedded(folder, 'fsync').then(
    (database) => database.close(),
    (refused: unknown) => refused,
  )
  if (!(error instanceof Error)) throw new Error('It was opened.')
  expect(error.message).not.toContain('\n')
  expect(error.message).toStartWith(`Cannot open the database in ${folder} (DATA_DIR): `)
  return error.message.slice(error.message.indexOf(': ') + 2)
}

const REMEDY =
  'The database is damaged: restore a backup. `paper audit` names all that can no longer be read.'

describe('[durability.damage] a start', () => {
  test('refuses a folder with a damaged page, names its table, and changes nothing', async () => {
    const folder = await aCopy(closed)
    damagePage(folder, tableFile, 5)
    // The folder's lock already exists.
    await refusal(folder)
    const before = digestOf(folder)
    expect(await refusal(folder)).toBe(
      'the table mine has a page that is not as it was written: ' +
        `page 5 of postgres/${tableFile}. ${REMEDY}`,
    )
    expect(digestOf(folder)).toEqual(before)
  })

  test('counts the damaged pages', async () => {
    const folder = await aCopy(closed)
    for (const page of [3, 8, 9]) damagePage(folder, tableFile, page)
    expect(await refusal(folder)).toStartWith(
      'the table mine has 3 pages that are not as they were written, the first is page 3 of ',
    )
  })

  test('names an index and its table', async () => {
    const folder = await aCopy(closed)
    damagePage(folder, fileOf(folder, 'mine_kind'), 2)
    expect(await refusal(folder)).toStartWith('the index mine_kind of the table mine has a page ')
  })

  test('finds a table that is cut off between two pages, by an index', async () => {
    const folder = await aCopy(closed)
    const whole = pagesOf(folder, tableFile)
    cutOff(folder, tableFile, 40)
    const [, least] =
      /is cut off: of at least (\d+) pages it has 40\. /.exec(await refusal(folder)) ?? []
    expect(Number(least)).toBeGreaterThan(80)
    expect(Number(least)).toBeLessThanOrEqual(whole)
  })

  test('names a table that is cut off once, however many indexes it has', async () => {
    const folder = await aCopy(closed)
    cutOff(folder, tableFile, 40)
    const found = [...scan(join(folder, 'postgres'), 'all')].flatMap(({ damage }) => damage ?? [])
    expect(found.map(({ what }) => what)).toEqual(['the table mine'])
  })

  test.each([
    ['all but its first page', () => 1],
    ['half', (pages: number) => Math.floor(pages / 2)],
    ['its last page', (pages: number) => pages - 1],
  ])('finds an index that has lost %s, by its own other pages', async (_, leftOf) => {
    const folder = await aCopy(closed)
    const file = fileOf(folder, 'mine_n')
    const whole = pagesOf(folder, file)
    const left = leftOf(whole)
    cutOff(folder, file, left)
    const [, least] =
      new RegExp(
        `^the index mine_n .+ is cut off: of at least (\\d+) pages? it has ${left}\\. `,
      ).exec(await refusal(folder)) ?? []
    expect(Number(least)).toBeGreaterThan(left)
    expect(Number(least)).toBeLessThanOrEqual(whole)
  })

  test.each([
    ['index', 'mine_n'],
    ['sequence', '__drizzle_migrations_id_seq'],
  ])('refuses a folder whose %s has lost all its pages', async (kind, name) => {
    const folder = await aCopy(closed)
    const file = fileOf(folder, name)
    cutOff(folder, file, 0)
    const what = `postgres/${file}, the file of the ${kind} ${name}, is empty. `
    expect(await refusal(folder)).toStartWith(what)
  })

  test('after a kill lets the log mend a torn page, and refuses one that it does not', async () => {
    expect(readControl(join(killed, 'postgres')).isClosed).toBe(false)
    const mended = await aCopy(killed)
    damagePage(mended, tableFile, 0)
    const database = await openEmbedded(mended, 'fsync')
    const found = await database.all(COUNT, {})
    await database.close()
    expect(found).toEqual([20_000])
    expect(
      [...scan(join(mended, 'postgres'), 'all')].flatMap(({ damage }) => damage ?? []),
    ).toEqual([])

    const broken = await aCopy(killed)
    damagePage(broken, fileOf(closed, 'quiet'), 0)
    expect(await refusal(broken)).toStartWith('the table quiet has a page ')
  })

  test('looks at so many pages, and the scan at all', async () => {
    const folder = await aCopy(closed)
    damagePage(folder, tableFile, 5)
    const database = await openEmbedded(folder, 'fsync', { pagesAtStartMax: 1 })
    const found = [...(database.scan?.() ?? [])].flatMap(({ damage }) => damage ?? [])
    expect(found).toMatchObject([{ what: 'the table mine' }])
    const error: unknown = await database.all(COUNT, {}).catch((thrown: unknown) => thrown)
    expect(damageIn(error)).toContain(`invalid page in block 5 of relation "${tableFile}"`)
    await database.close()
  })

  test('names the damage of a folder that PostgreSQL cannot open at all', async () => {
    const folder = await aCopy(closed)
    damagePage(folder, fileOf(folder, 'pg_attribute'), 0)
    expect(await refusal(folder)).toStartWith('the table pg_attribute has a page ')
  })
})

describe('[durability.damage] pages have checksums', () => {
  const NO_IMAGE = join(import.meta.dir, 'no.image')

  test('in a folder from the image, and in one without it', async () => {
    expect(readControl(join(closed, 'postgres')).hasChecksums).toBe(true)
    const folder = await aFolder()
    await (await openEmbedded(folder, 'relaxed', { imagePath: NO_IMAGE })).close()
    expect(readControl(join(folder, 'postgres')).hasChecksums).toBe(true)
  })

  test('of a new database none is wrong, be it its own or of PostgreSQL', () => {
    const steps = [...scan(join(closed, 'postgres'), 'all')]
    expect(steps.flatMap(({ damage }) => damage ?? [])).toEqual([])
    expect(steps.reduce((sum, { pages }) => sum + pages, 0)).toBeGreaterThan(900)
  })

  test('in memory too', async () => {
    const database = await openInMemory()
    const [row] = await database.all(SETTING, {})
    await database.close()
    expect(row).toBe('on')
  })
})
