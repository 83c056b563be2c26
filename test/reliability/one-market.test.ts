/** The time of a simulated market is one server's, however many are started on its database. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Storage } from '../support/folder-storage'
import { type Ended, killServers, startServer } from '../support/server-process'
import { hasPostgres, postgresStorage } from '../support/storage'
import { healthy } from '../support/trader'
import { until } from '../support/until'

describe.skipIf(!hasPostgres)('a second server on the database of a simulated market', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await postgresStorage()
  })
  afterEach(async () => {
    await killServers()
  })
  afterAll(() => storage.remove())

  /** Starts a second server beside a first one. Null if that one stood still and lost its lease. */
  async function refused(): Promise<Ended | null> {
    const first = startServer(storage.settings)
    await first.listening
    const second = startServer(storage.settings)
    const ended = await Promise.race([second.ended, second.listening.then(() => null)])
    await (ended === null ? killServers() : first.kill('SIGTERM'))
    return ended
  }

  test('a second server of a simulated market starts once the first has ended', async () => {
    const ended = await until(refused, (each) => each !== null)
    expect(ended).toMatchObject({
      status: 1,
      errors:
        "Another server already runs this database's market (DATABASE_URL), and a simulated " +
        'market (MARKET_CLOCK) has one server. Stop that server, or choose another database.\n',
      output: expect.stringContaining('waiting for the server that runs'),
    })
    await startServer(storage.settings).listening
  })

  /** Null if this machine let the seconds pass in which the second server waits. */
  async function waitedFor(): Promise<string | null> {
    const first = startServer(storage.settings)
    await first.listening
    const second = startServer(storage.settings)
    await second.said('waiting for the server')
    await first.kill('SIGKILL')
    return second.listening.catch(() => null)
  }

  test('a second server waits for a first one that is shutting down', async () => {
    const url = await until(waitedFor, (each) => each !== null)
    await healthy(url)
  })
})
