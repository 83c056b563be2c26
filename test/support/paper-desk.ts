/**
 * A brokerage in memory: it carries commands out with the core's decisions, as the engine does with
 * a database, so that a test can run thousands of them.
 */
import { type Account, type Holding, noHolding } from '../../src/core/account'
import { type InstrumentTick, match } from '../../src/core/matching'
import { isOpen, type Order, type OrderEvent, type OrderRequest } from '../../src/core/order'
import { type PlaceFacts, place } from '../../src/core/place'
import { type LogEntry, type Posted, post } from '../../src/core/post'
import { isRefused } from '../../src/core/refusals'
import { type Instant, isBefore } from '../../src/core/time'

/** Everything that is known of one account. */
export interface Books {
  readonly opening: { readonly account: Account; readonly holdings: readonly Holding[] }
  account: Account
  readonly holdings: Map<string, Holding>
  /** By clientOrderId, in the order of acceptance. */
  readonly orders: Map<string, Order>
  readonly log: LogEntry[]
}

/** What the desk does not know by itself when an order is placed. */
export type MarketFacts = Pick<PlaceFacts, 'instrument' | 'quote' | 'hours' | 'now'>

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

  /**
   * D5: an open order becomes PENDING_CANCEL; asked again, or once it is closed, it stays as it is.
   */
  cancel(accountId: string, clientOrderId: string, now: Instant): void {
    const books = this.#booksOf(accountId)
    const order = books.orders.get(clientOrderId)
    if (order === undefined || !isOpen(order.status) || order.status === 'PENDING_CANCEL') return
    apply(books, order, { type: 'CancelRequested' }, now)
  }

  /** D5, D6: what can execute does; then what was to be canceled before the tick is. */
  tick(tick: InstrumentTick): void {
    for (const books of this.books) {
      const working = openOrders(books).filter(({ symbol }) => symbol === tick.instrument.symbol)
      for (const { order, event } of match(working, tick)) apply(books, order, event, tick.at)
      for (const order of openOrders(books)) {
        const asked = order.symbol === tick.instrument.symbol ? order.cancelRequestedAt : null
        if (asked === null || !isBefore(asked, tick.at)) continue
        apply(books, order, { type: 'Canceled' }, tick.at)
      }
    }
  }

  /** D5: ends every order whose validity is over. */
  expire(now: Instant): void {
    for (const books of this.books) {
      for (const order of openOrders(books)) {
        if (isBefore(now, order.validUntil)) continue
        const type = order.status === 'PENDING_CANCEL' ? 'Canceled' : 'Expired'
        apply(books, order, { type }, now)
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

function apply(books: Books, order: Order, event: OrderEvent, at: Instant): void {
  const holding = holdingIn(books, order.symbol)
  enter(books, post({ account: books.account, holding, order }, event, at))
}

function enter(books: Books, { standing, entry }: Posted): void {
  books.account = standing.account
  books.holdings.set(standing.holding.symbol, standing.holding)
  books.orders.set(standing.order.clientOrderId, standing.order)
  books.log.push(entry)
}
