/** A backtest again, over bars that were imported once. */
import { expect, test } from 'bun:test'
import { writeBars } from '../../src/ledger/bars'
import { addInstruments } from '../../src/ledger/instruments'
import { openApi } from '../support/api'
import { freshDatabase } from '../support/database'
import { orderOf } from '../support/orders'
import { barsIn } from '../support/recording'
import { instrumentNamed } from '../support/trading-floor'

const BARS = barsIn(`
  start            | open   | high   | low    | close  | volume
  2026-03-02 09:30 | 100.00 | 100.00 |  99.99 | 100.00 |   600000
  2026-03-02 09:31 |  99.50 |  99.50 |  99.49 |  99.50 |   600000
  2026-03-02 09:32 | 100.40 | 100.41 | 100.40 | 100.40 |   600000
`)

test('[snapshot.rewind] a backtest runs again over the same imported bars, by a rewind and by a restore', async () => {
  const database = await freshDatabase()
  await addInstruments(database.drizzle, [instrumentNamed('AAPL')])
  await writeBars(database, '1m', BARS)
  const api = await openApi({
    database,
    feed: 'configured',
    env: { SANDBOX: 'on', MARKET_FEED: 'replay', MARKET_CLOCK: '2026-03-02T09:30-05:00' },
  })
  try {
    const advance = (by: string) => api.post('/sandbox/clock', { advance: by })
    /** Buys low and sells high, and returns the prices. */
    const backtest = async (low: number) => {
      const bought = { clientOrderId: 'low', orderType: 'LIMIT', limitPrice: low, quantity: 10 }
      expect((await api.place(orderOf(bought))).status).toBe(200)
      await advance('PT90S')
      await api.place(orderOf({ ...bought, clientOrderId: 'out', side: 'SELL', limitPrice: 100.4 }))
      await advance('PT60S')
      const { fills } = (await api.get('/v1/orders/fills')).body
      return Array.from(Object(fills), (fill) => [Object(fill).fillId, Object(fill).price])
    }
    const start = await api.post('/sandbox/snapshots', {})
    const first = await backtest(99.5)
    expect(first.map(([, price]) => price)).toEqual([100.4, 99.5])
    await api.post('/sandbox/rewind', {})
    expect(await backtest(99.5)).toEqual(first)
    await api.post(`/sandbox/snapshots/${start.body.snapshotId}/restore`, {})
    expect(await backtest(99.5)).toEqual(first)
    await api.post('/sandbox/rewind', {})
    expect(await backtest(99)).toEqual([])
  } finally {
    await api.close()
  }
})
