import { describe, expect, test } from 'bun:test'
import type { Tradability } from '../../src/core/instrument'
import { price, quantity } from '../../src/core/money'
import { Temporal } from '../../src/core/time'
import type { RestingInstrument, RestingSide } from '../../src/trading/matcher/instrument-orders'
import { crossedQuotes } from '../../src/trading/matcher/resting'
import { NOW } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'

const side = (limit: string): RestingSide => ({
  atMarket: true,
  best: price(limit),
  worst: price(limit),
})
const NONE: RestingSide = { atMarket: false, best: null, worst: null }
const MARKET_ORDERS: RestingInstrument = {
  symbol: 'AAPL',
  buys: side('100'),
  sells: side('1'),
  hasLastChance: false,
}
const tradable = (): Tradability => ({ tradable: 'TRADABLE', dayMarketTradable: true })
const NOTHING_USED = { isUsedUp: () => false }

test.each([
  ['1', ['AAPL']],
  ['0', []],
])('if %s shares are shown, these instruments have orders that act: %p', (size, symbols) => {
  const feed = steeredFeed()
  feed.show('AAPL', '9.99', '10.01', size)
  expect(feed.bidAsk('AAPL', NOW)?.askSize.eq(quantity(size))).toBe(true)
  const crossed = crossedQuotes([MARKET_ORDERS], tradable, feed, NOW, NOTHING_USED)
  expect([...crossed.keys()]).toEqual(symbols)
})

describe('[life.suspended] [order.day-market] orders act only if their instrument lets them', () => {
  const feed = steeredFeed()
  feed.show('AAPL', '9.99', '10.01')
  const acts = (
    orders: Partial<RestingInstrument>,
    trading: Partial<Tradability>,
    at = NOW,
  ): boolean =>
    crossedQuotes(
      [{ ...MARKET_ORDERS, ...orders }],
      () => ({ ...tradable(), ...trading }),
      feed,
      at,
      NOTHING_USED,
    ).size > 0
  const BUYS = { sells: NONE }
  const SELLS = { buys: NONE }

  test.each([
    ['TRADABLE', true, true],
    ['SELL_ONLY', false, true],
    ['BUY_ONLY', true, false],
    ['SUSPENDED', false, false],
  ] as const)('%s: BUYs act: %p, SELLs act: %p', (tradable, buys, sells) => {
    expect(acts(BUYS, { tradable })).toBe(buys)
    expect(acts(SELLS, { tradable })).toBe(sells)
  })

  test('no order acts in DAY without a DAY market, and none while CLOSED', () => {
    const inDay = Temporal.Instant.from('2026-03-03T02:00:00Z')
    expect(acts({}, {}, inDay)).toBe(true)
    expect(acts({}, { dayMarketTradable: false }, inDay)).toBe(false)
    expect(acts({}, { dayMarketTradable: false })).toBe(true)
    const closed = Temporal.Instant.from('2026-03-01T12:00:00Z')
    expect(acts({}, {}, closed)).toBe(false)
  })

  test('a canceled order’s last chance passes even if nothing may trade', () => {
    expect(acts({ hasLastChance: true }, { tradable: 'SUSPENDED' })).toBe(true)
  })
})
