/** How a server tells its operator of live prices. */
import { afterAll, expect, test } from 'bun:test'
import { openLiveApi } from '../../support/live-api'

const api = await openLiveApi({ METRICS: 'on', METRICS_KEY: 'a-metrics-key-of-the-test' })
afterAll(api.close)

/** Without a token: the figures of live prices. */
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

test('[live.seen] the metrics tell the age of each wanted quote, and what came in', async () => {
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

test('[live.seen] readiness and health tell how many quotes are fresh', async () => {
  api.pass(1_000)
  const ready = await api.get('/readyz')
  const notice =
    'live prices: 1 of 2 wanted symbols have a fresh quote; no source is connected here'
  expect([ready.status, ready.body]).toEqual([200, { status: 'ok', notices: [notice] }])
  expect((await api.get('/health')).body.notices).toEqual([notice])
  await api.push({ quotes: [api.quote('1', '2', 'MSFT')] })
  api.pass(1_000)
  expect((await api.get('/readyz')).body).toEqual({ status: 'ok' })
})
