/** Health is true only if a change would be accepted and the market moves. */
import { describe, expect, test } from 'bun:test'
import { createApp } from '../../src/api/app'
import { healthEndpoints } from '../../src/api/health/routes'
import { type HealthDeps, healthService } from '../../src/api/health/service'
import { SYSTEM_PACE } from '../../src/market/pace'
import { simulatedClock } from '../../src/market/simulated-clock'
import { openPulse } from '../../src/trading/matcher/waits'
import { openApi } from '../support/api'
import { testApp } from '../support/pipeline-app'
import { steeredFeed } from '../support/steered-feed'
import { MONDAY_AT_TEN } from '../support/trading-floor'

const api = await openApi()

/** A server at 10:00 on a Monday, whose matcher has just ended a turn. Its time is the test's. */
function aServer(replaced: Partial<HealthDeps> = {}, hasTurned = true) {
  let elapsedMs = 0
  let probes = 0
  const pulse = openPulse(() => elapsedMs)
  if (hasTurned) pulse.turned(true, 1_000)
  const overdue: (() => void)[] = []
  const { app } = testApp({
    endpoints: healthEndpoints(
      healthService({
        probeWrite: async () => {
          probes++
        },
        leaseState: async () => undefined,
        matcher: { pulse, carriedTo: MONDAY_AT_TEN },
        clock: simulatedClock(MONDAY_AT_TEN, 0),
        calendar: steeredFeed().calendar,
        isSimulated: false,
        tickMs: 1_000,
        elapsedMs: () => elapsedMs,
        after: () => new Promise((over) => overdue.push(over)),
        notices: () => [],
        prices: () => null,
        pace: () => SYSTEM_PACE,
        cell: null,
        ending: () => false,
        ...replaced,
      }),
    ),
  })
  async function ask(path: string) {
    const response = await app.handle(new Request(`http://localhost${path}`))
    return { status: response.status, body: await response.json() }
  }
  return {
    ask,
    pulse,
    pass(ms: number): void {
      elapsedMs += ms
    },
    giveUpWaiting: () => {
      for (const over of overdue.splice(0)) over()
    },
    probes: () => probes,
  }
}

const ok = { status: 200, body: { status: 'ok' } }
const unavailable = (...reasons: readonly string[]) => ({
  status: 503,
  body: { status: 'unavailable', reasons },
})
const failing = (code: string) => ({
  probeWrite: () => Promise.reject(Object.assign(new Error('the inside'), { code })),
})

describe.each(['/livez', '/readyz', '/health'])('GET %s of the whole server', (path) => {
  const answerOf = async (app: Pick<typeof api.app, 'handle'>) => {
    const response = await app.handle(new Request(`http://localhost${path}`))
    return { status: response.status, body: await response.json() }
  }

  test('[health.no-token] is 200 without a token or a request id', async () => {
    expect(await answerOf(api.app)).toMatchObject(ok)
  })

  test('[health.true] distinguishes whether the process lives from whether it can serve', async () => {
    const reasons = ['the database is read-only']
    const health = async () => ({ ...(await api.deps.health()), reasons })
    const answer = await answerOf(createApp({ ...api.deps, health }))
    expect(answer).toMatchObject(path === '/livez' ? ok : unavailable(...reasons))
  })
})

test('GET /livez is 200 whatever the database does', async () => {
  expect(await aServer(failing('25006')).ask('/livez')).toEqual(ok)
})

test('[health.true] GET /readyz is 200 if the database takes a change and the market moves', async () => {
  expect(await aServer().ask('/readyz')).toEqual(ok)
})

test.each([
  ['25006', 'the database is read-only'],
  ['53100', 'the disk of the database is full'],
  ['53300', 'the database is short of memory, connections or another resource'],
  ['ECONNREFUSED', 'the database cannot be reached'],
  ['55000', 'the database does not let the server in'],
  ['XX000', 'the database takes no change (XX000)'],
])('GET /readyz says why if a change fails with %s', async (code, reason) => {
  expect(await aServer(failing(code)).ask('/readyz')).toEqual(unavailable(reason))
})

test('[health.fast] GET /readyz answers within a second if the database never does', async () => {
  const server = aServer({ probeWrite: () => new Promise(() => {}) })
  const first = server.ask('/readyz')
  await Promise.resolve()
  server.pass(900)
  server.giveUpWaiting()
  expect(await first).toEqual(unavailable('the database has not answered for 1 s'))
  server.pass(30_000)
  const next = unavailable('the database has not answered for 31 s')
  expect(await server.ask('/readyz')).toEqual(next)
})

test('[health.fast] GET /readyz probes the database at most once a second, however many requests come', async () => {
  const server = aServer()
  await Promise.all(Array.from({ length: 10 }, () => server.ask('/readyz')))
  server.pass(999)
  await server.ask('/readyz')
  expect(server.probes()).toBe(1)
  server.pass(1)
  await server.ask('/health')
  expect(server.probes()).toBe(2)
})

test('[health.true] GET /readyz is 503 once a tick of this server’s market is more than 10 s late', async () => {
  const server = aServer()
  server.pass(11_000)
  expect(await server.ask('/readyz')).toEqual(ok)
  server.pass(1_001)
  const late = unavailable('the market has stood still for 11 s on this server')
  expect(await server.ask('/readyz')).toEqual(late)
  server.pulse.stepped()
  server.pass(1_000)
  expect(await server.ask('/readyz')).toEqual(ok)
})

test('[health.true] GET /readyz is 200 for the first 10 s of a server that has not yet moved the market', async () => {
  const server = aServer({}, false)
  expect(await server.ask('/readyz')).toEqual(ok)
  server.pass(10_001)
  expect(await server.ask('/readyz')).toEqual(unavailable('no server moves the market'))
})

test('[health.true] GET /readyz is 200 if the clock stands still', async () => {
  const server = aServer()
  server.pulse.turned(true, Number.POSITIVE_INFINITY)
  server.pass(3_600_000)
  expect(await server.ask('/readyz')).toEqual(ok)
})

test('[health.true] GET /readyz is 503 while the server is ending', async () => {
  const server = aServer()
  server.pulse.stop()
  expect(await server.ask('/readyz')).toEqual(unavailable('the server is ending'))
})

describe('GET /readyz of a server that does not move the market', () => {
  const asked = async (held: Awaited<ReturnType<HealthDeps['leaseState']>>) => {
    const server = aServer({ leaseState: async () => held })
    server.pulse.turned(false, 500)
    return server.ask('/readyz')
  }
  const ago = (seconds: number) => MONDAY_AT_TEN.subtract({ seconds })

  test('[health.true] GET /readyz of a server that does not move the market is 200 if another server has carried out what is due', async () => {
    expect(await asked({ holder: 'one', carriedTo: ago(11), silentMs: 900 })).toEqual(ok)
  })

  test('[clock.one-server] GET /readyz of a server that does not move the market is 503 if its clock is a simulated one, which is one server’s', async () => {
    const held = { holder: 'one', carriedTo: ago(1), silentMs: 900 }
    const server = aServer({ isSimulated: true, leaseState: async () => held })
    server.pulse.turned(false, 500)
    expect(await server.ask('/readyz')).toEqual(
      unavailable('another server has taken over this simulated market'),
    )
  })

  test('[health.true] GET /readyz of a server that does not move the market is 503 if the other server is late', async () => {
    expect(await asked({ holder: 'one', carriedTo: ago(13), silentMs: 900 })).toEqual(
      unavailable('the market has stood still for 12 s on its server'),
    )
  })

  test('[health.true] [run.drain] GET /readyz is 200 while another server may take what the last one has given back', async () => {
    expect(await asked({ holder: null, carriedTo: ago(1), silentMs: 100 })).toEqual(ok)
  })

  test.each([
    ['nobody has begun', undefined],
    ['the last one has ended', { holder: null, carriedTo: ago(1), silentMs: 10_001 }],
    ['the last one is silent', { holder: 'one', carriedTo: ago(1), silentMs: 10_001 }],
  ])('GET /readyz of a server that does not move the market is 503 if %s', async (_, held) => {
    expect(await asked(held)).toEqual(unavailable('no server moves the market'))
  })
})

test('[clock.pace] GET /health says if the market is slower than its clock should be', async () => {
  const slow = { speed: 600, speedReached: 123.456 }
  const notice =
    'this machine is too slow for MARKET_SPEED: the market runs at 123.5 of 600 ' +
    'market seconds per second'
  expect(await aServer({ pace: () => slow }).ask('/health')).toMatchObject({
    status: 200,
    body: { notices: [notice], market: { speed: 600, speedReached: 123.46 } },
  })
})

test('[health.true] GET /health is /readyz with details', async () => {
  const server = aServer({ notices: () => ['a clock is wrong'] })
  const details = {
    notices: ['a clock is wrong'],
    market: {
      now: '2026-03-03T00:00:00.000+09:00',
      carriedTo: '2026-03-03T00:00:00.000+09:00',
      movedBy: 'this server',
      speed: 1,
      speedReached: 1,
    },
  }
  expect(await server.ask('/health')).toEqual({ status: 200, body: { status: 'ok', ...details } })
  server.pulse.stop()
  server.pass(1_000)
  expect(await server.ask('/health')).toEqual({
    status: 503,
    body: { status: 'unavailable', reasons: ['the server is ending'], ...details },
  })
})

test('[run.drain] a server that is asked to end is not ready at once, serves, and asks to close', async () => {
  const ending = await openApi({ answered: () => () => {} })
  const readiness = () => ending.app.handle(new Request('http://localhost/readyz'))
  const before = await readiness()
  expect([before.status, before.headers.get('connection')]).toEqual([200, null])
  ending.brokerage.beginEnding()
  const after = await readiness()
  expect([after.status, after.headers.get('connection')]).toEqual([503, 'close'])
  expect(await after.json()).toMatchObject({ reasons: ['the server is ending'] })
  const placed = await ending.place()
  expect([placed.status, placed.headers.get('connection')]).toEqual([200, 'close'])
})
