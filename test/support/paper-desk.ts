/**
 * A brokerage in memory: it carries commands out with the core's decisions, as the engine does with
 * a database, so that a test can run thousands of them.
 */
import {
  type Account,
  type Applied,
  applyTransition,
  buyingPower,
  type Holding,
  noHolding,
} from '../../src/core/account/account'
import type { Auction } from '../../src/core/order/auction-outcomes'
import { cancel } from '../../src/core/order/cancel'
import { expire } from '../../src/core/order/expiry'
import { type InstrumentTick, match, type OrderOutcome } from '../../src/core/order/matching'
import { isOpen, type Order, type OrderEvent, type OrderRequest } from '../../src/core/order/order'
import { type PlaceFacts, place } from '../../src/core/order/place'
import { isRefused } from '../../src/core/refusals'
import type { Session } from '../../src/core/session'
import { type Instant, isBefore } from '../../src/core/time'

/** Everything that is known of one account. */
export interface Books {
  readonly opening: { readonly account: Account; readonly holdings: readonly Holding[] }
  account: Account
  readonly holdings: Map<string, Holding>
  /** The orders by clientOrderId, in the order of acceptance. */
  readonly orders: Map<string, Order>
  readonly log: OrderEvent[]
}

/** What the desk does not know by itself when an order is placed. */
export type MarketFacts = Omit<PlaceFacts, 'account' | 'holding' | 'prior'>

export class PaperDesk {
  readonly #books: Map<string, Books>

  constructor(openings: readonly Books['opening'][]) {
    this.#books = new Map(openings.map((opening) => [opening.account.accountId, booksOf(opening)]))
  }

  get books(): readonly Books[] {
    return [...this.#books.values()]
  }

  /** The code of the answer: `accepted`, `replayed`, or the refusal's. */
  place(accountId: string, request: OrderRequest, market: MarketFacts): string {
    const books = this.#booksOf(accountId)
    const outcome = place(request, {
      ...market,
      account: books.account,
      holding: holdingIn(books, request.symbol),
      prior: books.orders.get(request.clientOrderId),
    })
    if (isRefused(outcome)) return outcome.refused
    if ('replayed' in outcome) return 'replayed'
    enter(books, outcome.accepted)
    return 'accepted'
  }

  /** The answer: the order's status after it, or the code of the refusal. */
  cancel(accountId: string, clientOrderId: string, session: Session, now: Instant): string {
    const books = this.#booksOf(accountId)
    const order = books.orders.get(clientOrderId)
    if (order === undefined) return 'order-not-found'
    const event = cancel(order, session)
    if (event === null) return order.status
    if (isRefused(event)) return event.refused
    apply(books, { order, transition: event }, now)
    return orderIn(books, clientOrderId).status
  }

  tick(tick: InstrumentTick): void {
    for (const books of this.books) {
      const working = openOrders(books).filter(({ symbol }) => symbol === tick.instrument.symbol)
      const free = buyingPower(books.account)
      for (const matched of match(working, tick, free)) apply(books, matched, tick.at)
    }
  }

  /** Ends every order whose time is over, and the orders of an auction by its official price. */
  end(now: Instant, auctionOf: (order: Order) => Auction): void {
    for (const books of this.books) {
      for (const order of openOrders(books)) {
        if (isBefore(now, order.validUntil)) continue
        const free = buyingPower(books.account)
        for (const ended of expire(order, auctionOf, free)) apply(books, ended, now)
      }
    }
  }

  #booksOf(accountId: string): Books {
    const books = this.#books.get(accountId)
    if (books === undefined) throw new Error(`There is no account ${accountId}`)
    return books
  }
}

export const ordersOf = (books: Books): readonly Order[] => [...books.orders.values()]

const openOrders = (books: Books): readonly Order[] =>
  ordersOf(books).filter(({ status }) => isOpen(status))

const booksOf = (opening: Books['opening']): Books => ({
  opening,
  account: opening.account,
  holdings: new Map(opening.holdings.map((holding) => [holding.symbol, holding])),
  orders: new Map(),
  log: [],
})

const holdingIn = ({ account, holdings }: Books, symbol: string): Holding =>
  holdings.get(symbol) ?? noHolding(account.accountId, symbol)

function orderIn({ orders }: Books, clientOrderId: string): Order {
  const order = orders.get(clientOrderId)
  if (order === undefined) throw new Error(`There is no order ${clientOrderId}`)
  return order
}

/** Books the event on the order as the event before has left it. */
function apply(
  books: Books,
  { order: { clientOrderId, symbol }, transition }: OrderOutcome,
  at: Instant,
) {
  const order = orderIn(books, clientOrderId)
  const holding = holdingIn(books, symbol)
  enter(books, applyTransition({ account: books.account, holding, order }, transition, at))
}

function enter(books: Books, { account, holding, order, event }: Applied): void {
  books.account = account
  books.holdings.set(holding.symbol, holding)
  books.orders.set(order.clientOrderId, order)
  books.log.push(event)
}
