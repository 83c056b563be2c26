/** The time of a simulated market is one server's, however many are started on its database. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Storage } from '../support/folder-storage'
import { killServers, startServer } from '../support/server-process'
import { hasPostgres, postgresStorage } from '../support/storage'

describe.skipIf(!hasPostgres)('a second server on the database of a simulated market', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await postgresStorage()
  })
  afterEach(async () => {
    await killServers()
  })
  afterAll(() => storage.remove())

  test('a second server of a simulated market starts once the first has ended', async () => {
    const first = startServer(storage.settings)
    await first.listening
    expect(await startServer(storage.settings).ended).toMatchObject({
      status: 1,
      errors:
        "Another server already runs this database's market (DATABASE_URL), and a simulated " +
        'market (MARKET_CLOCK) has one server. Stop that server, or choose another database.\n',
      output: expect.stringContaining('waiting for the server that runs'),
    })
    await first.kill('SIGTERM')
    await startServer(storage.settings).listening
  })

  test('a second server waits for a first one that is shutting down', async () => {
    const first = startServer(storage.settings)
    await first.listening
    const second = startServer(storage.settings)
    await second.said('waiting for the server')
    await first.kill('SIGKILL')
    expect((await fetch(`${await second.listening}/health`)).status).toBe(200)
  })
})
