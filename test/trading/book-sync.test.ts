/** The order book is kept as the database has the open orders, whoever changes them. */
import { beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isOfOrder } from '../../src/core/conditional/leg'
import type { OrderEvent } from '../../src/core/order/order'
import type { NotifiedEvents } from '../../src/ledger/events/publish'
import { restoreState, saveState } from '../../src/ledger/snapshots'
import { simulatedClock } from '../../src/market/simulated-clock'
import type { Database } from '../../src/postgres/database'
import { cancelCommand } from '../../src/trading/commands/cancel'
import { placeCommand } from '../../src/trading/commands/place'
import { openBookSync } from '../../src/trading/matcher/book-sync'
import { openMatcher } from '../../src/trading/matcher/matcher'
import type { OrderBook } from '../../src/trading/matcher/order-book'
import { openSequencer, type Sequencer } from '../../src/trading/sequencer'
import { freshDatabase } from '../support/database'
import { anOrder } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'
import { REAL_TIME } from '../support/time'
import { floorOver, furnish, MONDAY_AT_TEN, requestOf, type Terms } from '../support/trading-floor'
import { wholeOrders } from '../support/whole-orders'

const ACCOUNTS = ['acc_A', 'acc_B']
const SYMBOLS = ['AAPL', 'MSFT']
const END_OF_TIME_MS = Number.MAX_SAFE_INTEGER

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
})

/** The open orders of a book, and of the database, as texts in one order. */
const booked = (book: OrderBook | null): readonly string[] =>
  [...(book?.due(END_OF_TIME_MS, 100) ?? [])]
    .flat(2)
    .map((order) => `${order.accountId} ${order.orderId} ${order.symbol} ${order.updatedAtMs}`)
    .sort()
async function stored(): Promise<readonly string[]> {
  const open = await Promise.all(ACCOUNTS.map((account) => wholeOrders(database, account)))
  return open
    .flat()
    .filter(({ status }) => ['SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL'].includes(status))
    .map((order) => {
      const { accountId, orderId, symbol, updatedAt } = order
      return `${accountId} ${orderId} ${symbol} ${updatedAt.epochMilliseconds}`
    })
    .sort()
}

/** Two processes on one database; the book is the first one's, which moves the market. */
async function twoProcesses() {
  let lag = 0
  let failsNext = false
  let reads = 0
  /** Answers come late, as over a network. */
  const later = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer
    for (let turn = 0; turn < lag; turn++) await new Promise((next) => setImmediate(next))
    return value
  }
  const lagging: Database = {
    ...database,
    transaction: (work) => later(database.transaction(work)),
    all(statement, parameters) {
      reads++
      if (failsNext) {
        failsNext = false
        return Promise.reject(new Error('the database is gone'))
      }
      return later(database.all(statement, parameters))
    },
  }
  const feed = steeredFeed()
  const clock = simulatedClock(MONDAY_AT_TEN, 0)
  const failed = (error: unknown): never => {
    throw error
  }
  const changed: (readonly string[] | null)[] = []
  const sync = openBookSync({
    database: lagging,
    changed: (symbols) => changed.push(symbols && [...symbols]),
  })
  const time = { ...REAL_TIME, failed, now: clock.now }
  const own = openSequencer({
    ...time,
    database: lagging,
    onCommitted(committed) {
      if (committed === null) sync.doubt()
      else sync.committed(committed)
      matcher.orders.committed(committed)
    },
  })
  const others: OrderEvent[] = []
  const other = openSequencer({
    ...time,
    database,
    onCommitted: (committed) => others.push(...(committed?.events ?? []).filter(isOfOrder)),
  })
  const matcher = openMatcher({
    database: lagging,
    sequencer: own,
    feed,
    clock,
    simulated: clock,
    tickMs: 1_000,
    failed,
    elapsedMs: () => 0,
    othersReadEveryMs: 0,
  })
  await furnish(database, MONDAY_AT_TEN)
  const floor = floorOver({ database, sequencer: own, matcher, clock, feed })
  for (const account of ACCOUNTS) await floor.account(account, '1000000')
  for (const symbol of SYMBOLS) feed.show(symbol, '90', '110')
  return {
    feed,
    sync,
    own,
    other,
    changed,
    clock,
    advance: floor.advance,
    /** What the other process has committed since the last call. */
    notifications: (): NotifiedEvents =>
      others.splice(0).map(({ accountId, seq }) => [accountId, seq] as const),
    lagBy(turns: number) {
      lag = turns
    },
    failNext() {
      failsNext = true
    },
    reads: () => reads,
    async place(sequencer: Sequencer, account: string, terms: Terms): Promise<string> {
      const placed = await sequencer.submit(placeCommand(account, requestOf(terms), feed))
      if (!('order' in placed)) throw new Error(placed.refused)
      return placed.order.orderId
    },
    cancel: (sequencer: Sequencer, account: string, orderId: string, symbol = 'AAPL') =>
      sequencer.submit(cancelCommand(account, orderId, symbol, feed.calendar)),
  }
}

const REST: Terms = { quantity: '1', limit: '50' }

describe('the book of two processes', () => {
  test('follows commits without a read once it is loaded', async () => {
    const { sync, own, place, cancel, reads } = await twoProcesses()
    await sync.current()
    const before = reads()
    const orderId = await place(own, 'acc_A', REST)
    await place(own, 'acc_B', REST)
    await cancel(own, 'acc_A', orderId)
    await sync.current()
    expect(booked(sync.loaded)).toEqual(await stored())
    expect(reads()).toBe(before)
  })

  test('has the other’s orders once it is notified of them', async () => {
    const { sync, other, notifications, place, changed } = await twoProcesses()
    await sync.current()
    await place(other, 'acc_A', REST)
    sync.notified(notifications())
    expect(booked(await sync.current())).toEqual(await stored())
    expect(changed).toEqual([null, ['AAPL']])
  })

  test('has the other’s orders by an own commit after them, although no hint came', async () => {
    const { sync, own, other, place } = await twoProcesses()
    await sync.current()
    await place(other, 'acc_A', REST)
    await place(own, 'acc_A', REST)
    expect(booked(sync.loaded)).toEqual([])
    expect(booked(await sync.current())).toHaveLength(2)
  })

  test('has the other’s orders when it doubts, although no hint came', async () => {
    const { sync, other, place } = await twoProcesses()
    await sync.current()
    await place(other, 'acc_B', REST)
    expect(booked(await sync.current())).toEqual([])
    sync.doubt()
    expect(booked(await sync.current())).toHaveLength(1)
  })

  test('ignores what comes twice and what comes late', async () => {
    const { sync, other, notifications, place, cancel } = await twoProcesses()
    const orderId = await place(other, 'acc_A', REST)
    const placed = notifications()
    await sync.current()
    await cancel(other, 'acc_A', orderId)
    sync.notified(notifications())
    const book = await sync.current()
    sync.notified(placed)
    const stale = anOrder({ accountId: 'acc_A', orderId, seq: 1 })
    sync.committed({
      events: [{ accountId: 'acc_A', seq: 1, order: stale, fill: null }],
      orders: [stale],
      legs: [],
    })
    expect(await sync.current()).toBe(book)
    expect(booked(book)).toEqual(await stored())
  })

  test('reads once for a hint of something that is not there', async () => {
    const { sync, reads } = await twoProcesses()
    await sync.current()
    const before = reads()
    sync.notified([
      ['acc_A', 17],
      ['acc_nobody', 3],
    ])
    await sync.current()
    await sync.current()
    expect(reads()).toBe(before + 1)
  })

  test('reads again what a failing read has missed', async () => {
    const { sync, other, notifications, place, failNext } = await twoProcesses()
    failNext()
    expect(sync.current()).rejects.toThrow('the database is gone')
    await sync.current()
    await place(other, 'acc_A', REST)
    sync.notified(notifications())
    failNext()
    expect(sync.current()).rejects.toThrow('the database is gone')
    expect(booked(await sync.current())).toEqual(await stored())
    sync.doubt()
    failNext()
    expect(sync.current()).rejects.toThrow('the database is gone')
    await place(other, 'acc_A', REST)
    expect(booked(await sync.current())).toEqual(await stored())
  })

  test('is loaded with what is committed meanwhile, by whomever', async () => {
    const { sync, own, other, notifications, place, cancel, lagBy } = await twoProcesses()
    const first = await place(own, 'acc_A', REST)
    lagBy(50)
    const loading = sync.current()
    await place(other, 'acc_A', REST)
    await place(other, 'acc_B', REST)
    lagBy(0)
    await place(own, 'acc_A', REST)
    await cancel(other, 'acc_A', first)
    await loading
    // The other server sends a notification of what it has committed after the read.
    sync.notified(notifications())
    expect(booked(await sync.current())).toEqual(await stored())
  })

  test('[snapshot.save] is loaded again when the other has brought a snapshot back', async () => {
    const { sync, other, notifications, place } = await twoProcesses()
    await place(other, 'acc_A', REST)
    const saved = await database.transaction((transaction) => saveState(transaction))
    await place(other, 'acc_A', { ...REST, symbol: 'MSFT' })
    await sync.current()
    await database.transaction((transaction) => restoreState(transaction, saved))
    // Its event has the number of an event that the book has followed.
    await place(other, 'acc_A', REST)
    sync.notified(notifications())
    sync.doubt()
    expect(booked(await sync.current())).toEqual(await stored())
  })

  test('is loaded again after a drop, also after one while it is loaded', async () => {
    const { sync, other, place, lagBy } = await twoProcesses()
    lagBy(5)
    const loading = sync.current()
    sync.drop()
    await place(other, 'acc_A', REST)
    await loading
    // The order may have been committed after the book was loaded, and no hint of it came.
    sync.doubt()
    expect(booked(await sync.current())).toEqual(await stored())
    sync.drop()
    expect(sync.loaded).toBeNull()
    expect(booked(await sync.current())).toEqual(await stored())
  })
})

type Step =
  | { does: 'place'; by: 'own' | 'other'; account: string; terms: Terms }
  | { does: 'cancel'; by: 'own' | 'other'; which: number }
  | { does: 'tick'; symbol: string; ask: number }
  | { does: 'lag'; turns: number }
  | { does: 'hint' | 'lose notifications' | 'look' | 'check' | 'drop' | 'close' }

const does = <const Name extends Step['does']>(name: Name) => fc.constant(name)
const by = fc.constantFrom('own', 'own', 'other')
const terms: fc.Arbitrary<Terms> = fc
  .record({
    symbol: fc.constantFrom(...SYMBOLS),
    side: fc.constantFrom('BUY', 'BUY', 'SELL'),
    limit: fc.constantFrom('98', '99', '100.00', '101', undefined),
    timeInForce: fc.constantFrom('DAY', 'DAY', 'DAY', 'IOC', 'CLS'),
  })
  .map(({ limit, timeInForce, ...others }) => ({
    ...others,
    quantity: '1',
    // A MARKET order for an auction is another thing than one for a tick.
    ...(limit === undefined ? {} : { limit, timeInForce }),
  }))
const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ does: does('place'), by, terms, account: fc.constantFrom(...ACCOUNTS) }),
  },
  { weight: 8, arbitrary: fc.record({ does: does('cancel'), by, which: fc.nat(30) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: does('tick'),
      symbol: fc.constantFrom(...SYMBOLS),
      ask: fc.constantFrom(97, 99.5, 102),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: does('lag'), turns: fc.nat(4) }) },
  { weight: 8, arbitrary: fc.record({ does: fc.constantFrom('hint', 'look', 'look') }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('check', 'lose notifications') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('drop', 'close') }) },
)

test('after any commits and reads of two processes, however they cross, the book is the database’s', async () => {
  const two = await twoProcesses()
  const { feed, sync, notifications, lagBy } = two
  const orders: { account: string; orderId: string; symbol: string }[] = []
  let pending: Promise<unknown>[] = []
  async function place(step: Extract<Step, { does: 'place' }>): Promise<void> {
    const { account } = step
    const placed = two.place(two[step.by], account, step.terms).catch(() => undefined)
    const orderId = await placed
    if (orderId === undefined) return
    orders.push({ account, orderId, symbol: step.terms.symbol ?? 'AAPL' })
  }
  const did = { places: 0, checks: 0, open: 0 }
  async function step(one: Step): Promise<void> {
    switch (one.does) {
      case 'place':
        did.places++
        pending.push(place(one))
        break
      case 'cancel': {
        const order = orders.at(-1 - one.which)
        if (order === undefined) break
        pending.push(two.cancel(two[one.by], order.account, order.orderId, order.symbol))
        break
      }
      case 'tick':
        feed.show(one.symbol, String(one.ask - 1), String(one.ask))
        pending.push(two.advance('PT1S'))
        break
      case 'close':
        pending.push(two.advance('PT5H'))
        break
      case 'lag':
        lagBy(one.turns)
        break
      case 'hint':
        sync.notified(notifications())
        break
      case 'lose notifications':
        notifications()
        break
      case 'look':
        pending.push(sync.current())
        break
      case 'drop':
        sync.drop()
        break
      case 'check':
        await Promise.all(pending)
        pending = []
        did.checks++
        sync.doubt()
        expect(booked(await sync.current())).toEqual(await stored())
        did.open += sync.loaded?.size ?? 0
    }
  }
  const steps = fc.sample(someStep, { seed: 15, numRuns: 300 })
  for (const one of [...steps, { does: 'check' } as const]) await step(one)
  expect(did.checks).toBeGreaterThan(20)
  expect(did.open).toBeGreaterThan(100)
})
