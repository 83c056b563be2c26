/**
 * No order is missed, however commits and reads cross: the database is a table in memory, whose
 * reads see one moment and are answered at another, and whose commits are heard of later.
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { price, quantity } from '../../src/core/money'
import { isForAuction, isImmediate, isOpen, type Order } from '../../src/core/order/order'
import { atMs, isBefore } from '../../src/core/time'
import type {
  BestResting,
  Expiring,
  RestingLevel,
  RestingOrders,
} from '../../src/store/tables/resting-orders'
import type { OrderChange } from '../../src/trading/batch-rows'
import type { FollowedBook } from '../../src/trading/matcher/book/followed-book'
import { followOrders } from '../../src/trading/matcher/book/following'
import { anOrder } from '../support/examples'

const SYMBOLS = ['AAPL', 'MSFT']

const tradesAtTicks = (order: Order): boolean => !isForAuction(order.timeInForce)
const hasLastChance = ({ status, timeInForce }: Order): boolean =>
  status === 'PENDING_CANCEL' || isImmediate(timeInForce)

/** What the database would tell of its open orders, by looking at each. */
function bestOf(open: readonly Order[], symbol: string): BestResting {
  const all = open.filter((order) => order.symbol === symbol)
  const limits = (side: 'BUY' | 'SELL') =>
    all
      .filter((order) => order.side === side && tradesAtTicks(order))
      .flatMap(({ limitPrice }) => limitPrice ?? [])
      .toSorted((one, other) => one.cmp(other))
  const hasMarket = (side: 'BUY' | 'SELL'): boolean =>
    all.some((order) => order.side === side && tradesAtTicks(order) && order.limitPrice === null)
  return {
    ...{ symbol, tradable: 'TRADABLE', dayMarketTradable: true },
    marketBuys: hasMarket('BUY'),
    marketSells: hasMarket('SELL'),
    lastChance: all.some(hasLastChance),
    buyLimit: limits('BUY').at(-1) ?? null,
    lastBuyLimit: limits('BUY')[0] ?? null,
    sellLimit: limits('SELL')[0] ?? null,
    lastSellLimit: limits('SELL').at(-1) ?? null,
  }
}

const expiriesOf = (open: readonly Order[]): Expiring[] =>
  [...Map.groupBy(open, ({ validUntil }) => validUntil.epochMilliseconds)]
    .toSorted(([one], [other]) => one - other)
    .map(([ms, orders]) => ({ at: atMs(ms), count: orders.length }))

function levelsOf(open: readonly Order[], symbol: string): RestingLevel[] {
  const each = open
    .filter((order) => order.symbol === symbol)
    .flatMap((order) => [
      ...(tradesAtTicks(order) ? [{ side: order.side, limit: order.limitPrice }] : []),
      ...(hasLastChance(order) ? [{ side: null, limit: null }] : []),
    ])
  const levels = Map.groupBy(each, ({ side, limit }) => `${side} ${limit}`)
  return [...levels.values()].flatMap((equal) => {
    const [first] = equal
    return first ? { symbol, ...first, count: equal.length } : []
  })
}

const isEmpty = ({ marketBuys, marketSells, buyLimit, sellLimit, lastChance }: BestResting) =>
  !(marketBuys || marketSells || lastChance) && buyLimit === null && sellLimit === null

const wholeOf = (open: readonly Order[]): RestingOrders => ({
  best: SYMBOLS.map((symbol) => bestOf(open, symbol)).filter((best) => !isEmpty(best)),
  nextExpiryAt: expiriesOf(open)[0]?.at ?? null,
})

const told = ({ best, nextExpiryAt }: RestingOrders | FollowedBook) => ({
  best: Object.fromEntries(best.map((each) => [each.symbol, JSON.parse(JSON.stringify(each))])),
  nextExpiryAt: nextExpiryAt?.toString() ?? null,
})

/** Few are open, so that most changes are at an edge. */
const OPEN_MAX = 5

/** What a change does to the order that it picks, or to a new one. */
interface Change {
  readonly which: number
  readonly becomes: 'new' | 'PARTIALLY_FILLED' | 'PENDING_CANCEL' | 'CANCELED'
  readonly order: Pick<Order, 'symbol' | 'side' | 'limitPrice' | 'timeInForce' | 'validUntil'>
}

const someChange: fc.Arbitrary<Change> = fc.record({
  which: fc.nat(5),
  becomes: fc.constantFrom(
    'new',
    'new',
    'PARTIALLY_FILLED',
    'PENDING_CANCEL',
    'CANCELED',
    'CANCELED',
  ),
  order: fc.record({
    symbol: fc.constantFrom(...SYMBOLS),
    side: fc.constantFrom('BUY', 'BUY', 'SELL'),
    limitPrice: fc.constantFrom(price('10'), price('10'), price('11'), null),
    timeInForce: fc.constantFrom('DAY', 'DAY', 'DAY', 'IOC', 'CLS'),
    validUntil: fc.constantFrom(...[1, 2, 3, 4, 5].map(atMs)),
  }),
})
type Step = 'begin' | 'commit' | 'hear' | 'look' | 'see' | 'answer' | 'forget' | 'check'
const someStep: fc.Arbitrary<Step> = fc.constantFrom(
  ...(['begin', 'commit', 'hear', 'look', 'look', 'see', 'answer', 'answer', 'answer'] as const),
  ...(['begin', 'commit', 'hear', 'look', 'look', 'see', 'answer', 'answer', 'answer'] as const),
  'check',
)

interface Batch {
  readonly batch: number
  readonly orders: readonly OrderChange[]
  committed: boolean
}

interface Question {
  readonly see: () => void
  readonly answer: () => void
}

function openMarket() {
  const table = new Map<string, Order>()
  const heard = new Map<string, Order>()
  const open = (): Order[] => [...table.values()].filter(({ status }) => isOpen(status))
  let questions: Question[] = []
  let begun = 0
  let made = 0
  /** Of two lanes: they commit, and are heard of, in any order. */
  let batches: Batch[] = []

  function asks<T>(what: () => T): Promise<T> {
    const asked = Promise.withResolvers<T>()
    let seen: { readonly value: T } | null = null
    const see = (): void => {
      seen ??= { value: what() }
    }
    const answer = (): void => {
      see()
      if (seen !== null) asked.resolve(seen.value)
    }
    questions.push({ see, answer })
    return asked.promise
  }

  const followed = followOrders(
    {
      whole: async () => {
        const [{ best }, { nextExpiryAt }] = await Promise.all([
          asks(() => wholeOf(open())),
          asks(() => wholeOf(open())),
        ])
        return { best, nextExpiryAt }
      },
      some: async (symbols) => {
        const [best, levels] = await Promise.all([
          asks(() => symbols.map((symbol) => bestOf(open(), symbol))),
          asks(() => symbols.flatMap((symbol) => levelsOf(open(), symbol))),
        ])
        // Now and then there are too many instruments to count their orders.
        return { best, levels: begun % 4 === 0 ? null : levels }
      },
      expiries: () => asks(() => expiriesOf(open())),
    },
    {
      get batchesBegun() {
        return begun
      },
    },
  )

  const market = {
    followed,
    open,
    begin(changes: readonly Change[]) {
      if (batches.length === 2) return
      begun++
      const orders = new Map<string, OrderChange>()
      const isUnderWay = (id: string): boolean =>
        batches.some((other) => other.orders.some(({ after }) => after.orderId === id))
      for (const { which, becomes, order } of changes) {
        const before = open()[which]
        const id = before?.orderId ?? ''
        if (becomes === 'new') {
          if (open().length >= OPEN_MAX) continue
          const after = anOrder({ ...order, orderId: `ord_${++made}`, quantity: quantity('2') })
          orders.set(after.orderId, { before: null, after })
        } else if (before !== undefined && !orders.has(id) && !isUnderWay(id)) {
          orders.set(id, { before, after: { ...before, status: becomes } })
        }
      }
      batches.push({ batch: begun, orders: [...orders.values()], committed: false })
    },
    commit() {
      const open = batches.filter(({ committed }) => !committed)
      const batch = open[made % open.length]
      if (batch === undefined) return
      for (const { after } of batch.orders) table.set(after.orderId, after)
      batch.committed = true
    },
    hear() {
      const committed = batches.filter((each) => each.committed)
      const last = committed[made % committed.length]
      if (last === undefined) return
      batches = batches.filter((each) => each !== last)
      followed.changed({ orders: last.orders, events: [], batch: last.batch })
      for (const { after } of last.orders) heard.set(after.orderId, after)
    },
    look() {
      // The matcher looks again only when it has its answer.
      if (questions.length === 0) void followed.current()
    },
    see: () => questions[begun % Math.max(1, questions.length)]?.see(),
    answer() {
      const [first, ...others] = questions
      questions = others
      first?.answer()
    },
    forget: () => followed.changed(null),
    /** Open orders of which this process has heard, and that no commit has changed since. */
    mustBeKnown: (): Order[] => open().filter((order) => heard.get(order.orderId) === order),
  }
  return market
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) await null
}

/** A tick that reaches the order asks the database for it. */
function isInside(known: FollowedBook, order: Order): boolean {
  const { side, symbol, limitPrice, validUntil } = order
  const best = known.best.find((each) => each.symbol === symbol)
  if (known.nextExpiryAt === null || isBefore(validUntil, known.nextExpiryAt)) return false
  if (hasLastChance(order) && best?.lastChance !== true) return false
  if (!tradesAtTicks(order)) return true
  if (limitPrice === null) return (side === 'BUY' ? best?.marketBuys : best?.marketSells) === true
  return (
    (side === 'BUY' ? best?.buyLimit?.gte(limitPrice) : best?.sellLimit?.lte(limitPrice)) === true
  )
}

test('whatever commits and reads cross, no order is outside of what is known, which becomes exact', async () => {
  const market = openMarket()
  const changes = fc.sample(fc.array(someChange, { minLength: 1, maxLength: 4 }), {
    seed: 15,
    numRuns: 4_000,
  })
  const steps = fc.sample(someStep, { seed: 16, numRuns: 30_000 })
  let next = 0
  for (const [index, step] of steps.entries()) {
    if (index % 400 === 399) market.forget()
    if (step === 'begin') market.begin(changes[next++ % changes.length] ?? [])
    else if (step === 'check') {
      for (let lane = 0; lane < 2; lane++) market.commit()
      for (let lane = 0; lane < 2; lane++) market.hear()
      const current = market.followed.current()
      let isOver = false
      void current.then(() => {
        isOver = true
      })
      for (await settled(); !isOver; await settled()) market.answer()
      expect(told(await current)).toEqual(told(wholeOf(market.open())))
    } else market[step]()
    await settled()
    const { known } = market.followed
    if (known === null) continue
    const outside = market.mustBeKnown().find((order) => !isInside(known, order))
    if (outside !== undefined) expect([index, told(known), outside]).toEqual([])
  }
})
