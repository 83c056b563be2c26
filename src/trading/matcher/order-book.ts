/**
 * The order book: every open order in memory, found by what can make it act. A tick reads only the
 * price levels that it reaches, so its cost depends on the orders that act, however many rest.
 * Orders are indexed by instrument and by account. For expiries, the book counts each account's
 * orders by the instant at which they end.
 *
 * The book decides nothing: a command checks each order again under its account's version. So a
 * book that is behind can miss an order or try one in vain, and never fills one wrongly.
 */
import type { Price } from '../../core/money'
import { isForAuction, type Side } from '../../core/order/order'
import type { BookedOrder } from '../../ledger/open-orders'
import { firstIndex } from '../../lib/sorted'

/**
 * The prices at a tick that come nearest to an instrument's orders, prints included; null if
 * nothing executes on that side.
 */
interface TopOfBook {
  readonly symbol: string
  readonly bidPrice: Price | null
  readonly askPrice: Price | null
}

export interface OrderBook {
  /** Instruments with open orders. */
  readonly instruments: readonly RestingInstrument[]
  /** The earliest expiry of an open order; null if no order is open. */
  readonly nextExpiryMs: number | null
  readonly size: number
  /** Puts the order in its new state; a closed order leaves the book. */
  put(order: BookedOrder): void
  /**
   * Returns unexpired orders that the prices reach, and orders whose last chance this is. Each
   * group has the orders of one account and instrument in the order of their arrival; groups are
   * sorted by account id.
   */
  reached(touches: readonly TopOfBook[], atMs: number): readonly (readonly RestingOrder[])[]
  /**
   * Returns orders whose time is over, in rounds of at most `roundMax`. Each group has one
   * account's orders in the order of their expiry; groups are sorted by account id. An account's
   * orders are looked up when its turn comes.
   */
  due(atMs: number, roundMax: number): Iterable<readonly (readonly RestingOrder[])[]>
}

class LevelBook implements OrderBook {
  readonly #accounts = new Map<string, Account>()
  readonly #instruments = new Map<string, InstrumentOrders>()
  readonly #expiries = expiryCounts()
  #listed: readonly InstrumentOrders[] | null = null
  #size = 0

  get instruments(): readonly RestingInstrument[] {
    this.#listed ??= [...this.#instruments.values()]
    return this.#listed
  }

  get nextExpiryMs(): number | null {
    return this.#expiries.nextMs
  }

  get size(): number {
    return this.#size
  }

  put(order: BookedOrder): void {
    const account = this.#accounts.get(order.accountId)
    const known = account?.orders.get(order.orderId)
    if (known === undefined) {
      if (order.isOpen) this.#enter(order, account)
    } else if (order.isOpen) known.instrument.change(known, order)
    else this.#leave(known)
  }

  reached(touches: readonly TopOfBook[], atMs: number): readonly (readonly RestingOrder[])[] {
    const found = touches.flatMap(({ symbol, bidPrice, askPrice }) => [
      ...(this.#instruments.get(symbol)?.reachedBy(bidPrice, askPrice) ?? []),
    ])
    const valid = found.filter(({ validUntilMs }) => validUntilMs > atMs)
    return [...Map.groupBy(valid, ({ account }) => account)]
      .toSorted(([one], [other]) => (one.accountId < other.accountId ? -1 : 1))
      .flatMap(([, orders]) => [
        ...Map.groupBy(
          orders.toSorted((one, other) => one.seq - other.seq),
          ({ instrument }) => instrument,
        ).values(),
      ])
  }

  *due(atMs: number, roundMax: number): Iterable<readonly (readonly RestingOrder[])[]> {
    let round: (readonly Resting[])[] = []
    let left = roundMax
    for (const accountId of this.#expiries.accountsUntil(atMs)) {
      const due = dueOf(this.#accounts.get(accountId), atMs)
      for (let first = 0; first < due.length; ) {
        const some = due.slice(first, first + left)
        round.push(some)
        first += some.length
        left -= some.length
        if (left > 0) continue
        yield round
        round = []
        left = roundMax
      }
    }
    if (round.length > 0) yield round
  }

  #instrumentNamed(symbol: string): InstrumentOrders {
    const known = this.#instruments.get(symbol)
    if (known !== undefined) return known
    const made = new InstrumentOrders(symbol)
    this.#instruments.set(symbol, made)
    this.#listed = null
    return made
  }

  #enter(order: BookedOrder, known: Account | undefined): void {
    const { accountId, symbol } = order
    const instrument = this.#instrumentNamed(symbol)
    const account = known ?? { accountId, orders: new Map() }
    if (known === undefined) this.#accounts.set(accountId, account)
    const resting = new Resting(order, account, instrument)
    account.orders.set(order.orderId, resting)
    instrument.enter(resting, order)
    this.#expiries.add(order.validUntilMs, account.accountId)
    this.#size++
  }

  #leave(resting: Resting): void {
    const { accountId, instrument } = resting
    const orders = this.#accounts.get(accountId)?.orders
    orders?.delete(resting.orderId)
    if (orders?.size === 0) this.#accounts.delete(accountId)
    instrument.leave(resting)
    if (instrument.count === 0) {
      this.#instruments.delete(instrument.symbol)
      this.#listed = null
    }
    this.#expiries.remove(resting.validUntilMs, accountId)
    this.#size--
  }
}

export const orderBook = (): OrderBook => new LevelBook()

/** An account with open orders, which share its id object. */
interface Account {
  readonly accountId: string
  readonly orders: Map<string, Resting>
}

const dueOf = (account: Account | undefined, atMs: number): readonly Resting[] =>
  [...(account?.orders.values() ?? [])]
    .filter(({ validUntilMs }) => validUntilMs <= atMs)
    .sort((one, other) => one.validUntilMs - other.validUntilMs || one.seq - other.seq)

// The open orders of one instrument: each side has one level per limit, best first, and one for
// MARKET orders. Orders that end after the next tick, whatever its price, are also kept separately.
// An order for an auction is in no level, since no tick fills it.
//
// Orders within a level have no sequence: accounts do not compete [fill.accounts], and a caller
// that tries an account's orders sorts them by `seq`. So an order leaves its level in constant
// time, from any position.

/** An open order after its latest change that this process has seen. */
export interface RestingOrder {
  readonly accountId: string
  readonly orderId: string
  readonly symbol: string
  readonly seq: number
  /** The time of its acceptance, or of the last tick at which it acted. */
  readonly updatedAtMs: number
  readonly validUntilMs: number
}

/** The orders of one side that trade at ticks. */
export interface RestingSide {
  /** True if some orders act at any price. */
  readonly atMarket: boolean
  /**
   * The limit that prices reach first, and the limit that they reach last; null if there is none.
   */
  readonly best: Price | null
  readonly worst: Price | null
}

/** The open orders of one instrument. */
export interface RestingInstrument {
  readonly symbol: string
  readonly buys: RestingSide
  readonly sells: RestingSide
  /** True if some orders end after the next tick [session.exact-boundary]. */
  readonly hasLastChance: boolean
}

/** One of perhaps a million orders, which share the objects of their account and instrument. */
class Resting implements RestingOrder {
  readonly account: { readonly accountId: string }
  readonly orderId: string
  readonly seq: number
  readonly validUntilMs: number
  readonly instrument: InstrumentOrders
  updatedAtMs: number
  /** The price level at which it rests; null if no tick fills it. */
  level: Level | null = null
  /** The index among the level's orders. */
  place = 0

  constructor(
    order: BookedOrder,
    account: { readonly accountId: string },
    instrument: InstrumentOrders,
  ) {
    this.account = account
    this.orderId = order.orderId
    this.seq = order.seq
    this.validUntilMs = order.validUntilMs
    this.updatedAtMs = order.updatedAtMs
    this.instrument = instrument
  }

  get accountId(): string {
    return this.account.accountId
  }
  get symbol(): string {
    return this.instrument.symbol
  }
}

/** The orders of one side that have one limit; the limit of MARKET orders is null. */
class Level<Limit extends Price | null = Price | null> {
  readonly orders: Resting[] = []
  readonly side: OneSide
  readonly limit: Limit

  constructor(side: OneSide, limit: Limit) {
    this.side = side
    this.limit = limit
  }

  add(resting: Resting): void {
    resting.level = this
    resting.place = this.orders.length
    this.orders.push(resting)
  }

  /** Moves the last order to the index that becomes free. */
  remove(resting: Resting): void {
    const last = this.orders.pop()
    if (last === undefined || last === resting) return
    this.orders[resting.place] = last
    last.place = resting.place
  }
}

class OneSide implements RestingSide {
  readonly #market = new Level(this, null)
  /** The levels, best limit first; no level is empty. */
  readonly #levels: Level<Price>[] = []
  /** Positive if `limit` is worse than `other`. */
  readonly #compare: (limit: Price, other: Price) => number

  constructor(side: Side) {
    this.#compare = (limit, other) => (side === 'BUY' ? other.cmp(limit) : limit.cmp(other))
  }

  get atMarket(): boolean {
    return this.#market.orders.length > 0
  }
  get best(): Price | null {
    return this.#levels[0]?.limit ?? null
  }
  get worst(): Price | null {
    return this.#levels.at(-1)?.limit ?? null
  }

  add(resting: Resting, limit: Price | null): void {
    if (limit === null) {
      this.#market.add(resting)
      return
    }
    const at = this.#placeOf(limit)
    const found = this.#levels[at]
    if (found?.limit.eq(limit)) {
      found.add(resting)
      return
    }
    const level = new Level(this, limit)
    this.#levels.splice(at, 0, level)
    level.add(resting)
  }

  remove(resting: Resting, level: Level): void {
    level.remove(resting)
    if (level.orders.length > 0 || level.limit === null) return
    this.#levels.splice(this.#placeOf(level.limit), 1)
  }

  /**
   * Adds the orders that the price reaches, the best limits first; a price of null reaches none.
   */
  reachedBy(price: Price | null, found: Set<Resting>): void {
    if (price === null) return
    for (const resting of this.#market.orders) found.add(resting)
    for (const { limit, orders } of this.#levels) {
      if (this.#compare(limit, price) > 0) return
      for (const resting of orders) found.add(resting)
    }
  }

  /** Returns the index of the first level that is not better than the limit. */
  #placeOf(limit: Price): number {
    return firstIndex(this.#levels.length, (index) => {
      const level = this.#levels[index]
      return level !== undefined && this.#compare(limit, level.limit) > 0
    })
  }
}

const SIDES = { BUY: 'buys', SELL: 'sells' } as const satisfies Record<Side, 'buys' | 'sells'>

class InstrumentOrders implements RestingInstrument {
  readonly buys = new OneSide('BUY')
  readonly sells = new OneSide('SELL')
  readonly #lastChances = new Set<Resting>()
  /** The number of open orders, including orders that no tick fills. */
  count = 0
  readonly symbol: string

  constructor(symbol: string) {
    this.symbol = symbol
  }

  get hasLastChance(): boolean {
    return this.#lastChances.size > 0
  }

  enter(resting: Resting, { side, limit, timeInForce, isLastChance }: BookedOrder): void {
    this.count++
    if (!isForAuction(timeInForce)) this[SIDES[side]].add(resting, limit)
    if (isLastChance) this.#lastChances.add(resting)
  }

  /** Updates the order; its terms never change. */
  change(resting: Resting, { updatedAtMs, isLastChance }: BookedOrder): void {
    resting.updatedAtMs = updatedAtMs
    if (isLastChance) this.#lastChances.add(resting)
  }

  leave(resting: Resting): void {
    const { level } = resting
    this.count--
    level?.side.remove(resting, level)
    this.#lastChances.delete(resting)
  }

  /**
   * Returns the orders that the prices reach, the best limits first, and the orders with a last
   * chance.
   */
  reachedBy(bidPrice: Price | null, askPrice: Price | null): ReadonlySet<Resting> {
    const found = new Set<Resting>()
    this.buys.reachedBy(askPrice, found)
    this.sells.reachedBy(bidPrice, found)
    for (const resting of this.#lastChances) found.add(resting)
    return found
  }
}

/**
 * Counts orders, or legs of conditional orders, by the instant of their expiry and by account.
 * There are few such instants: a close, an auction.
 */
export function expiryCounts() {
  const byInstant = new Map<number, Map<string, number>>()
  let nextMs: number | null = null
  return {
    get nextMs() {
      return nextMs
    },
    add(ms: number, accountId: string): void {
      const counts = byInstant.get(ms) ?? new Map<string, number>()
      if (counts.size === 0) byInstant.set(ms, counts)
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
      if (nextMs === null || ms < nextMs) nextMs = ms
    },
    remove(ms: number, accountId: string): void {
      const counts = byInstant.get(ms)
      const left = (counts?.get(accountId) ?? 0) - 1
      if (left > 0) counts?.set(accountId, left)
      else counts?.delete(accountId)
      if (counts?.size !== 0) return
      byInstant.delete(ms)
      if (ms === nextMs) nextMs = byInstant.size === 0 ? null : Math.min(...byInstant.keys())
    },
    /** The ids of accounts with orders that expire at the instant or before it. */
    accountsUntil: (atMs: number): readonly string[] => [
      ...new Set(
        [...byInstant].flatMap(([ms, counts]) => (ms <= atMs ? [...counts.keys()] : [])).toSorted(),
      ),
    ],
  }
}
