import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Answered } from '../../src/http/call'
import { logSettings } from '../../src/server/config/operating'
import { bufferedLines, type Log, openLog } from '../../src/server/telemetry/log'
import { openApi } from '../support/api'
import { orderOf } from '../support/orders'

const AT_MS = Temporal.Instant.from('2026-03-02T15:00:00.007Z').epochMilliseconds

const ELAPSED_MS = 0.25

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const PIPES = { out: false, err: false }

function recorded(env: Readonly<Record<string, string>>, terminals = PIPES) {
  const said = { out: [] as string[], err: [] as string[] }
  const due: (() => void)[] = []
  const log = openLog(logSettings(env, terminals), {
    out: (line) => said.out.push(line),
    err: (line) => said.err.push(line),
    write: (lines, taken) => {
      said.out.push(...textOf(lines).trimEnd().split('\n'))
      taken()
    },
    after: (_, ring) => {
      due.push(ring)
      return () => {}
    },
    wallNowMs: () => AT_MS,
    elapsedMs: () => ELAPSED_MS,
  })
  return { log, said }
}

const ANSWERED: Answered = {
  method: 'POST',
  headers: new Headers(),
  status: 200,
  route: '/v1/orders',
  clientId: 'pk_1',
  refusedAs: undefined,
  requestId: 'r1',
  ms: 1,
  atMs: ELAPSED_MS,
}

/** A request that is answered at the time of the log's clock. */
const logAnswer = (log: Log, one: Partial<Answered>, ms: number, requestId: string | undefined) =>
  log.answered({ ...ANSWERED, ...one, ms, requestId })

describe('the log', () => {
  test('[run.log] is text on a terminal and JSON elsewhere, unless LOG says', () => {
    const terminals = { out: true, err: true }
    expect(logSettings({}, terminals)).toMatchObject({ format: 'text', faultFormat: 'text' })
    expect(logSettings({}, PIPES)).toMatchObject({ format: 'json', faultFormat: 'json' })
    expect(logSettings({ LOG: 'json' }, terminals)).toMatchObject({
      format: 'json',
      faultFormat: 'json',
    })
    expect(logSettings({ LOG: 'text', LOG_LEVEL: 'error' }, PIPES)).toEqual({
      format: 'text',
      faultFormat: 'text',
      level: 'error',
      cell: null,
    })
  })

  test('[run.log] shows a person on the terminal what went wrong, whoever reads the rest', () => {
    const { log, said } = recorded({}, { out: false, err: true })
    log.info('listening')
    log.error('PORT: "x" is not allowed')
    expect(said.out.map((line) => JSON.parse(line).message)).toEqual(['listening'])
    expect(said.err).toEqual(['PORT: "x" is not allowed'])
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
    logAnswer(log, {}, 1.23456, 'a"b')
    logAnswer(log, { status: 422, refusedAs: 'insufficient-buying-power' }, 20.5, 'a\\b')
    logAnswer(log, { method: 'GET', status: 404, route: null }, 0.001, undefined)
    log.info('after them')
    expect(said.out.slice(0, 3).map((line) => JSON.parse(line))).toEqual([
      {
        '@timestamp': '2026-03-02T15:00:00.007Z',
        level: 'INFO',
        message: 'request',
        logger: 'paper.request',
        id: 'a"b',
        client: 'pk_1',
        method: 'POST',
        route: '/v1/orders',
        status: 200,
        ms: 1.23,
      },
      expect.objectContaining({
        id: 'a\\b',
        status: 422,
        code: 'insufficient-buying-power',
        ms: 20.5,
      }),
      expect.objectContaining({ route: null, status: 404, ms: 0 }),
    ])
    expect(said.out[2]).not.toContain('"id"')
    expect(said.out[3]).toContain('after them')
  })

  test('[run.cell-seen] names the cell in each line of JSON, and in the lines of requests', () => {
    const json = recorded({ LOG: 'json', CELL: 'a' })
    json.log.info('listening')
    json.log.error('failed')
    logAnswer(json.log, {}, 1, 'r1')
    json.log.flush()
    const lines = [...json.said.out, ...json.said.err].map((line) => JSON.parse(line))
    expect(lines.map(({ cell }) => cell)).toEqual(['a', 'a', 'a'])
    const text = recorded({ LOG: 'text', CELL: 'a' })
    text.log.info('listening')
    logAnswer(text.log, {}, 1, undefined)
    text.log.flush()
    expect(text.said.out).toEqual([
      'listening',
      '2026-03-02T15:00:00.007Z POST /v1/orders 200 1 ms client=pk_1 cell=a',
    ])
  })

  test('[run.log-requests] in text names the same facts', async () => {
    const { log, said } = recorded({ LOG: 'text' })
    logAnswer(log, { status: 422, refusedAs: 'insufficient-buying-power' }, 20.5, 'a"b')
    await log.drained()
    expect(said.out).toEqual([
      '2026-03-02T15:00:00.007Z POST /v1/orders 422 insufficient-buying-power 20.5 ms ' +
        'client=pk_1 id="a\\"b"',
    ])
  })

  test('[run.log-requests] leaves out probes, and has failures at every level', async () => {
    const info = recorded({ LOG: 'text' })
    logAnswer(info.log, { route: '/readyz' }, 1, 'r')
    await info.log.drained()
    const error = recorded({ LOG: 'text', LOG_LEVEL: 'error' })
    logAnswer(error.log, {}, 1, 'r')
    logAnswer(error.log, { status: 500 }, 1, 'r')
    await error.log.drained()
    expect([info.said.out, error.said.out]).toEqual([[], [expect.stringContaining(' 500 ')]])
  })

  test('[run.log-requests] of a burst is whole and in order, whatever the length of an id', async () => {
    const { log, said } = recorded({ LOG: 'json' })
    const ids = Array.from({ length: 1_000 }, (_, at) => `${at}-${'"'.repeat(at % 130)}`)
    for (const id of ids) logAnswer(log, {}, 1, id)
    await log.drained()
    expect(said.out.map((line) => JSON.parse(line).id)).toEqual(ids)
  })

  test('[run.log-unread] leaves out and counts lines that nobody reads, and goes on afterwards', () => {
    let written = 0
    const takers: (() => void)[] = []
    const missed: number[] = []
    const lines = bufferedLines({
      write: (_, taken) => {
        written++
        takers.push(taken)
      },
      after: () => () => {},
      dropped: (count) => missed.push(count),
    })
    const long = 'x'.repeat(99_999)
    const add = (): void => {
      lines.add(long)
      lines.flush()
    }
    for (let added = 0; added < 60; added++) add()
    const kept = written
    expect(kept).toBeLessThan(60)
    for (const taken of takers.splice(0)) taken()
    add()
    expect([missed, written]).toEqual([[60 - kept], kept + 1])
  })
})

describe('a request', async () => {
  const seen: Answered[] = []
  const api = await openApi({ answered: (one) => void seen.push(one) })
  const bearer = await api.bearerOf()
  const SECRETS = /sk_test|Bearer|eyJ|client_secret|secret=/

  test.each([
    ['a quote', '/v1/market/quotes?symbols=AAPL', 200, '/v1/market/quotes', undefined],
    ['an unknown parameter', '/v1/account?secret=1', 400, '/v1/account', 'unknown-parameter'],
    ['an unknown path', '/v1/nothing?secret=1', 404, null, 'route-not-found'],
    ['an order', '/v1/orders/ord_0?', 404, '/v1/orders/:orderId', 'order-not-found'],
    ['a page', '/errors/invalid-token', 200, '/errors/:code', undefined],
  ] as const)(
    '[run.log-requests] for %s is logged with its route, its client and its code',
    async (_, path, status, route, code) => {
      seen.length = 0
      const url = `http://localhost${path}`
      const headers = { ...bearer, 'x-service-request-id': 'test-request' }
      await api.app.handle(new Request(url, { headers }))
      const [one] = seen
      expect(seen).toHaveLength(1)
      expect(one?.status).toBe(status)
      const isGated = route?.startsWith('/v1') === true
      expect(one?.route).toBe(route)
      expect(one?.refusedAs).toBe(code)
      expect(one?.clientId).toBe(isGated ? 'pk_test' : undefined)
      if (path.startsWith('/v1')) expect(one?.requestId).toBe('test-request')
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
    const requests = seen.map(({ status, route, clientId, refusedAs, requestId }) => [
      String(requestId),
      status,
      route,
      clientId,
      refusedAs,
    ])
    expect(requests.toSorted()).toEqual([
      ['one', 200, '/v1/orders', 'pk_test', undefined],
      ['three', 200, '/v1/market/quotes', 'pk_test', undefined],
      ['two', 401, '/v1/orders', undefined, 'authorization-required'],
      ['undefined', 400, '/v1/account', undefined, 'request-id-required'],
    ])
  })

  test('[run.log-requests] is logged without its secrets', async () => {
    const { log, said } = recorded({ LOG: 'json' })
    for (const one of seen) log.answered(one)
    await log.drained()
    expect(said.out.length).toBeGreaterThan(0)
    expect(said.out.filter((line) => SECRETS.test(line))).toEqual([])
  })
})

const LOG_MODULE = JSON.stringify(join(import.meta.dir, '../../src/clients/cli/server/command'))

test('[run.log-requests] lines that wait are written when an error ends the process', async () => {
  const ending = `
    import { processLog } from ${LOG_MODULE}
    const settings = { format: 'json', faultFormat: 'json', level: 'info' }
    const log = processLog(settings, { say() {}, complain() {} })
    log.answered(${JSON.stringify({ ...ANSWERED, method: 'GET' })})
    throw new Error('a bug')`
  const child = Bun.spawn([process.execPath, '-e', ending], { stdout: 'pipe', stderr: 'ignore' })
  const text = await new Response(child.stdout).text()
  expect(await child.exited).toBe(1)
  expect(JSON.parse(text)).toMatchObject({ method: 'GET', status: 200 })
})
