/**
 * A replayed market whose bars have gaps: AAPL has bars of Monday 2 and Wednesday 4 March 2026,
 * MSFT has bars of Monday unless a test adds more, and no other instrument has any.
 */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeBars } from '../../src/ledger/bars'
import { addInstruments } from '../../src/ledger/instruments'
import { replaceMarketSettings } from '../../src/ledger/market-state'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { freshDatabase } from '../support/database'
import { barsIn } from '../support/recording'
import { openSandbox, type SandboxApi } from '../support/sandbox-api'

const BARS = barsIn(`
  symbol | start      | open   | high   | low    | close  | volume
  AAPL   | 2026-03-02 | 100.00 | 101.00 |  99.00 | 100.00 | 23400000
  AAPL   | 2026-03-04 | 110.00 | 110.00 | 109.00 | 110.00 | 23400000
  MSFT   | 2026-03-02 | 400.00 | 401.00 | 399.00 | 400.00 | 23400000
`)

const database = await freshDatabase()
let api: SandboxApi

const restart = async (settings: Readonly<Record<string, string>>): Promise<void> => {
  await api.brokerage.close()
  // As `paper market adopt` does.
  const feed = settings.MARKET_FEED ?? 'simulated'
  await replaceMarketSettings(database, { seed: 1n, seedDrawn: false, feed, tickMs: 1_000 })
  api = await openSandbox(database, settings)
}

beforeEach(async () => {
  await freshDatabase()
  await addInstruments(database.drizzle, US_INSTRUMENTS)
  await writeBars(database, '1d', BARS)
  api = await openSandbox(database, { MARKET_FEED: 'replay' })
})
afterEach(() => api.brokerage.close())

const tradable = async (symbol: string): Promise<unknown> =>
  (await api.get(`/v1/instruments/${symbol}`)).body.tradable

type Terms = Readonly<Record<string, unknown>>
const ORDER: Terms = {
  symbol: 'AAPL',
  side: 'BUY',
  orderType: 'LIMIT',
  limitPrice: 90,
  quantity: 1,
  clientOrderId: 'order-1',
}
const place = (terms: Terms) => api.post('/v1/orders', { ...ORDER, ...terms })
const preview = (terms: Terms) => api.post('/v1/orders/preview', { ...ORDER, ...terms })

const goTo = (newYork: string) => api.post('/sandbox/clock', { to: `${newYork}-05:00` })

test('[run.replay-dates] a replayed instrument without bars is SUSPENDED, wherever it is shown', async () => {
  expect(await tradable('NVDA')).toBe('SUSPENDED')
  const suspended = await api.get('/v1/instruments?tradable=SUSPENDED&search=NVDA&limit=1')
  expect(suspended.body).toMatchObject({ instruments: [{ symbol: 'NVDA' }] })
  const traded = await api.get('/v1/instruments?tradable=TRADABLE')
  expect(traded.body).toMatchObject({ instruments: [{ symbol: 'AAPL' }, { symbol: 'MSFT' }] })
  expect((await api.put('/sandbox/instruments/NVDA', { tradable: 'TRADABLE' })).body).toMatchObject(
    {
      tradable: 'SUSPENDED',
    },
  )
})

test('a replayed instrument without bars takes no orders, and its preview says the same', async () => {
  const refused = await place({ symbol: 'NVDA', orderType: 'MARKET', limitPrice: undefined })
  expect([refused.status, refused.body.code]).toEqual([422, 'instrument-suspended'])
  expect((await preview({ symbol: 'NVDA' })).body).toMatchObject({
    valid: false,
    rejectReason: 'instrument-suspended',
  })
})

test('[run.replay-dates] a replayed instrument is SUSPENDED from the end of its last date with bars', async () => {
  await goTo('2026-03-02T19:59:59')
  expect([await tradable('AAPL'), await tradable('MSFT')]).toEqual(['TRADABLE', 'TRADABLE'])
  await goTo('2026-03-02T20:00:00')
  expect([await tradable('AAPL'), await tradable('MSFT')]).toEqual(['TRADABLE', 'SUSPENDED'])
})

test('a replayed instrument without bars takes no pin', async () => {
  const refused = await api.pin('NVDA', 180, 180.1)
  expect([refused.status, refused.body.code]).toEqual([422, 'instrument-suspended'])
})

test('[run.replay-dates] a replayed instrument is SUSPENDED on dates without bars, also if its quote is pinned', async () => {
  await api.pin('MSFT', 380, 380.1)
  await place({ symbol: 'MSFT', limitPrice: 200 })
  await goTo('2026-03-04T12:00:00')
  expect(await tradable('MSFT')).toBe('SUSPENDED')
  expect((await api.get('/v1/market/quotes?symbols=MSFT')).body).toMatchObject({
    quotes: [{ price: '400.00', askSize: '0' }],
  })
})

test('[run.replay-dates] a replayed date without bars is CLOSED in the calendar, and says why', async () => {
  const { body } = await api.get('/v1/market/calendar?from=2026-03-02&to=2026-03-05')
  expect(body).toMatchObject({
    calendar: [
      { date: '2026-03-02', status: 'OPEN', holidayName: null },
      { date: '2026-03-03', status: 'CLOSED', holidayName: 'No imported bars', sessions: [] },
      { date: '2026-03-04', status: 'OPEN', holidayName: null },
      { date: '2026-03-05', status: 'CLOSED', holidayName: 'No imported bars', sessions: [] },
    ],
  })
})

test('[run.replay-dates] a replayed date without bars has no session: quotes, the clock and IOC orders name the next one', async () => {
  expect((await goTo('2026-03-03T12:00:00')).body).toMatchObject({
    session: 'CLOSED',
    tradingDate: '2026-03-04',
  })
  expect((await api.get('/v1/market/quotes?symbols=AAPL')).body).toMatchObject({
    quotes: [{ symbol: 'AAPL', outcome: 'OK', session: 'CLOSED', price: '100.00' }],
  })
  expect((await place({ timeInForce: 'IOC' })).body).toMatchObject({
    code: 'order-hours-closed',
    data: { retryAfterAt: '2026-03-04T10:00:00.000+09:00' },
  })
})

test('a replayed date without bars lets orders wait for the next date with bars', async () => {
  await goTo('2026-03-03T12:00:00')
  await place({ clientOrderId: 'day', limitPrice: 110.5 })
  await place({ clientOrderId: 'opg', limitPrice: 120, timeInForce: 'OPG' })
  await goTo('2026-03-04T09:29:59')
  const waiting = (await api.get('/v1/orders?status=OPEN')).body
  expect(waiting).toMatchObject({ orders: [{ clientOrderId: 'opg' }, { clientOrderId: 'day' }] })
  await goTo('2026-03-04T09:30:00')
  expect((await api.get('/v1/orders/fills')).body).toMatchObject({
    fills: [
      // The day opens at its high, so that is its first ask.
      { clientOrderId: 'day', price: 110 },
      { clientOrderId: 'opg', price: 110 },
    ],
  })
})

test('a replayed date without bars ends an order that was to end on it when the market was simulated', async () => {
  await restart({ MARKET_FEED: 'simulated', MARKET_CLOCK: '2026-03-03T10:00-05:00' })
  await place({ limitPrice: 1 })
  await restart({ MARKET_FEED: 'replay' })
  await goTo('2026-03-04T12:00:00')
  expect((await api.get('/v1/orders')).body).toMatchObject({
    orders: [{ status: 'EXPIRED', updatedAt: '2026-03-04T06:00:00.000+09:00' }],
  })
})

describe('a replayed date whose first bar comes after the opening', () => {
  const LATE = barsIn(`
    symbol | start            | open   | high   | low    | close  | volume
    MSFT   | 2026-03-04 09:45 | 800.00 | 800.00 | 799.00 | 799.50 | 600000
    MSFT   | 2026-03-04 15:00 | 810.00 | 810.00 | 810.00 | 810.00 | 600000
  `)

  test('a replayed date whose first bar comes after the opening has no opening auction, executes orders from that bar on, and has a close', async () => {
    await writeBars(database, '1m', LATE)
    await restart({ MARKET_FEED: 'replay' })
    await goTo('2026-03-04T09:00:00')
    const terms = { symbol: 'MSFT', limitPrice: 900 }
    await place({ ...terms, clientOrderId: 'opg', timeInForce: 'OPG' })
    await place({ ...terms, clientOrderId: 'day' })
    await place({ ...terms, clientOrderId: 'cls', timeInForce: 'CLS' })
    await goTo('2026-03-04T09:30:00')
    expect((await api.get('/v1/orders?status=CLOSED')).body).toMatchObject({
      orders: [
        {
          clientOrderId: 'opg',
          status: 'CANCELED',
          filledQuantity: 0,
          updatedAt: '2026-03-04T23:30:00.000+09:00',
        },
      ],
    })
    await goTo('2026-03-04T16:00:00')
    expect((await api.get('/v1/orders/fills')).body).toMatchObject({
      fills: [
        { clientOrderId: 'cls', price: 810, filledAt: '2026-03-05T06:00:00.000+09:00' },
        { clientOrderId: 'day', price: 800, filledAt: '2026-03-04T23:45:00.000+09:00' },
      ],
    })
  })
})

test('[run.replay-dates] after the last bar of a replay: the market is CLOSED for ever', async () => {
  expect((await goTo('2026-03-04T20:00:00')).body).toMatchObject({
    session: 'CLOSED',
    tradingDate: null,
  })
  expect(await tradable('AAPL')).toBe('SUSPENDED')
  const days = (await api.get('/v1/market/calendar?from=2027-01-04&to=2027-12-31')).body.calendar
  expect(new Set(Object(days).map(({ status }: { status: string }) => status))).toEqual(
    new Set(['CLOSED']),
  )
})

test('[order.market-ended] after the last bar of a replay: no order is taken for an auction that is over, and a DAY order lives to the end', async () => {
  await goTo('2026-03-04T15:55:00')
  const late = await place({ clientOrderId: 'late', timeInForce: 'CLS' })
  expect([late.status, late.body.code]).toEqual([422, 'market-ended'])
  await goTo('2026-03-04T18:00:00')
  expect((await place({ clientOrderId: 'after' })).status).toBe(200)
  await goTo('2026-12-31T00:00:00')
  expect((await api.get('/v1/orders')).body).toMatchObject({
    orders: [
      { clientOrderId: 'after', status: 'EXPIRED', updatedAt: '2026-03-05T10:00:00.000+09:00' },
    ],
  })
})

test('after the last bar of a replay: an order that is still open ends at its date’s close', async () => {
  await restart({ MARKET_FEED: 'simulated', MARKET_CLOCK: '2026-03-05T10:00-05:00' })
  await place({ limitPrice: 1 })
  await restart({ MARKET_FEED: 'replay' })
  await goTo('2026-03-06T00:00:00')
  expect((await api.get('/v1/orders')).body).toMatchObject({
    orders: [{ status: 'EXPIRED', updatedAt: '2026-03-06T06:00:00.000+09:00' }],
  })
  expect(api.failures).toEqual([])
})
