import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { OnAnswered } from '../../src/api/pipeline/watch'
import { logSettings } from '../../src/config/operating'
import { collectedLines } from '../../src/telemetry/lines'
import { openLog } from '../../src/telemetry/log'
import { openApi } from '../support/api'
import { orderOf } from '../support/orders'

const AT_MS = Temporal.Instant.from('2026-03-02T15:00:00.007Z').epochMilliseconds

function recorded(env: Readonly<Record<string, string>>, onTerminal = false) {
  const said = { out: [] as string[], err: [] as string[] }
  const due: (() => void)[] = []
  const log = openLog(logSettings(env, onTerminal), {
    out: (line) => said.out.push(line),
    err: (line) => said.err.push(line),
    write: (text, taken) => {
      said.out.push(...text.trimEnd().split('\n'))
      taken()
    },
    after: (_, ring) => {
      due.push(ring)
      return () => {}
    },
    wallNowMs: () => AT_MS,
    elapsedMs: () => 0.25,
  })
  return { log, said }
}

const CALL = { route: '/v1/orders', requestId: 'a"b', clientId: 'pk_1', refusedAs: undefined }

describe('the log', () => {
  test('[run.log] is text on a terminal and JSON elsewhere, unless LOG says', () => {
    expect(logSettings({}, true).format).toBe('text')
    expect(logSettings({}, false).format).toBe('json')
    expect(logSettings({ LOG: 'json' }, true).format).toBe('json')
    expect(logSettings({ LOG: 'text', LOG_LEVEL: 'error' }, false)).toEqual({
      format: 'text',
      level: 'error',
    })
  })

  test('[run.log] in text is what was said, warnings and errors apart', () => {
    const { log, said } = recorded({ LOG: 'text' })
    log.info('listening     {http://127.0.0.1}   docs')
    log.warning('slow')
    log.error('failed: {x}')
    expect(said).toEqual({
      out: ['listening     {http://127.0.0.1}   docs'],
      err: ['slow', 'failed: {x}'],
    })
  })

  test('[run.log] in JSON is one object a line', () => {
    const { log, said } = recorded({ LOG: 'json' })
    log.info('listening     {here}', 'on two lines')
    log.error('failed\n  at once')
    expect(said.out.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'INFO',
        message: 'listening {here}',
        logger: 'paper.server',
      }),
      expect.objectContaining({ message: 'on two lines' }),
    ])
    expect(said.err.map((line) => JSON.parse(line).message)).toEqual(['failed\n  at once'])
  })

  test('[run.log-requests] has a line for each request, in the order of what else is said', async () => {
    const { log, said } = recorded({ LOG: 'json' })
    log.answered('POST', 200, 1.23456, CALL)
    log.answered('POST', 422, 20.5, { ...CALL, refusedAs: 'insufficient-buying-power' })
    log.answered('GET', 404, 0.001, { ...CALL, route: null, requestId: undefined })
    log.info('after them')
    expect(said.out.slice(0, 3).map((line) => JSON.parse(line))).toEqual([
      {
        '@timestamp': '2026-03-02T15:00:00.007Z',
        ...{ level: 'INFO', message: 'request', logger: 'paper.request' },
        ...{
          id: 'a"b',
          client: 'pk_1',
          method: 'POST',
          route: '/v1/orders',
          status: 200,
          ms: 1.23,
        },
      },
      expect.objectContaining({ status: 422, code: 'insufficient-buying-power', ms: 20.5 }),
      expect.objectContaining({ route: null, status: 404, ms: 0 }),
    ])
    expect(said.out[2]).not.toContain('"id"')
    expect(said.out[3]).toContain('after them')
  })

  test('[run.log-requests] in text names the same facts', async () => {
    const { log, said } = recorded({ LOG: 'text' })
    log.answered('POST', 422, 20.5, { ...CALL, refusedAs: 'insufficient-buying-power' })
    await log.drained()
    expect(said.out).toEqual([
      '2026-03-02T15:00:00.007Z POST /v1/orders 422 insufficient-buying-power 20.5 ms ' +
        'client=pk_1 id="a\\"b"',
    ])
  })

  test('[run.log-requests] leaves out probes, and has failures at every level', async () => {
    const info = recorded({ LOG: 'text' })
    info.log.answered('GET', 200, 1, { ...CALL, route: '/readyz' })
    await info.log.drained()
    const error = recorded({ LOG: 'text', LOG_LEVEL: 'error' })
    error.log.answered('GET', 200, 1, CALL)
    error.log.answered('GET', 500, 1, CALL)
    await error.log.drained()
    expect([info.said.out, error.said.out]).toEqual([[], [expect.stringContaining(' 500 ')]])
  })

  test('[run.log-unread] leaves out and counts lines that nobody reads, and goes on afterwards', () => {
    const written: string[] = []
    const takers: (() => void)[] = []
    const missed: number[] = []
    const lines = collectedLines({
      write: (text, taken) => {
        written.push(text)
        takers.push(taken)
      },
      after: () => () => {},
      leftOut: (count) => missed.push(count),
    })
    const line = `${'x'.repeat(99_999)}\n`
    for (let added = 0; added < 60; added++) lines.add(line)
    const kept = written.length
    expect(kept).toBeLessThan(60)
    for (const taken of takers.splice(0)) taken()
    lines.add(line)
    expect([missed, written.length]).toEqual([[60 - kept], kept + 1])
  })
})

describe('a request', async () => {
  const seen: { method: string; status: number; call: Parameters<OnAnswered>[3] }[] = []
  const api = await openApi({
    answered: (method, status, _, call) => seen.push({ method, status, call }),
  })
  const bearer = await api.bearerOf()
  const SECRETS = /sk_test|Bearer|eyJ|client_secret|secret=/

  test.each([
    ['a quote', '/v1/market/quotes?symbols=AAPL', 200, '/v1/market/quotes', undefined],
    ['an unknown parameter', '/v1/account?secret=1', 400, '/v1/account', 'unknown-parameter'],
    ['an unknown path', '/v1/nothing?secret=1', 404, null, 'route-not-found'],
    ['an order', '/v1/orders/ord_0?', 404, '/v1/orders/:orderId', 'order-not-found'],
    ['a page', '/errors/invalid-token', 200, '/errors/:code', undefined],
  ] as const)(
    '[run.log-requests] for %s is told with its route, its client and its code',
    async (_, path, status, route, code) => {
      seen.length = 0
      const url = `http://localhost${path}`
      const headers = { ...bearer, 'x-service-request-id': 'test-request' }
      await api.app.handle(new Request(url, { headers }))
      const [one] = seen
      expect(seen).toHaveLength(1)
      expect(one?.status).toBe(status)
      const isGated = route?.startsWith('/v1') === true
      expect({ ...one?.call, route: one?.call.route }).toMatchObject({ route })
      expect(one?.call.refusedAs).toBe(code)
      expect(one?.call.clientId).toBe(isGated ? 'pk_test' : undefined)
      if (path.startsWith('/v1')) expect(one?.call.requestId).toBe('test-request')
    },
  )

  test('[run.log-requests] that waits keeps its own client beside others', async () => {
    seen.length = 0
    await Promise.all([
      api.place(orderOf({ clientOrderId: 'log-1' }), { ...bearer, 'x-service-request-id': 'one' }),
      api.place(orderOf({ clientOrderId: 'log-2' }), {
        'x-service-request-id': 'two',
        authorization: undefined,
      }),
      api.get('/v1/market/quotes?symbols=AAPL', { ...bearer, 'x-service-request-id': 'three' }),
      api.send('GET', '/v1/account', { headers: { 'x-service-request-id': undefined } }),
    ])
    const told = seen.map(({ status, call }) => [
      String(call.requestId),
      status,
      call.route,
      call.clientId,
      call.refusedAs,
    ])
    expect(told.toSorted()).toEqual([
      ['one', 200, '/v1/orders', 'pk_test', undefined],
      ['three', 200, '/v1/market/quotes', 'pk_test', undefined],
      ['two', 401, '/v1/orders', undefined, 'authorization-required'],
      ['undefined', 400, '/v1/account', undefined, 'request-id-required'],
    ])
  })

  test('[run.log-requests] is logged without its secrets', async () => {
    const { log, said } = recorded({ LOG: 'json' })
    for (const { method, status, call } of seen) log.answered(method, status, 1, call)
    await log.drained()
    expect(said.out.length).toBeGreaterThan(0)
    expect(said.out.filter((line) => SECRETS.test(line))).toEqual([])
  })
})

const PROCESS_LOG = JSON.stringify(join(import.meta.dir, '../../src/main/process-log'))

test('[run.log-requests] lines that wait are written when an error ends the process', async () => {
  const ending = `
    import { processLog } from ${PROCESS_LOG}
    const log = processLog({ format: 'json', level: 'info' }, { say() {}, complain() {} })
    log.answered('GET', 200, 1, ${JSON.stringify(CALL)})
    throw new Error('a bug')`
  const child = Bun.spawn([process.execPath, '-e', ending], { stdout: 'pipe', stderr: 'ignore' })
  const text = await new Response(child.stdout).text()
  expect(await child.exited).toBe(1)
  expect(JSON.parse(text)).toMatchObject({ method: 'GET', status: 200 })
})
