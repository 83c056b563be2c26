/** The items of a source that are accepted, and the reasons for setting others aside. */
import { describe, expect, test } from 'bun:test'
import { readBatch } from '../../src/market/feeds/live/wire'
import { liveMarket, newYorkMs, quoteOf, tradeOf, utc } from '../support/live'

const T = newYorkMs('10:00:00')
const SHOWN = '189.98 x 100 / 190.02 x 200'

/** The fault of a quote after a good quote at T. */
function after(quote: ReturnType<typeof quoteOf>, nowMs: number) {
  const market = liveMarket()
  market.take({ quotes: [quoteOf('189.98', '190.02', T)] }, T)
  const { accepted, rejected } = market.take({ quotes: [quote] }, nowMs)
  return { accepted, rejected, shown: market.shown(nowMs) }
}

describe('[live.implausible] a quote is rejected and counted, and the last one stays', () => {
  test.each([
    ['crossed', quoteOf('190.03', '190.02', T + 500)],
    ['from-the-future', quoteOf('189.99', '190.02', T + 1_501)],
    ['older', quoteOf('189.99', '190.02', T - 1)],
    ['repeated', quoteOf('189.98', '190.02', T)],
    ['too-far', quoteOf('151.98', '152.00', T + 1_000)],
    ['too-far', quoteOf('189.98', '228.03', T + 1_000)],
  ] as const)('%s: %o', (reason, quote) => {
    const { accepted, rejected, shown } = after(quote, T + 500)
    expect({ accepted, rejected, shown }).toEqual({
      accepted: 0,
      rejected: { [reason]: 1 },
      shown: SHOWN,
    })
  })

  test.each([
    ['a locked one', quoteOf('190.02', '190.02', T + 500)],
    ['one that is a clock’s tolerance ahead', quoteOf('189.99', '190.02', T + 1_500)],
    ['another of the same time', quoteOf('189.99', '190.02', T)],
    ['one exactly a fifth away', quoteOf('151.984', '228.024', T + 1_000)],
    ['one far away after more than a second', quoteOf('151.00', '152.00', T + 1_001)],
  ])('[live.implausible] %s counts', (_, quote) => {
    expect(after(quote, T + 500)).toMatchObject({ accepted: 1, rejected: {} })
  })

  test('[live.implausible] a repeated quote does not make the last one younger', () => {
    const market = liveMarket()
    market.take({ quotes: [quoteOf('189.98', '190.02', T)] }, T)
    market.take({ quotes: [quoteOf('189.98', '190.02', T)] }, T + 4_000)
    expect([market.shown(T + 5_000), market.shown(T + 5_001)]).toEqual([SHOWN, 'none'])
  })

  test('[live.implausible] a trade from the future or far from the last one is rejected', () => {
    const market = liveMarket()
    market.take({ trades: [tradeOf('190', '100', T)] }, T)
    const wrong = [tradeOf('151', '100', T + 900), tradeOf('190', '100', T + 3_000)]
    expect(market.take({ trades: wrong }, T + 900).rejected).toEqual({
      'too-far': 1,
      'from-the-future': 1,
    })
    expect(market.book.totals).toMatchObject({ accepted: 1 })
  })

  test('[live.implausible] an unknown instrument and an unknown pair are rejected', () => {
    const market = liveMarket()
    const { accepted, rejected } = market.take(
      {
        quotes: [quoteOf('1', '2', T, {}, 'NOBODY')],
        rates: [{ base: 'EUR', quote: 'USD', bidRate: '1.1', askRate: '1.2', time: utc(T) }],
      },
      T,
    )
    expect({ accepted, rejected }).toEqual({ accepted: 0, rejected: { unknown: 2 } })
    expect(market.book.find('NOBODY')).toBeUndefined()
  })
})

describe('a batch of the wrong form', () => {
  const bad = (field: string, value: unknown) =>
    readBatch({ quotes: [{ ...quoteOf('189.98', '190.02', T), [field]: value }] })

  test.each([
    ['a price of 0', 'bidPrice', '0'],
    ['a price of 0.00', 'bidPrice', '0.00'],
    ['NaN', 'askPrice', 'NaN'],
    ['a number', 'askPrice', 190.02],
    ['an exponent', 'askPrice', '1e3'],
    ['a negative size', 'bidSize', '-1'],
    ['a time of another century', 'time', '1926-03-02T15:00:00Z'],
    ['a time of the next century', 'time', '2126-03-02T15:00:00Z'],
    ['a date that does not exist', 'time', '2026-02-30T15:00:00Z'],
    ['a time without an offset', 'time', '2026-03-02T15:00:00'],
    ['a symbol in lower case', 'symbol', 'busy'],
  ])('%s is named by its place', (_, field, value) => {
    expect(bad(field, value)).toMatchObject({ path: `quotes.0.${field}` })
  })

  test('an unknown field, an unknown kind and a value that is no list are reported', () => {
    expect(bad('mid', '190')).toMatchObject({ path: 'quotes.0.mid' })
    expect(readBatch({ ticks: [] })).toMatchObject({ path: 'ticks' })
    expect(readBatch({ quotes: {} })).toMatchObject({ path: 'quotes' })
    expect(readBatch(null)).toMatchObject({ path: 'body' })
  })

  test('times have up to nine digits of a second, and any offset', () => {
    const ms = (time: string) => {
      const read = readBatch({ trades: [{ ...tradeOf('1', '1', T), time }] })
      return 'fault' in read ? read : read.trades[0]?.atMs
    }
    expect(ms('2026-03-02T15:00:00.123456789Z')).toBe(T + 123)
    expect(ms('2026-03-02T15:00:59Z')).toBe(T + 59_000)
    expect(ms('2026-03-02T10:00:00.5-05:00')).toBe(T + 500)
    expect(ms('2026-03-02T15:00:61Z')).toMatchObject({ path: 'trades.0.time' })
  })
})

describe('[live.implausible] a bar whose prices contradict each other is rejected', () => {
  const barOf = (open: string, high: string, low: string, close: string) => ({
    symbol: 'BUSY',
    startsAt: utc(T),
    open,
    high,
    low,
    close,
    volume: '10',
  })

  test.each([
    ['a high below the open', barOf('70', '69', '68', '69')],
    ['a high below the close', barOf('69', '69', '68', '70')],
    ['a low above the open', barOf('68', '70', '69', '70')],
    ['a low above the close', barOf('70', '70', '69', '68')],
  ])('[live.implausible] %s', (_, wrong) => {
    const market = liveMarket()
    const laterMs = T + 60_000
    expect(market.take({ bars: [wrong] }, laterMs)).toMatchObject({
      accepted: 0,
      rejected: { contradictory: 1 },
      changed: [],
    })
    expect(market.take({ bars: [barOf('70', '70', '70', '70')] }, laterMs).accepted).toBe(1)
  })
})
