import { describe, expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import { Temporal } from '../../src/core/time'
import type { BestResting } from '../../src/store/tables/resting-orders'
import { crossedQuotes } from '../../src/trading/matcher/resting'
import { NOW } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'

const MARKET_ORDERS: BestResting = {
  symbol: 'AAPL',
  marketBuys: true,
  marketSells: true,
  lastChance: false,
  buyLimit: price('100'),
  sellLimit: price('1'),
  lastBuyLimit: price('100'),
  lastSellLimit: price('1'),
  tradable: 'TRADABLE',
  dayMarketTradable: true,
}
const NOTHING_USED = { isUsedUp: () => false }

test.each([
  ['1', ['AAPL']],
  ['0', []],
])('where %s shares are shown, these instruments have orders that act: %p', (size, symbols) => {
  const feed = steeredFeed()
  feed.show('AAPL', '9.99', '10.01', size)
  expect(feed.bidAsk('AAPL', NOW)?.askSize.eq(quantity(size))).toBe(true)
  expect([...crossedQuotes([MARKET_ORDERS], feed, NOW, NOTHING_USED).keys()]).toEqual(symbols)
})

describe('[life.suspended] [order.day-market] orders act only where their instrument lets them', () => {
  const feed = steeredFeed()
  feed.show('AAPL', '9.99', '10.01')
  const acts = (changes: Partial<BestResting>, at = NOW): boolean =>
    crossedQuotes([{ ...MARKET_ORDERS, ...changes }], feed, at, NOTHING_USED).size > 0
  const BUYS = { marketSells: false, sellLimit: null }
  const SELLS = { marketBuys: false, buyLimit: null }

  test.each([
    ['TRADABLE', true, true],
    ['SELL_ONLY', false, true],
    ['BUY_ONLY', true, false],
    ['SUSPENDED', false, false],
  ] as const)('%s: BUYs act: %p, SELLs act: %p', (tradable, buys, sells) => {
    expect(acts({ ...BUYS, tradable })).toBe(buys)
    expect(acts({ ...SELLS, tradable })).toBe(sells)
  })

  test('no order acts in DAY without a DAY market, and none while CLOSED', () => {
    const inDay = Temporal.Instant.from('2026-03-03T02:00:00Z')
    expect(acts({}, inDay)).toBe(true)
    expect(acts({ dayMarketTradable: false }, inDay)).toBe(false)
    expect(acts({ dayMarketTradable: false })).toBe(true)
    const closed = Temporal.Instant.from('2026-03-01T12:00:00Z')
    expect(acts({}, closed)).toBe(false)
  })

  test('a canceled order’s last chance passes even where nothing may trade', () => {
    expect(acts({ tradable: 'SUSPENDED', lastChance: true })).toBe(true)
  })
})
