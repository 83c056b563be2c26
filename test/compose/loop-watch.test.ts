/** Requests that wait in their sockets while the process stands still. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { listenAt } from '../../src/server/compose/control'
import { loopWatch } from '../../src/server/compose/watches'
import { openApi } from '../support/api'
import { orderOf } from '../support/orders'
import { rawConnection } from '../support/raw-connection'
import { type SteeredTime, steeredTime } from '../support/time'

/** A clock whose alarms do not ring while it stands still. */
function stoppableTime() {
  let stoodMs = 0
  const steered = steeredTime()
  const time: SteeredTime = { ...steered, elapsedMs: () => steered.elapsedMs() + stoodMs }
  return {
    time,
    standStill(ms: number): void {
      stoodMs += ms
    },
  }
}

function watched() {
  const { time, standStill } = stoppableTime()
  const watch = loopWatch(time.elapsedMs, time.after)
  watch.begin()
  return { watch, standStill, pass: time.pass, readNow: () => watch.arrivedAtMs(time.elapsedMs()) }
}

describe('[request.deadline] what is read', () => {
  test('while the loop turns came when it was read', () => {
    const { pass, readNow } = watched()
    pass(12_345)
    expect(readNow()).toBe(12_345)
  })

  test('after a standstill counts as come at its beginning', () => {
    const { pass, standStill, readNow } = watched()
    pass(1_000)
    standStill(6_000)
    expect(readNow()).toBe(1_000)
  })

  test('counts so too if the loop shows that it turns before it reads', () => {
    const { pass, standStill, readNow } = watched()
    pass(1_000)
    standStill(6_000)
    pass(100)
    expect(readNow()).toBe(1_000)
    pass(100)
    expect(readNow()).toBe(7_200)
  })

  test('of a loop that turns slowly came within the last turn, however long that goes on', () => {
    const { pass, standStill, readNow } = watched()
    for (let turn = 0; turn < 60; turn++) {
      standStill(400)
      pass(100)
    }
    expect(readNow()).toBe(60 * 500 - 500)
  })

  test('came when it was read if nobody watches, and if nobody watches any more', () => {
    const { watch, pass, standStill, readNow } = watched()
    watch.end()
    standStill(6_000)
    pass(1_000)
    expect(readNow()).toBe(7_000)
  })
})

describe('[request.deadline] an order in the socket', () => {
  const { time, standStill } = stoppableTime()
  let api: Awaited<ReturnType<typeof openApi>>
  let url = ''
  beforeAll(async () => {
    api = await openApi({ time, answered: () => () => {} })
    listenAt(api.app, { hostname: '127.0.0.1', port: 0, keepAliveSeconds: 75 })
    api.brokerage.loop.begin()
    url = String(api.app.server?.url)
  })
  afterAll(async () => {
    await api.app.stop(true)
    await api.close()
  })

  async function send(clientOrderId: string, stoodMs: number): Promise<string> {
    const body = JSON.stringify({ ...orderOf(), clientOrderId })
    const { authorization } = await api.bearerOf()
    const connection = await rawConnection(url)
    connection.send(
      [
        'POST /v1/orders HTTP/1.1',
        'host: localhost',
        'connection: close',
        'content-type: application/json',
        `authorization: ${authorization}`,
        `x-service-request-id: ${clientOrderId}`,
        `content-length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
    // The kernel has its bytes, and nothing is read before this function waits.
    standStill(stoodMs)
    await connection.closed
    return connection.text()
  }

  test('for longer than 5 s is refused and never placed', async () => {
    expect(await send('waited', 5_000)).toContain('"code":"server-busy"')
    time.pass(100)
    expect(await send('read-with-it', 0)).toContain('"code":"server-busy"')
    time.pass(100)
    expect(await send('came-later', 0)).toContain('HTTP/1.1 200')
    const { body } = await api.get('/v1/orders')
    expect(JSON.stringify(body)).toContain('came-later')
    expect(JSON.stringify(body)).not.toMatch(/waited|read-with-it/)
  })

  test('for less is placed', async () => {
    expect(await send('in-time', 4_800)).toContain('HTTP/1.1 200')
    time.pass(200)
  })
})
