import { expect, test } from 'bun:test'
import { PGlite } from '@electric-sql/pglite'
import { checkpoints } from '../../src/postgres/drivers/checkpoints'
import { MemoryFiles, readImage } from '../../src/postgres/drivers/image/image'

const MEBIBYTE = 1024 * 1024

/**
 * An embedded database whose log may have 2 MiB, and the log's length after 100 transactions more.
 */
async function written(mayWrite?: () => boolean) {
  const image = await readImage()
  if (image === null) throw new Error('There is no image.')
  const client = await PGlite.create({ fs: new MemoryFiles(image) })
  const { committed, settled } = checkpoints(client, 2 * MEBIBYTE, mayWrite)
  await client.exec('create table written (text text)')
  return {
    client,
    async logBytesAfterMore(): Promise<number> {
      await client.exec(
        `insert into written select repeat('x', 1000) from generate_series(1, 1500)`,
      )
      for (let transaction = 0; transaction < 100; transaction++) committed()
      await settled()
      const { rows } = await client.query<{ bytes: number }>(
        'select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
      )
      return rows[0]?.bytes ?? 0
    },
  }
}

test('the embedded database truncates its write-ahead log as that grows', async () => {
  const { client, logBytesAfterMore } = await written()
  for (let round = 0; round < 10; round++) {
    expect(await logBytesAfterMore()).toBeLessThan(3 * MEBIBYTE)
  }
  await client.close()
})

test('[durability.one-process] no checkpoint is made in a folder that is lost', async () => {
  let isLost = false
  const { client, logBytesAfterMore } = await written(() => !isLost)
  await logBytesAfterMore()
  isLost = true
  for (let round = 0; round < 3; round++) await logBytesAfterMore()
  expect(await logBytesAfterMore()).toBeGreaterThan(5 * MEBIBYTE)
  await client.close()
})
