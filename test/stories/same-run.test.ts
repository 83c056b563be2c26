/**
 * The same seed, bars, clock and orders give the same run: byte for byte, on either database, in
 * steps of any size, and after restarts. The hashes are what it was when this was written.
 */
import { describe, expect, test } from 'bun:test'
import { isBefore } from '../../src/core/time'
import { type Feed, INTERVALS } from '../../src/market/feed'
import { replayFeed } from '../../src/market/feeds/replay'
import { backtest, openBacktest, type Pace, type Placing, resultOf } from '../support/backtest'
import { freshDatabase } from '../support/database'
import { INSTRUMENTS, newFeed } from '../support/feed'
import { barsIn, newYork, recordingOf } from '../support/recording'

/** Hashes objects with the same fields in any order alike. */
const sha256 = (value: unknown): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(value, byName)).digest('hex').slice(0, 16)

const byName = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Twenty minutes of two instruments, made by a rule. */
const BARS = barsIn(
  [
    'symbol | start | open | high | low | close | volume',
    ...['BUSY', 'PENNY'].flatMap((symbol, which) =>
      Array.from({ length: 20 }, (_, minute) => {
        const open = (which === 0 ? 250 : 0.3) * (1 + ((minute * 7) % 11) / 100)
        const close = open * (1 + (((minute * 5) % 7) - 3) / 500)
        const [high, low] = [Math.max(open, close) * 1.002, Math.min(open, close) * 0.997]
        const places = which === 0 ? 2 : 4
        const prices = [open, high, low, close].map((price) => price.toFixed(places))
        const start = `2026-03-02 09:${30 + minute}`
        return [symbol, start, ...prices, String(100 + minute * 400)].join(' | ')
      }),
    ),
  ].join('\n'),
)

const at = (time: string) => `2026-03-02 ${time}`
const ORDERS: readonly Placing[] = [
  { clientOrderId: 'a', at: at('09:31:00'), symbol: 'BUSY', quantity: '40' },
  { clientOrderId: 'b', at: at('09:31:00.5'), symbol: 'PENNY', quantity: '5000', limit: '0.3010' },
  { clientOrderId: 'c', at: at('09:33:10'), symbol: 'BUSY', quantity: '25', timeInForce: 'IOC' },
  { clientOrderId: 'd', at: at('09:35:00'), symbol: 'BUSY', quantity: '30', limit: '249.00' },
  { clientOrderId: 'e', at: at('09:36:20'), symbol: 'BUSY', side: 'SELL', quantity: '20' },
  {
    clientOrderId: 'f',
    at: at('09:38:00'),
    symbol: 'BUSY',
    side: 'SELL',
    quantity: '3',
    limit: '240',
  },
]

const SECONDS = Array.from({ length: 240 }, (_, index) => index * 7)

/** Everything that the market shows in these minutes. */
function shownBy(feed: Feed): unknown {
  const [from, to] = [newYork(at('09:30')), newYork(at('16:30'))]
  const range = { from, to, now: newYork(at('09:47:31')), limit: 500, keep: 'newest' } as const
  return ['BUSY', 'PENNY'].flatMap((symbol) => [
    ...SECONDS.map((seconds) => feed.quote(symbol, from.add({ seconds }))),
    ...INTERVALS.map((interval) =>
      feed.candles(symbol, interval, { ...range, sessions: ['REGULAR'] }),
    ),
  ])
}

const FEEDS: readonly (readonly [string, () => Promise<Feed>, string])[] = [
  ['simulated', async () => newFeed(7), '8273add7175da423'],
  ['replayed', async () => replayFeed(await recordingOf(BARS)), '170f3ea22a9033f5'],
]
const PACES: readonly Pace[] = [{}, { stepMs: 900 }, { stepMs: 33_333, restarts: true }]

describe.each(FEEDS)('the %s market', (_, openFeed, golden) => {
  test.each(PACES)('[profile.repeats] gives the same run at the pace %j', async (pace) => {
    const database = await freshDatabase()
    const symbols = INSTRUMENTS.map(({ symbol }) => symbol)
    await openBacktest(database, symbols, '100000')
    await backtest(database, openFeed, ORDERS, at('09:50'), pace)
    const result = await resultOf(database)
    expect(result.fills.length).toBeGreaterThan(3)
    expect(sha256([shownBy(await openFeed()), result])).toBe(golden)
  })
})

test('[run.years] a market starts anywhere from 2005 to 2035, and passes a year at once', async () => {
  const database = await freshDatabase()
  await openBacktest(database, ['BUSY'], '100000')
  const years = ['2005-01-03 10:00', '2015-07-01 10:00', '2034-12-29 10:00']
  for (const start of years) {
    const placing = { clientOrderId: start, at: start, symbol: 'BUSY', quantity: '1' } as const
    const until = newYork(start).add({ hours: 8_760 })
    const text = until.toZonedDateTimeISO('America/New_York').toPlainDateTime().toString()
    await backtest(database, async () => newFeed(7), [placing], text)
  }
  const { fills } = await resultOf(database)
  expect(fills.map(({ clientOrderId }) => clientOrderId)).toEqual(years)
  for (const [index, { filledAt }] of fills.entries()) {
    expect(isBefore(filledAt, newYork(years[index] ?? '').add({ seconds: 2 }))).toBe(true)
  }
})
