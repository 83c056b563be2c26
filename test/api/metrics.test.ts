import { describe, expect, test } from 'bun:test'
import { mayReadMetrics } from '../../src/api/metrics/routes'
import { callers } from '../../src/http/addresses'
import { openMetrics } from '../../src/server/telemetry/metrics'
import { openApi } from '../support/api'
import { orderOf } from '../support/orders'

const KEY = 'metrics-key-0123456789'
const WITH_KEY = { authorization: `Bearer ${KEY}` }

describe('GET /metrics', async () => {
  const api = await openApi({ env: { METRICS: 'on', METRICS_KEY: KEY } })
  const bearer = await api.bearerOf()
  await api.place(orderOf({ clientOrderId: 'metrics-1' }), bearer)
  for (let asked = 0; asked < 3; asked++) {
    await api.get('/v1/market/quotes?symbols=AAPL', bearer)
  }
  await api.get('/v1/nothing', bearer)
  const metrics = (headers: Record<string, string> = {}) =>
    api.app.handle(new Request('http://localhost/metrics', { headers }))
  const answer = await metrics(WITH_KEY)
  const text = await answer.text()

  test('[run.metrics] counts requests by method, route and status, quotes too', () => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(text).toContain(
      'paper_request_seconds_count{method="GET",route="/v1/market/quotes",status="200"} 3',
    )
    expect(text).toContain(
      'paper_request_seconds_bucket{method="POST",route="/v1/orders",status="200",le="+Inf"} 1',
    )
    expect(text).toContain('{method="GET",route="none",status="404"} 1')
    expect(text).toContain('# TYPE paper_request_seconds histogram')
  })

  test('[run.metrics] counts order events and batches, and shows levels', () => {
    expect(text).toContain('paper_order_events_total{status="SUBMITTED"} 1')
    expect(text).toMatch(/^paper_batch_commands_sum [1-9]/m)
    expect(text).toMatch(/^paper_batch_seconds_count [1-9]/m)
    for (const level of [
      'paper_commands_waiting',
      'paper_stream_readers',
      'paper_stream_events_behind',
      'paper_ticks_skipped_total',
      'paper_database_connections_lost_total',
    ]) {
      expect(text).toMatch(new RegExp(`^${level} 0$`, 'm'))
    }
    expect(text).toMatch(/^paper_tick_age_seconds \S+$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
  })

  test('[run.metrics] has the ending _total in the names of counters, and in no others', () => {
    const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
    expect(kinds.length).toBeGreaterThan(20)
    const misnamed = kinds.filter(
      ([, name = '', kind]) => name.endsWith('_total') !== (kind === 'counter'),
    )
    expect(misnamed.map(([line]) => line)).toEqual([])
  })

  test('[run.metrics-key] asks for the key', async () => {
    const wrong = { authorization: 'Bearer metrics-key-012345678X' }
    expect((await metrics(wrong)).status).toBe(403)
    expect((await metrics()).status).toBe(403)
  })

  test('[run.metrics] is not there unless METRICS is on', async () => {
    const without = await openApi()
    expect((await without.get('/metrics')).status).toBe(404)
  })
})

describe('without a key', () => {
  const from = (
    address: string,
    headers: Record<string, string> = {},
    origin = 'http://localhost',
  ): boolean =>
    mayReadMetrics(
      { key: null },
      callers(() => ({ requestIP: () => ({ address }) }), null),
      new Request(`${origin}/metrics`, { headers }),
    )

  test.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.7', false],
    ['2001:db8::1', false],
  ] as const)('[run.metrics-key] a caller at %s may read the metrics: %p', (address, may) => {
    expect(from(address)).toBe(may)
  })

  test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'])(
    '[run.metrics-key] a request that a proxy has forwarded, with %s, is refused',
    (header) => {
      expect(from('127.0.0.1', { [header]: '203.0.113.9' })).toBe(false)
    },
  )

  test('[run.metrics-key] a browser that a page has led here by a name of its own is refused', () => {
    expect(from('127.0.0.1', {}, 'http://page.example:3000')).toBe(false)
    expect(from('127.0.0.1', {}, 'http://127.0.0.1:3000')).toBe(true)
    expect(from('127.0.0.1', {}, 'http://[::1]:3000')).toBe(true)
  })
})

test('[run.metrics] the dashboard asks for metrics that there are', async () => {
  const dashboard = await Bun.file(
    new URL('../../docs/operating/grafana-dashboard.json', import.meta.url),
  ).text()
  const asked = new Set(dashboard.match(/paper_[a-z_]+(?=\{|_bucket|,)/g))
  const shown = openMetrics()
  const text = await shown.read({
    waiting: 0,
    ticksSkipped: 0,
    tickAgeSeconds: 0,
    connectionsLost: 0,
    streams: { count: 0, eventsBehind: 0 },
    prices: null,
  })
  const unknown = [...asked].filter(
    (name) => !text.includes(`# TYPE ${name.replace(/_(?:count|sum|bucket)$/, '')} `),
  )
  expect(asked.size).toBeGreaterThan(8)
  expect(unknown).toEqual([])
})
