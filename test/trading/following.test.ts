/** The resting orders that a process follows are those that the database would tell. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { price } from '../../src/core/money'
import { simulatedClock } from '../../src/market/simulated-clock'
import type { Database } from '../../src/store/database'
import {
  ORDERS_COUNTED_MAX,
  type RestingOrders,
  readExpiries,
  readRestingOf,
  readRestingOrders,
} from '../../src/store/tables/resting-orders'
import { openDesk } from '../../src/trading/desk'
import type { FollowedBook } from '../../src/trading/matcher/book/followed-book'
import { followOrders } from '../../src/trading/matcher/book/following'
import { countsOf } from '../../src/trading/matcher/book/instrument-book'
import { openMatcher } from '../../src/trading/matcher/matcher'
import { freshDatabase } from '../support/database'
import { steeredFeed } from '../support/steered-feed'
import { REAL_TIME } from '../support/time'
import { floorOver, furnish, MONDAY_AT_TEN } from '../support/trading-floor'

/** A busy machine needs longer than Bun's 5 s. */
setDefaultTimeout(180_000)

/** What the book and the database tell, as plain values in the same order. */
const told = ({ best, nextExpiryAt }: RestingOrders | FollowedBook) => ({
  best: Object.fromEntries(best.map((each) => [each.symbol, JSON.parse(JSON.stringify(each))])),
  nextExpiryAt: nextExpiryAt?.toString() ?? null,
})

type Step =
  | ({ does: 'place'; account: string; symbol: string; side: 'BUY' | 'SELL' } & Placed)
  | { does: 'cancel'; which: number }
  | { does: 'tick'; symbol: string; ask: string }
  | { does: 'lag'; turns: number }
  | { does: 'look' | 'check' | 'forget' | 'close' }
interface Placed {
  readonly limit: string | undefined
  readonly timeInForce: 'DAY' | 'IOC' | 'CLS'
}

const symbol = fc.constantFrom('AAPL', 'MSFT')
const does = <const Name extends Step['does']>(name: Name) => fc.constant(name)
const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      ...{ does: does('place'), symbol, account: fc.constantFrom('acc_A', 'acc_B') },
      side: fc.constantFrom('BUY', 'SELL'),
      limit: fc.constantFrom('98', '99', '100.00', '101', undefined),
      timeInForce: fc.constantFrom('DAY', 'DAY', 'DAY', 'IOC', 'CLS'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: does('cancel'), which: fc.nat(30) }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: does('tick'), symbol, ask: fc.constantFrom('97', '99.5', '102') }),
  },
  { weight: 3, arbitrary: fc.record({ does: does('lag'), turns: fc.nat(4) }) },
  { weight: 6, arbitrary: fc.record({ does: does('look') }) },
  { weight: 6, arbitrary: fc.record({ does: does('check') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('forget', 'close') }) },
)

/** A market, and one more book that follows its commits. */
async function openMarket() {
  const database = await freshDatabase()
  let lag = 0
  /** Answers come later than what they tell of, as over a network. */
  const later = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer
    for (let turn = 0; turn < lag; turn++) await new Promise((next) => setImmediate(next))
    return value
  }
  const lagging: Database = {
    ...database,
    transaction: (work) => later(database.transaction(work)),
    all: (statement, parameters) => later(database.all(statement, parameters)),
  }
  const feed = steeredFeed()
  const clock = simulatedClock(MONDAY_AT_TEN, 0)
  const failed = (error: unknown): never => {
    throw error
  }
  const desk = openDesk({
    ...{ ...REAL_TIME, database: lagging, failed, now: clock.now },
    onCommitted(committed) {
      followed.changed(committed)
      matcher.bookChanged(committed)
    },
  })
  const followed = followOrders(
    {
      whole: () => readRestingOrders(lagging),
      some: (symbols) => readRestingOf(lagging, symbols),
      expiries: () => readExpiries(lagging),
    },
    desk,
  )
  const matcher = openMatcher({
    ...{ database: lagging, desk, feed, clock, simulated: clock, tickMs: 1_000, failed },
    elapsedMs: () => 0,
  })
  await furnish(database, MONDAY_AT_TEN)
  const floor = floorOver({ database, desk, matcher, clock, feed })
  for (const account of ['acc_A', 'acc_B']) await floor.account(account)
  for (const each of ['AAPL', 'MSFT']) feed.show(each, '90', '110')
  return {
    ...{ database, feed, floor, followed },
    lagBy(turns: number) {
      lag = turns
    },
  }
}

test('after any commands and reads, however they cross, the followed orders are the database’s', async () => {
  const { database, feed, floor, followed, lagBy } = await openMarket()
  const orders: { account: string; orderId: string; symbol: string }[] = []
  let pending: Promise<unknown>[] = []
  const settle = async (): Promise<void> => {
    await Promise.all(pending)
    pending = []
  }
  async function place(account: string, terms: Placed & { symbol: string; side: 'BUY' | 'SELL' }) {
    const { limit, timeInForce, ...others } = terms
    const isAuctionAtMarket = timeInForce === 'CLS' && limit === undefined
    const kind = { timeInForce, ...(limit !== undefined && { limit }) }
    const placed = await floor.place(account, {
      ...others,
      ...(isAuctionAtMarket ? { timeInForce: 'DAY' } : kind),
      quantity: '1',
    })
    if ('order' in placed) {
      orders.push({ account, orderId: placed.order.orderId, symbol: terms.symbol })
    }
  }
  const did = { places: 0, checks: 0 }
  async function step(one: Step): Promise<void> {
    if (one.does === 'place') {
      const { does: _, account, ...terms } = one
      did.places++
      pending.push(place(account, terms))
    } else if (one.does === 'cancel') {
      const order = orders.at(-1 - one.which)
      if (order) pending.push(floor.cancel(order.account, order.orderId, order.symbol))
    } else if (one.does === 'tick') {
      feed.show(one.symbol, String(Number(one.ask) - 1), one.ask)
      pending.push(floor.advance('PT1S'))
    } else if (one.does === 'close') pending.push(floor.advance('PT5H'))
    else if (one.does === 'lag') lagBy(one.turns)
    else if (one.does === 'look') pending.push(followed.current())
    else if (one.does === 'forget') followed.changed(null)
    else {
      await settle()
      did.checks++
      expect(told(await followed.current())).toEqual(told(await readRestingOrders(database)))
    }
  }
  for (const one of fc.sample(someStep, { seed: 15, numRuns: 150 })) await step(one)
  await settle()
  expect(did.checks).toBeGreaterThan(15)
})

test('a commit that changes the best price costs no read once the instrument has been read', async () => {
  const { database, floor, followed } = await openMarket()
  await followed.current()
  const first = await floor.order('acc_A', { quantity: '1', limit: '50' })
  await followed.current()
  const second = await floor.order('acc_A', { quantity: '1', limit: '51' })
  await floor.advance('PT1S')
  for (const orderId of [second, first]) {
    await floor.cancel('acc_A', orderId)
    await floor.advance('PT1S')
    expect(followed.known?.inDoubt).toBeNull()
    expect(told(await followed.current())).toEqual(told(await readRestingOrders(database)))
  }
  expect(followed.known?.nextExpiryAt).toBeNull()
})

test('an instrument with more orders than are counted is not taken for counted', () => {
  const level = {
    symbol: 'AAPL',
    side: 'BUY',
    limit: price('1'),
    count: ORDERS_COUNTED_MAX,
  } as const
  expect(countsOf([level], ORDERS_COUNTED_MAX)).not.toBeNull()
  const one = { ...level, limit: price('2'), count: 1 }
  expect(countsOf([level, one], ORDERS_COUNTED_MAX)).toBeNull()
})
