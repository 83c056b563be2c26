/** A day of live prices is recorded, and later traded again. */
import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '../support/api'
import { aFolder } from '../support/folders'
import { newYorkMs, quoteOf, utc } from '../support/live'
import { openLiveApi } from '../support/live-api'
import { orderOf } from '../support/orders'

const folder = await aFolder()

describe('[live.record] a market that was live', () => {
  test('keeps what came in with FEED_FILE, and is a market again with MARKET_FEED=recorded', async () => {
    const FEED_FILE = join(folder, 'live.jsonl')
    const live = await openLiveApi({ FEED_FILE })
    await live.show('189.98', '190.02')
    await live.push({ quotes: [live.quote('2', '1')] })
    live.pass(1_500)
    await live.show('190.00', '190.04')
    const shown = await live.shown()
    const at = utc(live.nowMs())
    await live.close()
    const lines = readFileSync(FEED_FILE, 'utf8').trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(statSync(FEED_FILE).mode & 0o777).toBe(0o600)

    const again = await openApi({
      feed: 'configured',
      env: { MARKET_FEED: 'recorded', FEED_FILE, MARKET_CLOCK: '2023-11-14T22:13:00Z' },
    })
    await again.advanceTo(at)
    const found = (await again.get('/v1/market/quotes?symbols=AAPL')).body.quotes
    expect(Array.isArray(found) && found[0]).toEqual(shown)
    await again.close()
  })
})

describe('[live.auctions] an order for an auction', () => {
  const opens = newYorkMs('09:30:00')
  const FEED_FILE = join(folder, 'auction.jsonl')
  const official = { symbol: 'AAPL', auction: 'OPG', price: '190.11', size: '50000' }
  writeFileSync(
    FEED_FILE,
    [
      { at: utc(opens + 1_000), quotes: [quoteOf('190', '190.2', opens + 900, {}, 'AAPL')] },
      { at: utc(opens + 90_000), officials: [{ ...official, time: utc(opens + 2_000) }] },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )

  test('waits for the official price, and without one is CANCELED after 30 minutes', async () => {
    const api = await openApi({
      feed: 'configured',
      env: {
        MARKET_FEED: 'recorded',
        FEED_FILE,
        MARKET_CLOCK: utc(opens - 600_000),
        MARKET_TICK_MS: '60000',
      },
    })
    afterAll(api.close)
    const opg = { timeInForce: 'OPG', orderType: 'LIMIT', limitPrice: '200', quantity: '5' }
    const known = await api.placed(orderOf({ ...opg, symbol: 'AAPL', clientOrderId: 'known' }))
    const none = await api.placed(orderOf({ ...opg, symbol: 'MSFT', clientOrderId: 'none' }))
    const statuses = async () => [
      (await api.order(known)).status,
      (await api.order(known)).avgFillPrice,
      (await api.order(none)).status,
    ]
    await api.advanceTo(utc(opens + 60_000))
    expect(await statuses()).toEqual(['SUBMITTED', undefined, 'SUBMITTED'])
    await api.advanceTo(utc(opens + 120_000))
    expect(await statuses()).toEqual(['FILLED', 190.11, 'SUBMITTED'])
    await api.advanceTo(utc(opens + 1_860_000))
    expect(await statuses()).toEqual(['FILLED', 190.11, 'CANCELED'])
  })
})

describe('[live.explained] why an order waited', () => {
  const opens = newYorkMs('10:00:00')

  test('reports stale quotes, a halt, and a limit that was not reached', async () => {
    const FEED_FILE = join(folder, 'waits.jsonl')
    const quote = (ms: number) => ({
      at: utc(ms),
      quotes: [quoteOf('190', '190.2', ms, {}, 'AAPL')],
    })
    const state = (word: string, ms: number) => ({
      at: utc(ms),
      states: [{ symbol: 'AAPL', state: word, time: utc(ms) }],
    })
    const lines = [
      quote(opens),
      quote(opens + 1_000),
      state('HALTED', opens + 8_500),
      state('RESUMED', opens + 10_500),
    ]
    writeFileSync(FEED_FILE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const api = await openApi({
      feed: 'configured',
      env: { MARKET_FEED: 'recorded', FEED_FILE, MARKET_CLOCK: utc(opens + 500) },
    })
    const orderId = await api.placed(orderOf({ symbol: 'AAPL', limitPrice: '180' }))
    await api.advanceTo(utc(opens + 12_000))
    const { steps } = (await api.get(`/paper/orders/${orderId}/explanation`)).body
    const runs = Array.isArray(steps) ? steps.map(({ rule, ticks }) => `${ticks} ${rule}`) : []
    expect(runs).toEqual([
      '6 limit-not-reached',
      '2 quote-stale',
      '2 instrument-suspended',
      '2 quote-stale',
    ])
    await api.close()
  })
})
