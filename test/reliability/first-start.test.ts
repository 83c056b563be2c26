import { afterEach, expect, test } from 'bun:test'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aFolder } from '../support/folders'
import { killServers, startServer } from '../support/server-process'
import { healthy } from '../support/trader'

afterEach(async () => {
  await killServers()
})

test('a first start starts over what a killed one left unfinished', async () => {
  const DATA_DIR = await aFolder()
  const unfinished = join(DATA_DIR, 'postgres.unfinished')
  await mkdir(unfinished)
  // PostgreSQL takes a folder with this file for a database, and this one cannot be opened.
  await writeFile(join(unfinished, 'PG_VERSION'), '17')

  const server = startServer({ DATA_DIR })
  await healthy(await server.listening)
  const inside = await readdir(DATA_DIR)
  expect(inside).toContain('postgres')
  expect(inside).not.toContain('postgres.unfinished')
})
