/**
 * A day of trading on replayed bars, worked out by hand to the cent, by the rules of orders and
 * fills and by the rules of src/market/feeds/replay.ts.
 *
 * Each minute trades at its bid and its ask, a cent apart, or at one price. No minute shows more
 * shares than it trades, so that of 100 shares shows 100.
 * The daily bar of Friday gives Monday's orders a price to hold by: 98.50, and an ask of at most a
 * tick more. Monday's daily bar counts for nothing, since Monday has minutes.
 */
import { describe, expect, test } from 'bun:test'
import { barLibrary, writeBars } from '../../src/ledger/bars'
import { replayFeed } from '../../src/market/feeds/replay'
import { loadRecording } from '../../src/market/feeds/replay/load'
import type { Database } from '../../src/postgres/database'
import { backtest, openBacktest, type Pace, type Placing, resultOf } from '../support/backtest'
import { freshDatabase } from '../support/database'
import { barsIn } from '../support/recording'

const BARS = barsIn(`
  start            | open   | high   | low    | close  | volume
  2026-02-27       |  98.00 |  99.00 |  97.00 |  98.50 | 23400000
  2026-03-02       |  50.00 |  60.00 |  40.00 |  55.00 | 23400000
  2026-03-02 09:30 | 100.00 | 100.00 | 100.00 | 100.00 |   600000
  2026-03-02 09:31 |  99.50 |  99.50 |  99.49 |  99.50 |   600000
  2026-03-02 09:32 | 100.41 | 100.42 | 100.41 | 100.41 |   600000
  2026-03-02 09:33 | 100.20 | 100.20 | 100.19 | 100.20 |      100
  2026-03-02 15:59 | 101.50 | 101.50 | 101.50 | 101.50 |    60000
`)

const buy = (clientOrderId: string, time: string, quantity: string, terms: Partial<Placing> = {}) =>
  ({ clientOrderId, at: `2026-03-02 ${time}`, side: 'BUY', quantity, ...terms }) as const
const sell = (clientOrderId: string, time: string, quantity: string, terms: Partial<Placing>) =>
  ({ ...buy(clientOrderId, time, quantity, terms), side: 'SELL' }) as const

const ORDERS: readonly Placing[] = [
  // Holds at most 100 × 98.51 × 1.03 = 10,146.53; the official open is 100.00.
  buy('at the open', '09:00:00', '100', { timeInForce: 'OPG' }),
  // In PRE the ask is below both limits, but nothing is shown and nothing executes.
  buy('at 99.50', '09:00:00', '50', { limit: '99.50' }),
  // The lowest ask of the day is 99.50.
  buy('at 99.01', '09:00:00', '10', { limit: '99.01' }),
  sell('above 100.40', '09:30:20', '60', { limit: '100.40' }),
  // Three ticks' worth of size: 100 at 6 s, 100 at 7 s and 50 at 8 s.
  buy('in parts', '09:33:05', '250'),
  // One tick's worth, and the rest is canceled.
  buy('what there is', '09:33:10', '150', { limit: '100.25', timeInForce: 'IOC' }),
  // More than one tick's worth: nothing.
  buy('all or nothing', '09:33:12', '150', { limit: '100.25', timeInForce: 'FOK' }),
  // Just one tick's worth.
  sell('all', '09:33:14', '100', { limit: '100.00', timeInForce: 'FOK' }),
  // The official close is 101.50, whatever the size.
  sell('at the close', '15:00:00', '200', { timeInForce: 'CLS' }),
  sell('at the close above 102', '15:00:00', '10', { limit: '102.00', timeInForce: 'CLS' }),
]

const UNTIL = '2026-03-02 16:30'

async function openWithBars(): Promise<Database> {
  const database = await freshDatabase()
  await openBacktest(database, ['AAPL'], '100000')
  for (const interval of ['1d', '1m'] as const) {
    await writeBars(
      database,
      interval,
      BARS.filter((bar) => bar.interval === interval),
    )
  }
  return database
}

const feedOf = (database: Database) => async () =>
  replayFeed(await loadRecording(barLibrary(database)))

async function played(pace: Pace) {
  const database = await openWithBars()
  await backtest(database, feedOf(database), ORDERS, UNTIL, pace)
  return resultOf(database)
}

describe.each<[string, Pace]>([
  ['in one go', {}],
  ['in steps of 37.3 s', { stepMs: 37_300 }],
  ['with a restart before every order', { stepMs: 61_000, restarts: true }],
])('the day %s', (_, pace) => {
  test('a replayed day fills, ends and pays to the cent as worked out by hand', async () => {
    const { portfolio, orders, fills } = await played(pace)
    expect(
      fills.map(({ clientOrderId, quantity, price, filledAt }) =>
        [filledAt, clientOrderId, quantity.toFixed(), price.toFixed()].join(' | '),
      ),
    ).toEqual([
      '2026-03-02T14:30:00Z | at the open | 100 | 100',
      '2026-03-02T14:31:00Z | at 99.50 | 50 | 99.5',
      '2026-03-02T14:32:00Z | above 100.40 | 60 | 100.41',
      '2026-03-02T14:33:06Z | in parts | 100 | 100.2',
      '2026-03-02T14:33:07Z | in parts | 100 | 100.2',
      '2026-03-02T14:33:08Z | in parts | 50 | 100.2',
      '2026-03-02T14:33:11Z | what there is | 100 | 100.2',
      '2026-03-02T14:33:15Z | all | 100 | 100.19',
      '2026-03-02T21:00:00Z | at the close | 200 | 101.5',
    ])
    expect(
      Object.fromEntries(
        orders.map(({ clientOrderId, status, filledQuantity }) => [
          clientOrderId,
          `${status} ${filledQuantity.toFixed()}`,
        ]),
      ),
    ).toEqual({
      'at the open': 'FILLED 100',
      'at 99.50': 'FILLED 50',
      'at 99.01': 'EXPIRED 0',
      'above 100.40': 'FILLED 60',
      'in parts': 'FILLED 250',
      'what there is': 'CANCELED 100',
      'all or nothing': 'CANCELED 0',
      all: 'FILLED 100',
      'at the close': 'FILLED 200',
      'at the close above 102': 'CANCELED 0',
    })
    //   100,000.00
    // −  10,000.00   100 × 100.00
    // −   4,975.00    50 ×  99.50
    // +   6,024.60    60 × 100.41
    // −  25,050.00   250 × 100.20
    // −  10,020.00   100 × 100.20
    // +  10,019.00   100 × 100.19
    // +  20,300.00   200 × 101.50
    // =  86,298.60   and 100 + 50 − 60 + 250 + 100 − 100 − 200 = 140 shares
    expect(portfolio?.account.cash.toFixed()).toBe('86298.6')
    expect(portfolio?.account.heldCash.toFixed()).toBe('0')
    expect(portfolio?.holdings.map(({ quantity }) => quantity.toFixed())).toEqual(['140'])
  })
})

describe('a standing order within a replayed minute', () => {
  const moving = (minute: number): string =>
    `2026-03-02 09:${30 + minute} | 200.00 | 200.30 | 199.80 | 200.00 | 60000`
  const bars = barsIn(`
    start            | open   | high   | low    | close  | volume
    ${Array.from({ length: 12 }, (_, minute) => moving(minute)).join('\n')}
  `)
  const placings: readonly Placing[] = [
    buy('a BUY', '09:40:00', '1', { limit: '199.93' }),
    buy('a MARKET', '09:40:05', '5'),
    sell('a SELL', '09:40:10', '1', { limit: '200.13' }),
  ]

  test.each<[string, Pace]>([
    ['in one go', {}],
    ['with a restart before every order', { stepMs: 7_300, restarts: true }],
  ])('[fill.print] fills at its limit when a print comes to it, %s', async (_, pace) => {
    const database = await freshDatabase()
    await openBacktest(database, ['AAPL'], '100000', 'standard@2')
    await writeBars(database, '1m', bars)
    await backtest(database, feedOf(database), placings, '2026-03-02 09:45', pace)
    const feed = await feedOf(database)()
    const { fills } = await resultOf(database)
    const hits = fills.filter(({ clientOrderId }) => clientOrderId !== 'a MARKET')
    expect(hits.map(({ clientOrderId }) => clientOrderId).sort()).toEqual(['a BUY', 'a SELL'])
    for (const { clientOrderId, filledAt, price } of hits) {
      const prints = feed.prints?.('AAPL', filledAt)
      expect(price.toFixed()).toBe(clientOrderId === 'a BUY' ? '199.93' : '200.13')
      expect(prints?.lowest.lte(price) && prints.highest.gte(price)).toBe(true)
    }
  })
})
