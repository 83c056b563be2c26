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
import type { BookedOrder } from '../../ledger/open-orders'
import { expiryCounts } from './expiry-counts'
import {
  InstrumentOrders,
  Resting,
  type RestingInstrument,
  type RestingOrder,
} from './instrument-orders'

/**
 * The prices at a tick that come nearest to an instrument's orders, prints included; null if
 * nothing executes on that side.
 */
export interface TopOfBook {
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
    const known = this.#accounts.get(order.accountId)?.orders.get(order.orderId)
    if (known === undefined) {
      if (order.isOpen) this.#enter(order)
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

  #enter(order: BookedOrder): void {
    const { accountId, symbol } = order
    const instrument = this.#instrumentNamed(symbol)
    const account = this.#accounts.get(accountId) ?? { accountId, orders: new Map() }
    if (account.orders.size === 0) this.#accounts.set(accountId, account)
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
