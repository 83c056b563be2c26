/**
 * The open orders of one instrument. Each side has one level per limit, best first, and one for
 * MARKET orders. Orders that end after the next tick, whatever its price, are also kept separately.
 * An order for an auction is in no level, since no tick fills it.
 *
 * Orders within a level have no sequence: accounts do not compete [fill.accounts], and a caller
 * that tries an account's orders sorts them by `seq`. So an order leaves its level in constant
 * time, from any position.
 */
import type { Price } from '../../core/money'
import { isForAuction, type Side } from '../../core/order/order'
import type { BookedOrder } from '../../ledger/open-orders'

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
export class Resting implements RestingOrder {
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
    let [low, high] = [0, this.#levels.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const level = this.#levels[middle]
      if (level !== undefined && this.#compare(limit, level.limit) > 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

const SIDES = { BUY: 'buys', SELL: 'sells' } as const satisfies Record<Side, 'buys' | 'sells'>

export class InstrumentOrders implements RestingInstrument {
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
