import { expect, test } from 'bun:test'
import { PGlite } from '@electric-sql/pglite'
import { checkpoints } from '../../src/store/drivers/checkpoints'
import { readImage } from '../../src/store/drivers/image/image'
import { MemoryFiles } from '../../src/store/drivers/image/memory-files'

const MEBIBYTE = 1024 * 1024

test('the embedded database truncates its write-ahead log as that grows', async () => {
  const image = await readImage()
  if (image === null) throw new Error('There is no image.')
  const client = await PGlite.create({ fs: new MemoryFiles(image) })
  const { committed, settled } = checkpoints(client, 2 * MEBIBYTE)
  await client.exec('create table written (text text)')
  const logBytes = async (): Promise<number> => {
    const { rows } = await client.query<{ bytes: number }>(
      'select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    )
    return rows[0]?.bytes ?? 0
  }
  for (let round = 0; round < 10; round++) {
    await client.exec(`insert into written select repeat('x', 1000) from generate_series(1, 1500)`)
    for (let transaction = 0; transaction < 100; transaction++) committed()
    await settled()
    expect(await logBytes()).toBeLessThan(3 * MEBIBYTE)
  }
  await client.close()
})
