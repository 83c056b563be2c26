/** The order book answers what a look at each open order would. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Price, price } from '../../src/core/money'
import { isForAuction } from '../../src/core/order/order'
import { type BookedOrder, bookedOrder } from '../../src/ledger/open-orders'
import {
  type OrderBook,
  orderBook,
  type RestingOrder,
  type RestingSide,
} from '../../src/trading/matcher/order-book'
import { anOrder } from '../support/examples'

const SYMBOLS = ['AAPL', 'MSFT']
const PRICES = ['9.99', '10', '10.00', '10.01', '11'].map(price)

/** Orders of few terms, so that they come, change and go in every way, also until none is left. */
const someOrder: fc.Arbitrary<BookedOrder> = fc
  .record({
    account: fc.nat(2),
    number: fc.nat(19),
    isOpen: fc.boolean(),
    isCanceled: fc.boolean(),
    updatedAtMs: fc.nat(5),
  })
  .map(({ account, number, isOpen, isCanceled, updatedAtMs }) => {
    // An order's terms never change.
    const terms = fc.sample(someTerms, { seed: 20 * account + number, numRuns: 1 })[0]
    const order = anOrder({ accountId: `acc_${account}`, orderId: `ord_${number}`, seq: number })
    return {
      ...bookedOrder(order),
      ...terms,
      isOpen,
      updatedAtMs,
      isLastChance: isCanceled || terms?.timeInForce === 'IOC',
    }
  })

/** First many orders come, then they go as often as they come. */
const someChanges: fc.Arbitrary<readonly BookedOrder[]> = fc
  .tuple(
    fc.array(someOrder, { maxLength: 60, size: 'max' }),
    fc.array(someOrder, { maxLength: 120, size: 'max' }),
  )
  .map(([first, later]) => [...first.map((order) => ({ ...order, isOpen: true })), ...later])

const someTerms = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  side: fc.constantFrom('BUY', 'SELL'),
  limit: fc.constantFrom(...PRICES, null),
  timeInForce: fc.constantFrom('DAY', 'DAY', 'DAY', 'IOC', 'CLS'),
  validUntilMs: fc.integer({ min: 5, max: 9 }),
})

/** The oracle: it looks at each order. */
function naive(open: readonly BookedOrder[]) {
  const trading = (symbol: string, side: 'BUY' | 'SELL'): readonly BookedOrder[] =>
    open.filter(
      (order) => order.symbol === symbol && order.side === side && !isForAuction(order.timeInForce),
    )
  const sideOf = (symbol: string, side: 'BUY' | 'SELL'): unknown => {
    const orders = trading(symbol, side)
    const limits = orders.flatMap(({ limit }) => limit ?? []).sort((one, other) => one.cmp(other))
    const [lowest, highest] = [limits[0], limits.at(-1)].map((limit) => limit?.toFixed() ?? null)
    const [best, worst] = side === 'BUY' ? [highest, lowest] : [lowest, highest]
    return { atMarket: orders.some(({ limit }) => limit === null), best, worst }
  }
  const reaches = ({ side, limit, timeInForce }: BookedOrder, bid: Price, ask: Price): boolean =>
    !isForAuction(timeInForce) &&
    (limit === null || (side === 'BUY' ? limit.gte(ask) : limit.lte(bid)))
  return {
    instruments: SYMBOLS.filter((symbol) => open.some((order) => order.symbol === symbol)).map(
      (symbol) => ({
        symbol,
        buys: sideOf(symbol, 'BUY'),
        sells: sideOf(symbol, 'SELL'),
        hasLastChance: open.some((order) => order.symbol === symbol && order.isLastChance),
      }),
    ),
    reached: (symbol: string, bid: Price, ask: Price, atMs: number): string[] =>
      open
        .filter((order) => order.symbol === symbol && order.validUntilMs > atMs)
        .filter((order) => order.isLastChance || reaches(order, bid, ask))
        .map(keyOf)
        .sort(),
    due: (atMs: number): string[] =>
      open
        .filter(({ validUntilMs }) => validUntilMs <= atMs)
        .map(keyOf)
        .sort(),
    nextExpiryMs: open.length === 0 ? null : Math.min(...open.map((each) => each.validUntilMs)),
  }
}

/** With all that a step asks about it. */
const keyOf = (order: BookedOrder | RestingOrder): string =>
  `${order.accountId} ${order.orderId} ${order.symbol} ${order.seq} ${order.updatedAtMs}`

const shown = ({ atMarket, best, worst }: RestingSide) => ({
  atMarket,
  best: best?.toFixed() ?? null,
  worst: worst?.toFixed() ?? null,
})
const instrumentsOf = ({ instruments }: OrderBook): unknown =>
  instruments
    .map(({ symbol, buys, sells, hasLastChance }) => {
      return { symbol, buys: shown(buys), sells: shown(sells), hasLastChance }
    })
    .toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))

test('after any changes, the book’s limits, expiries and reached orders are those of a look at each order', () => {
  fc.assert(
    fc.property(someChanges, (changes) => {
      const book = orderBook()
      const open = new Map<string, BookedOrder>()
      for (const order of changes) {
        const key = `${order.accountId} ${order.orderId}`
        const wasLastChance = open.get(key)?.isLastChance === true
        // A cancel request is never taken back.
        const now = { ...order, isLastChance: order.isLastChance || wasLastChance }
        book.put(now)
        if (now.isOpen) open.set(key, now)
        else open.delete(key)
      }
      const all = naive([...open.values()])
      expect(book.size).toBe(open.size)
      expect(book.nextExpiryMs).toBe(all.nextExpiryMs)
      expect(instrumentsOf(book)).toEqual(all.instruments)
      for (const atMs of [4, 7, 9]) {
        expect([...book.due(atMs, 2)].flat(2).map(keyOf).sort()).toEqual(all.due(atMs))
        for (const symbol of SYMBOLS) {
          for (const [bid, ask] of [
            [price('9.98'), price('9.995')],
            [price('10'), price('10.01')],
          ] as const) {
            const touch = { symbol, bidPrice: bid, askPrice: ask }
            const reached = book.reached([touch], atMs).flat().map(keyOf).sort()
            expect(reached).toEqual(all.reached(symbol, bid, ask, atMs))
          }
        }
      }
    }),
    { numRuns: 300 },
  )
})

describe('the book', () => {
  const put = (book: OrderBook, changes: Parameters<typeof anOrder>[0]): void =>
    book.put(bookedOrder(anOrder(changes)))

  test('has thousands of orders, and each of them once', () => {
    const book = orderBook()
    const numbers = Array.from({ length: 3_000 }, (_, number) => number)
    const putEach = (some: readonly number[], status: 'SUBMITTED' | 'CANCELED'): void => {
      for (const seq of some) put(book, { orderId: `ord_${seq}`, seq, status })
    }
    putEach(numbers, 'SUBMITTED')
    putEach(numbers, 'SUBMITTED')
    const isEven = (number: number): boolean => number % 2 === 0
    putEach(numbers.filter(isEven), 'CANCELED')
    const touch = { symbol: 'AAPL', bidPrice: price('9.99'), askPrice: price('10') }
    const reached = book.reached([touch], 0).flat()
    expect(reached.map(({ seq }) => seq)).toEqual(numbers.filter((number) => !isEven(number)))
    putEach(numbers, 'CANCELED')
    expect(book.size).toBe(0)
  })

  test('gives the orders of a price that is missing on one side no fill there', () => {
    const book = orderBook()
    put(book, { orderId: 'buy', side: 'BUY', limitPrice: price('10') })
    put(book, { orderId: 'sell', side: 'SELL', limitPrice: price('1') })
    const touch = { symbol: 'AAPL', bidPrice: price('5'), askPrice: null }
    expect(
      book
        .reached([touch], 0)
        .flat()
        .map(({ orderId }) => orderId),
    ).toEqual(['sell'])
  })

  test('ends the orders of each account in the order of their ends, also while they leave it', () => {
    const book = orderBook()
    const orders = [3, 1, 2].flatMap((ms) =>
      ['acc_B', 'acc_A'].map((accountId) => {
        const order = anOrder({ accountId, orderId: `ord_${ms}`, seq: ms })
        return { ...bookedOrder(order), validUntilMs: ms }
      }),
    )
    for (const order of orders) book.put(order)
    const ended: string[] = []
    for (const round of book.due(2, 3)) {
      const due = round.flat()
      ended.push(...due.map(({ accountId, orderId }) => `${accountId} ${orderId}`))
      for (const { orderId, accountId } of due) {
        const order = orders.find((one) => one.orderId === orderId && one.accountId === accountId)
        if (order !== undefined) book.put({ ...order, isOpen: false })
      }
    }
    expect(ended).toEqual(['acc_A ord_1', 'acc_A ord_2', 'acc_B ord_1', 'acc_B ord_2'])
    expect(book.nextExpiryMs).toBe(3)
  })
})
