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
import { IN_ACCOUNT, IN_LEVEL, NONE, Numbers, OrderRecords, type RecordList } from './order-records'

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
  readonly #records = new OrderRecords()
  readonly #accounts = new Map<string, Account>()
  readonly #numbered = new Numbers<Account>()
  readonly #levels = new Numbers<Level>()
  readonly #instruments = new Map<string, InstrumentOrders>()
  readonly #expiries = expiryCounts()
  #listed: readonly InstrumentOrders[] | null = null

  get instruments(): readonly RestingInstrument[] {
    this.#listed ??= [...this.#instruments.values()].filter(({ count }) => count > 0)
    return this.#listed
  }

  get nextExpiryMs(): number | null {
    return this.#expiries.nextMs
  }

  get size(): number {
    return this.#records.size
  }

  put(order: BookedOrder): void {
    const account = this.#accounts.get(order.accountId)
    const known = account === undefined ? NONE : this.#records.find(account.number, order.orderId)
    if (known === NONE) {
      if (order.isOpen) this.#enter(order, account ?? this.#newAccount(order.accountId))
    } else if (order.isOpen) this.#change(known, order)
    else this.#leave(known)
  }

  reached(touches: readonly TopOfBook[], atMs: number): readonly (readonly RestingOrder[])[] {
    const found = touches.flatMap(({ symbol, bidPrice, askPrice }) => {
      const records = this.#instruments.get(symbol)?.reachedBy(bidPrice, askPrice) ?? []
      return Array.from(records, (record) => this.#resting(record))
    })
    const valid = found.filter(({ validUntilMs }) => validUntilMs > atMs)
    return [...Map.groupBy(valid, ({ accountId }) => accountId)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, orders]) => [
        ...Map.groupBy(
          orders.toSorted((one, other) => one.seq - other.seq),
          ({ symbol }) => symbol,
        ).values(),
      ])
  }

  *due(atMs: number, roundMax: number): Iterable<readonly (readonly RestingOrder[])[]> {
    let round: (readonly RestingOrder[])[] = []
    let left = roundMax
    for (const accountId of this.#expiries.accountsUntil(atMs)) {
      const due = this.#dueOf(accountId, atMs)
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

  #dueOf(accountId: string, atMs: number): readonly RestingOrder[] {
    const account = this.#accounts.get(accountId)
    const records = account === undefined ? [] : this.#records.all(account, IN_ACCOUNT)
    return [...records]
      .filter((record) => this.#records.validUntilMs(record) <= atMs)
      .map((record) => this.#resting(record))
      .sort((one, other) => one.validUntilMs - other.validUntilMs || one.seq - other.seq)
  }

  #resting(record: number): RestingOrder {
    return {
      accountId: this.#numbered.get(this.#records.account(record)).accountId,
      orderId: this.#records.orderId(record),
      symbol: this.#levels.get(this.#records.level(record)).instrument.symbol,
      seq: this.#records.seq(record),
      updatedAtMs: this.#records.updatedAtMs(record),
      validUntilMs: this.#records.validUntilMs(record),
    }
  }

  #newAccount(accountId: string): Account {
    const account = new Account(accountId, this.#numbered)
    this.#accounts.set(accountId, account)
    return account
  }

  #instrumentOf(symbol: string): InstrumentOrders {
    const known = this.#instruments.get(symbol)
    if (known !== undefined) return known
    const made = new InstrumentOrders(symbol, this.#records, this.#levels)
    this.#instruments.set(symbol, made)
    return made
  }

  #enter(order: BookedOrder, account: Account): void {
    const instrument = this.#instrumentOf(order.symbol)
    const level = instrument.levelOf(order)
    const record = this.#records.add(order, account.number, level.number)
    this.#records.link(record, account, IN_ACCOUNT)
    this.#records.link(record, level, IN_LEVEL)
    if (order.isLastChance) instrument.lastChances.add(record)
    if (instrument.count === 0) this.#listed = null
    instrument.count++
    this.#expiries.add(order.validUntilMs, order.accountId)
  }

  /** Updates the order; its terms never change. */
  #change(record: number, { updatedAtMs, isLastChance }: BookedOrder): void {
    this.#records.setUpdatedAtMs(record, updatedAtMs)
    if (!isLastChance) return
    this.#levels.get(this.#records.level(record)).instrument.lastChances.add(record)
  }

  #leave(record: number): void {
    const account = this.#numbered.get(this.#records.account(record))
    const level = this.#levels.get(this.#records.level(record))
    const { instrument, side } = level
    this.#expiries.remove(this.#records.validUntilMs(record), account.accountId)
    this.#records.unlink(record, account, IN_ACCOUNT)
    this.#records.unlink(record, level, IN_LEVEL)
    this.#records.remove(record)
    instrument.lastChances.delete(record)
    if (account.first === NONE) {
      this.#accounts.delete(account.accountId)
      this.#numbered.remove(account.number)
    }
    if (level.first === NONE) side?.drop(level)
    instrument.count--
    if (instrument.count === 0) this.#listed = null
  }
}

export const orderBook = (): OrderBook => new LevelBook()

/** An account with open orders. */
class Account implements RecordList {
  readonly accountId: string
  readonly number: number
  first = NONE

  constructor(accountId: string, numbers: Numbers<Account>) {
    this.accountId = accountId
    this.number = numbers.add(this)
  }
}

// The open orders of one instrument: each side has one level per limit, best first, and one for
// MARKET orders. Orders that end after the next tick, whatever its price, are also kept separately.
// Orders for an auction have a level of their own, since no tick fills them.
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

/**
 * The orders of one side that have one limit. The limit of MARKET orders is null, and so is the
 * limit of orders for an auction.
 */
class Level<Limit extends Price | null = Price | null> implements RecordList {
  readonly instrument: InstrumentOrders
  /** Null for orders for an auction. */
  readonly side: OneSide | null
  readonly limit: Limit
  readonly number: number
  first = NONE

  constructor(
    instrument: InstrumentOrders,
    side: OneSide | null,
    limit: Limit,
    numbers: Numbers<Level>,
  ) {
    this.instrument = instrument
    this.side = side
    this.limit = limit
    this.number = numbers.add(this)
  }
}

class OneSide implements RestingSide {
  readonly #instrument: InstrumentOrders
  readonly #records: OrderRecords
  readonly #numbers: Numbers<Level>
  readonly #market: Level<null>
  /** The levels, best limit first; no level is empty. */
  readonly #levels: Level<Price>[] = []
  /** Positive if `limit` is worse than `other`. */
  readonly #compare: (limit: Price, other: Price) => number

  constructor(
    side: Side,
    instrument: InstrumentOrders,
    records: OrderRecords,
    numbers: Numbers<Level>,
  ) {
    this.#instrument = instrument
    this.#records = records
    this.#numbers = numbers
    this.#market = new Level(instrument, this, null, numbers)
    this.#compare = (limit, other) => (side === 'BUY' ? other.cmp(limit) : limit.cmp(other))
  }

  get atMarket(): boolean {
    return this.#market.first !== NONE
  }
  get best(): Price | null {
    return this.#levels[0]?.limit ?? null
  }
  get worst(): Price | null {
    return this.#levels.at(-1)?.limit ?? null
  }

  /** Returns the level of the limit, into which the caller puts an order. */
  levelOf(limit: Price | null): Level {
    if (limit === null) return this.#market
    const at = this.#placeOf(limit)
    const found = this.#levels[at]
    if (found?.limit.eq(limit)) return found
    const level = new Level(this.#instrument, this, limit, this.#numbers)
    this.#levels.splice(at, 0, level)
    return level
  }

  /** Drops a level that has become empty; the level of MARKET orders stays. */
  drop({ limit, number }: Level): void {
    if (limit === null) return
    this.#levels.splice(this.#placeOf(limit), 1)
    this.#numbers.remove(number)
  }

  /**
   * Adds the orders that the price reaches, the best limits first; a price of null reaches none.
   */
  reachedBy(price: Price | null, found: Set<number>): void {
    if (price === null) return
    this.#addAll(this.#market, found)
    for (const level of this.#levels) {
      if (this.#compare(level.limit, price) > 0) return
      this.#addAll(level, found)
    }
  }

  #addAll(level: Level, found: Set<number>): void {
    for (const record of this.#records.all(level, IN_LEVEL)) found.add(record)
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
  readonly symbol: string
  readonly buys: OneSide
  readonly sells: OneSide
  readonly #auctions: Level
  /** The records of the orders that end after the next tick. */
  readonly lastChances = new Set<number>()
  /** The number of open orders, including orders that no tick fills. */
  count = 0

  constructor(symbol: string, records: OrderRecords, levels: Numbers<Level>) {
    this.symbol = symbol
    this.buys = new OneSide('BUY', this, records, levels)
    this.sells = new OneSide('SELL', this, records, levels)
    this.#auctions = new Level(this, null, null, levels)
  }

  get hasLastChance(): boolean {
    return this.lastChances.size > 0
  }

  levelOf({ side, limit, timeInForce }: BookedOrder): Level {
    return isForAuction(timeInForce) ? this.#auctions : this[SIDES[side]].levelOf(limit)
  }

  /**
   * Returns the orders that the prices reach, the best limits first, and the orders with a last
   * chance.
   */
  reachedBy(bidPrice: Price | null, askPrice: Price | null): ReadonlySet<number> {
    const found = new Set<number>()
    this.buys.reachedBy(askPrice, found)
    this.sells.reachedBy(bidPrice, found)
    for (const record of this.lastChances) found.add(record)
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
