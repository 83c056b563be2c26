/** One process has a folder, even if its lock file is deleted. */
import { describe, expect, test } from 'bun:test'
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/postgres/database'
import { FolderInUse, lockFolder } from '../../src/postgres/drivers/folder-lock'
import { openEmbedded } from '../../src/postgres/drivers/in-folder'
import { databaseRefusal, isFolderLost } from '../../src/postgres/errors'
import { statement } from '../../src/postgres/statement'
import { probeWrite, writeFault } from '../../src/postgres/write-probe'
import { watchFolderJob } from '../../src/server/compose/control'
import { digestOf } from '../support/folder-digest'
import { aFolder } from '../support/folders'

const one = statement([], sql`select 1`, ([number]) => Number(number))

/** An open database in a folder of its own, with a table. */
async function opened(): Promise<{ readonly folder: string; readonly database: Database }> {
  const folder = await aFolder()
  const database = await openEmbedded(folder, 'relaxed')
  await database.drizzle.execute(sql`create table mine (id int)`)
  return { folder, database }
}

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'It was done.',
    (error: unknown) => error,
  )

/**
 * Checks that the database refuses everything, and that closing it changes nothing in the folder.
 */
async function expectLost(database: Database, folder: string): Promise<void> {
  const reasons: string[] = []
  const [watch] = watchFolderJob(database, {
    request: () => {},
    background: () => {},
    lost: (why) => reasons.push(why),
  })
  await watch?.run()
  await watch?.run()
  expect(reasons).toHaveLength(1)
  expect(reasons[0]).toStartWith("The database's folder is no longer locked by this server: ")
  for (const work of [
    () => database.transaction((transaction) => transaction.all(one, {})),
    () => database.all(one, {}),
    async () => database.drizzle.execute(sql`insert into mine values (1)`),
    async () => database.drizzle.execute(sql`select 1`),
  ]) {
    const error = await rejection(work())
    expect(isFolderLost(error)).toBe(true)
    expect(databaseRefusal(error)).toMatchObject({ refused: 'server-busy' })
  }
  expect(writeFault(await rejection(probeWrite(database, false)))).toContain('no longer locked')
  const before = digestOf(folder)
  expect(isFolderLost(await rejection(database.close()))).toBe(true)
  expect(digestOf(folder)).toEqual(before)
}

describe('[durability.one-process] a folder whose file `lock` is deleted', () => {
  test('is given up by its process, and opened by no other meanwhile', async () => {
    const { folder, database } = await opened()
    rmSync(join(folder, 'lock'))
    const error = await rejection(openEmbedded(folder, 'relaxed'))
    expect(error).toBeInstanceOf(FolderInUse)
    expect(String(error)).toContain('although its file lock was deleted or replaced')
    await expectLost(database, folder)
    const again = await openEmbedded(folder, 'relaxed')
    expect((await again.all(one, {})).length).toBe(1)
    await again.close()
  })

  test('loses nothing that was committed before', async () => {
    const { folder, database } = await opened()
    await database.drizzle.execute(sql`insert into mine values (1), (2)`)
    rmSync(join(folder, 'lock'))
    await expectLost(database, folder)
    const again = await openEmbedded(folder, 'relaxed')
    const count = statement([], sql`select count(*) from mine`, ([number]) => Number(number))
    expect(await again.all(count, {})).toEqual([2])
    await again.close()
  })

  test('is given up for good, even if a file of that name comes back', async () => {
    const { folder, database } = await opened()
    renameSync(join(folder, 'lock'), join(folder, 'aside'))
    expect(isFolderLost(await rejection(database.transaction(async () => {})))).toBe(true)
    renameSync(join(folder, 'aside'), join(folder, 'lock'))
    await expectLost(database, folder)
  })
})

describe('[durability.one-process] a folder that is replaced while it is open is given up', () => {
  test.each([
    ['the folder', 'postgres'],
    ['its first file', 'postgres/PG_VERSION'],
    ['its control file', 'postgres/global/pg_control'],
  ])('with another for %s', async (_, path) => {
    const { folder, database } = await opened()
    const place = join(folder, path)
    renameSync(place, join(folder, 'aside'))
    cpSync(join(folder, 'aside'), place, { recursive: true })
    await expectLost(database, folder)
  })

  test('moved away', async () => {
    const { folder, database } = await opened()
    renameSync(join(folder, 'postgres'), join(folder, 'aside'))
    await expectLost(database, folder)
  })
})

test.each(['lock', 'postgres', 'postgres/global/pg_control'])(
  '[durability.one-process] the next change behind the loss of %s is refused, before any watch looks',
  async (path) => {
    const { folder, database } = await opened()
    renameSync(join(folder, path), join(folder, 'aside'))
    for (const change of [
      () => database.transaction(async () => {}),
      async () => database.drizzle.execute(sql`insert into mine values (1)`),
    ]) {
      expect(isFolderLost(await rejection(change()))).toBe(true)
    }
    await rejection(database.close())
  },
)

test('[durability.one-process] the file `lock` says what it is for', async () => {
  const { folder, database } = await opened()
  const text = readFileSync(join(folder, 'lock'), 'utf8')
  expect(text).toContain('Do not delete it')
  expect(text).toContain('two servers on one folder\ndestroy its books')
  await database.close()
})

test('an empty file `lock` of an earlier version is taken, and left as it is by a look', async () => {
  const folder = await aFolder()
  writeFileSync(join(folder, 'lock'), '')
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  lock.release()
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe('')
  lockFolder(folder).release()
})
