/** Stretches in which no order can be reached are passed in one step, with the same outcome. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { listFills } from '../../src/ledger/fills'
import type { Feed } from '../../src/market/feed'
import { FEED } from '../support/api'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN, openFloor, type Terms } from '../support/trading-floor'
import { wholeOrders } from '../support/whole-orders'

const database = await freshDatabase()
beforeEach(freshDatabase)

const { reach: _, ...tickByTick } = FEED

/** How often the feed is asked for a quote. */
function counted(feed: Feed): { readonly feed: Feed; readonly asked: () => number } {
  let asked = 0
  const bidAsk: Feed['bidAsk'] = (symbol, at) => {
    asked++
    return feed.bidAsk(symbol, at)
  }
  return { feed: { ...feed, bidAsk }, asked: () => asked }
}

const ASKED = Number(FEED.bidAsk('AAPL', MONDAY_AT_TEN)?.askPrice.toFixed())
/** USD, so much below or above what is asked on Monday at ten. */
const near = (percent: number): string => (ASKED * (1 + percent / 100)).toFixed(2)

const FAR: Terms = { quantity: '1', limit: '1' }

async function playedWith(feed: Feed, orders: readonly Terms[], steps: readonly string[]) {
  await freshDatabase()
  const played = counted(feed)
  const floor = await openFloor(database, MONDAY_AT_TEN, 1_000, played.feed)
  await floor.account('acc_A', '100000000')
  floor.feed.show('AAPL', near(-0.01), near(0))
  await floor.order('acc_A', { quantity: '5', limit: near(1), clientOrderId: 'first' })
  await floor.advance('PT5S')
  const stops: string[] = []
  for (const [index, terms] of orders.entries()) {
    await floor.place('acc_A', { ...terms, clientOrderId: `order-${index}` })
    for (const step of steps) {
      await floor.advance(step)
      stops.push(floor.matcher.carriedTo.toString())
    }
  }
  const all = { accountId: 'acc_A', symbol: null, from: null, to: null, before: null } as const
  return {
    asked: played.asked(),
    stops,
    orders: await wholeOrders(database, 'acc_A'),
    fills: await listFills(database, { ...all, orderId: null, limit: 100 }),
  }
}

describe('an order that waits far from the market', () => {
  test('costs a handful of quotes in a day of 72,000 ticks', async () => {
    const { asked, orders } = await playedWith(FEED, [FAR], ['PT24H'])
    expect(orders[0]?.status).toBe('EXPIRED')
    expect(asked).toBeLessThan(20)
  })
})

describe('orders near the market', () => {
  const sides = [
    { quantity: '1', limit: near(-0.1) },
    { quantity: '1', limit: near(-0.4) },
    { quantity: '2', side: 'SELL', limit: near(0.2) },
    { quantity: '1', side: 'SELL', limit: near(0.7) },
    { quantity: '1', limit: near(-1.5) },
    FAR,
  ] as const

  test.each([
    ['in one advance each', ['PT6H']],
    ['in uneven advances', ['PT1.5S', 'PT59M', 'PT0.25S', 'PT2H0.75S']],
  ] as const)('have the same orders and fills as tick by tick, %s', async (_, steps) => {
    const inStretches = await playedWith(FEED, sides, steps)
    const plain = await playedWith(tickByTick, sides, steps)
    expect(inStretches.fills.length).toBeGreaterThan(2)
    expect({ ...inStretches, asked: 0 }).toEqual({ ...plain, asked: 0 })
    expect(inStretches.asked).toBeLessThan(plain.asked / 4)
  })
})
