import { expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/units'
import { reachedQuotes } from '../../src/engine/crossing'
import type { Frontier } from '../../src/store/open-orders'
import { NOW } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'

const MARKET_ORDERS: Frontier = {
  symbol: 'AAPL',
  marketBuys: true,
  marketSells: true,
  lastChance: false,
  buyLimit: price('100'),
  sellLimit: price('1'),
  buysTrade: true,
  sellsTrade: true,
  dayMarketTradable: true,
}

test.each([
  ['1', ['AAPL']],
  ['0', []],
])('where %s shares are shown, these instruments have orders that act: %p', (size, symbols) => {
  const feed = steeredFeed()
  feed.show('AAPL', '9.99', '10.01', size)
  expect(feed.bidAsk('AAPL', NOW)?.askSize.eq(quantity(size))).toBe(true)
  expect([...reachedQuotes([MARKET_ORDERS], feed, NOW).keys()]).toEqual(symbols)
})
