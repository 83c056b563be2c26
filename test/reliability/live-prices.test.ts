/** Two servers with live prices on one PostgreSQL. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { answered } from '../../src/clients/sdk'
import { aFolder } from '../support/folders'
import { patientFetch } from '../support/patient-fetch'
import { killServers } from '../support/server-process'
import { hasPostgres, postgresStorage } from '../support/storage'
import { apiOf } from '../support/trader'
import { MONDAY_AT_TEN } from '../support/trading-floor'
import { until } from '../support/until'
import { wallClockIn } from '../support/wall-clock-in'

const FEED_KEY = 'a-feed-key-of-32-characters-long'

afterEach(async () => {
  await killServers()
})

const storage = hasPostgres ? await postgresStorage() : null
afterAll(() => storage?.remove())

test.skipIf(storage === null)(
  '[live.shared] what a source sends to one server process, another one shows and trades at',
  async () => {
    const settings = {
      ...storage?.settings,
      MARKET_FEED: 'live',
      FEED_KEY,
      MARKET_SPEED: '',
      MARKET_TICK_MS: '100',
      // No machine is so slow that the prices are stale before they are read.
      FEED_STALE_MS: '3600000',
    }
    const clock = await wallClockIn(await aFolder(), MONDAY_AT_TEN)
    const servers = [clock.start(settings), clock.start(settings)]
    const [one = '', other = ''] = await Promise.all(servers.map(({ listening }) => listening))
    const shownBy = async (url: string) => {
      const query = { symbols: 'AAPL' }
      const { quotes } = await answered(apiOf(url).v1.market.quotes.get({ query }))
      return { ...quotes[0], requestedAt: null }
    }
    expect(await shownBy(other)).toMatchObject({ outcome: 'NO_DATA' })

    const { now } = await answered(apiOf(one).paper.clock.get())
    const quote = { bidPrice: '189.98', bidSize: '300', askPrice: '190.02', askSize: '200' }
    const pushed = await patientFetch(`${one}/feed/quotes`, {
      method: 'PUT',
      headers: { 'x-feed-key': FEED_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ quotes: [{ symbol: 'AAPL', ...quote, time: now }] }),
    })
    expect(pushed.status).toBe(200)
    const shown = await until(
      () => shownBy(other),
      ({ outcome }) => outcome === 'OK',
    )
    expect(shown).toMatchObject({ ...quote, quotedAt: now })
    expect(shown).toEqual(await shownBy(one))

    const order = { side: 'BUY', orderType: 'MARKET', quantity: 1 } as const
    const placed = await answered(
      apiOf(other).v1.orders.post({ symbol: 'AAPL', ...order, clientOrderId: 'at-the-other' }),
    )
    const filled = await until(
      () => answered(apiOf(one).v1.orders({ orderId: placed.orderId }).get()),
      ({ status }) => status === 'FILLED',
    )
    expect(filled).toMatchObject({ avgFillPrice: 190.02 })
  },
)
