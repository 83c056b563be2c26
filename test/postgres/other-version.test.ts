/** Databases of other versions, which this one must not touch. */
import { beforeAll, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/postgres/database'
import { openEmbedded } from '../../src/postgres/drivers/in-folder'
import { aFolder } from '../support/folders'
import { hasPostgres, postgresStorage } from '../support/storage'

let folder: string
beforeAll(async () => {
  folder = await aFolder()
  await (await openEmbedded(folder, 'relaxed')).close()
})

test('[run.folder] a folder of another PostgreSQL is not opened, and the fault names both', async () => {
  const file = join(folder, 'postgres', 'PG_VERSION')
  const ours = await readFile(file)
  await writeFile(file, '16\n')
  await expect(openEmbedded(folder, 'relaxed')).rejects.toThrow(
    /its files are PostgreSQL 16's, and this version brings PostgreSQL \d+$/,
  )
  await writeFile(file, ours)
})

const LATER = RegExp(
  '^Cannot .*: a later version has migrated it: it has schema \\d+, of 2099-12-31, ' +
    'and this version brings schema \\d+, of 20\\d\\d-\\d\\d-\\d\\d; start the later version',
)

async function migrateLater(database: Database): Promise<void> {
  await database.drizzle.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    values ('of a later version', extract(epoch from timestamptz '2099-12-31T12:00Z') * 1000)`)
  await database.close()
}

test('[run.later-schema] a folder that a later version has migrated is not opened', async () => {
  await migrateLater(await openEmbedded(folder, 'relaxed'))
  await expect(openEmbedded(folder, 'relaxed')).rejects.toThrow(LATER)
})

test.skipIf(!hasPostgres)(
  '[run.later-schema] a PostgreSQL database that a later version has migrated is not opened',
  async () => {
    const storage = await postgresStorage()
    await migrateLater(await storage.open())
    await expect(storage.open()).rejects.toThrow(LATER)
    await storage.remove()
  },
)
