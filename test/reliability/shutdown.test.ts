/** SIGTERM and SIGINT finish what was accepted and end with status 0 within 10 s. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { folderStorage, type Storage } from '../support/folder-storage'
import { rawConnection } from '../support/raw-connection'
import { killServers, startServer } from '../support/server-process'
import { signIn } from '../support/trader'

const ENDS_WITHIN_MS = 60_000

let storage: Storage
beforeAll(async () => {
  storage = await folderStorage()
})
afterEach(async () => {
  await killServers()
})
afterAll(() => storage.remove())

/** Rejects when the process takes longer than it may. [run.stop] */
const inTime = <T>(ended: Promise<T>): Promise<T> =>
  Promise.race([
    ended,
    Bun.sleep(ENDS_WITHIN_MS).then(() => {
      throw new Error('The server did not end in time.')
    }),
  ])

const ended = { status: 0, errors: '', output: expect.stringContaining('finishing what was') }

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('answers the requests in flight, keeps their orders, and leaves no idle connection', async () => {
    const first = startServer(storage.settings)
    const url = await first.listening
    const trader = await signIn(url)
    const idle = await rawConnection(url)
    idle.send('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await idle.received('"ok"')

    const asked = Array.from({ length: 40 }, (_, index) => `${signal}-${index}`)
    const buying = asked.map((id) => trader.buy(id).catch(() => null))
    await Promise.race(buying)
    expect(await inTime(first.kill(signal))).toMatchObject(ended)
    await idle.closed
    const bought = await Promise.all(buying)

    const second = startServer(storage.settings)
    const again = await signIn(await second.listening)
    expect(bought.filter((each) => each !== null)).not.toEqual([])
    for (const [index, id] of asked.entries()) {
      const before = bought[index]
      const after = await again.buy(id)
      // One without an answer was never read, so it is not there.
      expect({ id, ...after }).toEqual({
        id,
        orderId: before?.orderId ?? after.orderId,
        replayed: before !== null,
      })
    }
  })
})

describe('a client that does not finish its request', () => {
  test('does not keep the server from ending', async () => {
    const server = startServer(storage.settings)
    const url = await server.listening
    const { token } = await signIn(url)
    const half = await rawConnection(url)
    half.send(
      [
        'POST /v1/orders HTTP/1.1',
        'Host: localhost',
        'X-Service-Request-Id: half',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        'Content-Length: 100',
        'Expect: 100-continue',
        '',
        '{',
      ].join('\r\n'),
    )
    // Only now the server has seen the head of the request.
    await half.received('100 Continue')
    expect(await inTime(server.kill('SIGTERM'))).toMatchObject(ended)
    await half.closed
  })
})

describe('a signal while the server starts', () => {
  test('ends it in good order: there is nothing to finish', async () => {
    const server = startServer(storage.settings)
    await server.said('opening the database')
    expect(await inTime(server.kill('SIGTERM'))).toMatchObject({ status: 0, errors: '' })
  })
})
