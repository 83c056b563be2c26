/** The program as one file, in an empty folder: built, started, and traded with. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBinary } from '../../build/binary'
import { answered, openClient } from '../../src/clients/sdk'
import { aFolder } from '../support/folders'
import { CLIENT, killServers, type ServerProcess, startServer } from '../support/server-process'
import { hasPostgres, postgresStorage } from '../support/storage'

describe(`the program that is one file, on ${hasPostgres ? 'PostgreSQL' : 'a folder'}`, () => {
  let program = ''
  let url = ''
  let server: ServerProcess
  let removeStorage = async () => {}

  beforeAll(async () => {
    const folder = await aFolder()
    program = join(folder, 'paper')
    await buildBinary(program)
    const storage = hasPostgres ? await postgresStorage() : { settings: {}, remove: async () => {} }
    removeStorage = storage.remove
    const cwd = join(folder, 'empty')
    await mkdir(cwd)
    server = startServer(storage.settings, null, { command: [program, 'server'], cwd })
    url = await server.listening
  })
  afterAll(async () => {
    await killServers()
    await removeStorage()
  })

  test('trades: an order fills at the next tick', async () => {
    const client = openClient({ url, clientId: CLIENT.id, clientSecret: CLIENT.secret })
    const order = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 3 } as const
    const events = client.orderEvents({ since: 0 })
    await answered(client.api.v1.orders.post({ ...order, clientOrderId: 'one-file' }))
    for await (const { event, order } of events) {
      if (event !== 'FILLED') continue
      expect(order).toMatchObject({ clientOrderId: 'one-file', filledQuantity: 3 })
      break
    }
    events.close()
  })

  test.each(['/docs', '/docs/ui.js', '/docs/ui.css', '/console/', '/errors'])(
    'has the page %s',
    async (path) => {
      const answer = await fetch(`${url}${path}`)
      expect([answer.status, (await answer.arrayBuffer()).byteLength > 100]).toEqual([200, true])
    },
  )

  test('ends in good order', async () => {
    expect(await server.kill('SIGTERM')).toMatchObject({ status: 0, errors: '' })
  })

  test('is the whole command: it prints its version and lists its commands', () => {
    const said = (argument: string) => Bun.spawnSync([program, argument]).stdout.toString()
    expect(said('--version')).toMatch(/^paper-brokerage \d/)
    expect(said('--help')).toContain('completion')
  })
})
