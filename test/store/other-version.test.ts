import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmbedded } from '../../src/store/drivers/embedded'
import { aFolder } from '../support/folders'

test('[run.folder] a folder of another PostgreSQL is not opened, and the fault names both', async () => {
  const folder = await aFolder()
  await (await openEmbedded(folder, 'relaxed')).close()
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '16\n')
  expect(openEmbedded(folder, 'relaxed')).rejects.toThrow(
    /its files are PostgreSQL 16's, and this version brings PostgreSQL \d+$/,
  )
})
