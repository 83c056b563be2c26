/** What `paper market distribute` refuses. */
import { describe, expect, test } from 'bun:test'
import { marketCommand } from '../../src/clients/cli/market/command'
import { run } from '../support/command'
import { hasPostgres, postgresStorage } from '../support/storage'

test('[run.distribute] an embedded database has no other machines', async () => {
  const { outcome } = await run(marketCommand, ['distribute'], { env: { DATA_DIR: 'none' } })
  expect(outcome?.fault).toBe('Only a PostgreSQL with Citus has other machines: set DATABASE_URL.')
})

test('[run.distribute] a number of shards is a whole number', async () => {
  const { outcome } = await run(marketCommand, ['distribute', '--shards', '0'])
  expect(outcome?.fault).toBe(
    '--shards: "0" is not allowed; allowed: a whole number from 1 to 1000',
  )
})

describe.skipIf(!hasPostgres)('a PostgreSQL without Citus', () => {
  test('[run.distribute] is refused, with the remedy, and stays as it is', async () => {
    const storage = await postgresStorage()
    const env = storage.settings
    await expect(run(marketCommand, ['distribute'], { env })).rejects.toThrow(
      /has no Citus: a plain PostgreSQL keeps all tables on one machine; create extension citus/,
    )
    const database = await storage.open()
    expect(database.shards).toBeUndefined()
    await database.close()
    await storage.remove()
  })
})
