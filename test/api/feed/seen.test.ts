/** How a server reports live prices to its operator. */
import { afterAll, expect, test } from 'bun:test'
import { Temporal } from '../../../src/core/time'
import { agesOf } from '../../../src/market/feeds/live/price-ages'
import { utc } from '../../support/live'
import { openLiveApi } from '../../support/live-api'

const api = await openLiveApi({ METRICS: 'on', METRICS_KEY: 'a-metrics-key-of-the-test' })
afterAll(api.close)

/** The metrics of live prices, without a token. */
async function figures(): Promise<string> {
  const request = new Request('http://localhost/metrics', {
    headers: { authorization: 'Bearer a-metrics-key-of-the-test' },
  })
  const text = await (await api.app.handle(request)).text()
  return text
    .split('\n')
    .filter((line) => /^paper_(?:quote|price)/.test(line))
    .join('\n')
}

test('[live.seen] the metrics show the age of each wanted quote, and what came in', async () => {
  await api.shown('MSFT')
  await api.push({ quotes: [api.quote('1', '2'), api.quote('2', '1')] })
  await api.shown('AAPL')
  await api.status()
  api.pass(2_500)
  const text = await figures()
  expect(text).toContain('paper_quote_age_seconds{symbol="AAPL"} 2.5')
  expect(text).toContain('paper_quote_age_seconds{symbol="MSFT"} Nan')
  expect(text).toContain('paper_price_sources 0')
  expect(text).toContain('paper_price_items_total{outcome="accepted"} 1')
  expect(text).toContain('paper_price_items_total{outcome="crossed"} 1')
  expect(text).toContain('paper_price_messages_refused_total 0')
})

test('[live.seen] readiness and health say how many quotes are fresh, and how old each is', async () => {
  api.pass(1_000)
  const ready = await api.get('/readyz')
  const notice =
    'live prices: 1 of 2 wanted symbols have a fresh quote; no source is connected here'
  const prices = {
    wanted: 2,
    fresh: 1,
    halted: 0,
    oldest: [
      { symbol: 'MSFT', state: 'NONE', ageMs: null },
      { symbol: 'AAPL', state: 'FRESH', ageMs: 3_500 },
    ],
  }
  expect([ready.status, ready.body]).toEqual([200, { status: 'ok', notices: [notice], prices }])
  expect((await api.get('/health')).body).toMatchObject({ notices: [notice], prices })
  await api.push({ quotes: [api.quote('1', '2', 'MSFT')] })
  api.pass(1_000)
  expect((await api.get('/readyz')).body).toEqual({
    status: 'ok',
    prices: {
      wanted: 2,
      fresh: 2,
      halted: 0,
      oldest: [
        { symbol: 'AAPL', state: 'FRESH', ageMs: 4_500 },
        { symbol: 'MSFT', state: 'FRESH', ageMs: 1_000 },
      ],
    },
  })
})

test('[live.seen] a quote says when its source made it, whenever its last trade was', async () => {
  const quotedMs = api.nowMs()
  const trade = { symbol: 'NVDA', price: '100', size: '1', time: utc(quotedMs - 90_000) }
  await api.push({ trades: [trade], quotes: [api.quote('99', '101', 'NVDA')] })
  api.pass(2_000)
  const shown = await api.shown('NVDA')
  const ms = (name: string): number =>
    Temporal.Instant.from(String(Object(shown)[name])).epochMilliseconds
  expect([ms('quotedAt'), ms('requestedAt')]).toEqual([quotedMs, quotedMs + 2_000])
  expect(ms('lastTradeAt')).toBe(quotedMs - 90_000)
})

test('[live.seen] readiness names the 20 oldest of more wanted symbols', () => {
  const states = Array.from({ length: 30 }, (_, at) => ({
    symbol: `S${at}`,
    state: 'FRESH' as const,
    ageMs: at,
  }))
  const { wanted, oldest } = agesOf(states)
  expect([wanted, oldest.length, oldest[0]?.symbol]).toEqual([30, 20, 'S29'])
})
