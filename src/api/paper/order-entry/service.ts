/** Amendments, cancels of all orders, closes of holdings, and orders for an amount. */
import { isId } from '../../../core/ids'
import type { Amendment, AmendRefusal } from '../../../core/order/amend'
import type { AmountRefusal, AmountRequest } from '../../../core/order/amount-order'
import type { CloseAllRefusal, CloseRefusal, CloseRequest } from '../../../core/order/close'
import { isOpen, type Order } from '../../../core/order/order'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import { findPortfolio } from '../../../ledger/holdings'
import { closesBeside, findOrder } from '../../../ledger/orders'
import { type OrderWait, waitOf } from '../../../market/auctions'
import type { MarketClock } from '../../../market/clock'
import type { Feed } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'
import type { Database } from '../../../postgres/database'
import { amendCommand, type Replaced } from '../../../trading/commands/amend'
import {
  type CanceledAll,
  type CancelFilter,
  cancelAllCommand,
} from '../../../trading/commands/cancel'
import {
  type CloseAllRequest,
  type ClosedHolding,
  type ClosedHoldings,
  closeAllCommand,
  closeCommand,
} from '../../../trading/commands/close'
import { type Placed, placeAmountCommand } from '../../../trading/commands/place'
import { type OrBusy, orRefuse, type Sequencer, submitOrRefuse } from '../../../trading/sequencer'

export interface OrderEntryDeps {
  readonly database: Database
  readonly sequencer: Sequencer
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
}

/** The client that sends the request, and the time since the request arrived [request.deadline]. */
export interface Sender {
  readonly client: { readonly clientId: string }
  readonly waitedMs: () => number
}

/**
 * An answer with its order's wait; null if the order is tried at the next tick [order.waits-for].
 */
type Waiting<T> = T & { readonly wait: OrderWait | null }

export class OrderEntryService {
  readonly #deps: OrderEntryDeps

  constructor(deps: OrderEntryDeps) {
    this.#deps = deps
  }

  async amend(
    accountId: string,
    orderId: string,
    amendment: Amendment,
    { client: { clientId }, waitedMs }: Sender,
  ): Promise<OrBusy<Waiting<Replaced> | Refused<AmendRefusal>>> {
    const { database, feed, sequencer } = this.#deps
    if (!isId(orderId)) return refused('order-not-found')
    const order = await orRefuse(
      async () => (await findOrder(database, { accountId, orderId })) ?? NOT_FOUND,
    )
    if (isRefused(order)) return order
    const command = amendCommand(accountId, order, amendment, feed, clientId)
    const replaced = await submitOrRefuse(sequencer, command, waitedMs)
    return isRefused(replaced) ? replaced : { ...replaced, wait: this.#waitOf(replaced.order) }
  }

  async cancelAll(
    accountId: string,
    filter: CancelFilter,
    { client: { clientId }, waitedMs }: Sender,
  ): Promise<OrBusy<CanceledAll | Refused<'account-not-found' | 'symbol-not-found'>>> {
    const { feed, instruments, sequencer } = this.#deps
    const { symbol } = filter
    // A misspelt symbol must not look like a symbol without open orders.
    if (symbol !== null && !instruments.has(symbol)) {
      return refusedParam('symbol-not-found', 'symbol', { symbol })
    }
    const command = cancelAllCommand(accountId, filter, feed.calendar, { clientId, feed })
    return submitOrRefuse(sequencer, command, waitedMs)
  }

  async close(
    accountId: string,
    request: Omit<CloseRequest, 'kind'>,
    { client: { clientId }, waitedMs }: Sender,
  ): Promise<OrBusy<Waiting<ClosedHolding> | Refused<CloseRefusal>>> {
    const command = closeCommand(accountId, request, this.#deps.feed, clientId)
    const closed = await submitOrRefuse(this.#deps.sequencer, command, waitedMs)
    return isRefused(closed) ? closed : { ...closed, wait: this.#waitOf(closed.order) }
  }

  async closeAll(
    accountId: string,
    request: CloseAllRequest,
    { client: { clientId }, waitedMs }: Sender,
  ): Promise<OrBusy<ClosedHoldings | Refused<CloseAllRefusal>>> {
    const { database, feed, sequencer } = this.#deps
    const portfolio = await orRefuse(
      async () => (await findPortfolio(database, accountId)) ?? NO_ACCOUNT,
    )
    if (isRefused(portfolio)) return portfolio
    let symbols: readonly string[] = portfolio.holdings.map(({ symbol }) => symbol)
    for (;;) {
      const command = closeAllCommand(accountId, request, symbols, feed, clientId)
      const closed = await submitOrRefuse(sequencer, command, waitedMs)
      if (isRefused(closed)) return closed
      if (!('unlisted' in closed)) return this.#wholeReplay(closed)
      // A fill has created a holding in between.
      symbols = [...symbols, ...closed.unlisted]
    }
  }

  async placeAmount(
    accountId: string,
    request: AmountRequest,
    { client: { clientId }, waitedMs }: Sender,
  ): Promise<OrBusy<Waiting<Placed> | Refused<AmountRefusal>>> {
    const command = placeAmountCommand(accountId, request, this.#deps.feed, clientId)
    const placed = await submitOrRefuse(this.#deps.sequencer, command, waitedMs)
    return isRefused(placed) ? placed : { ...placed, wait: this.#waitOf(placed.order) }
  }

  /** Completes a replay, which has found only the first of its orders. */
  async #wholeReplay(closed: ClosedHoldings): Promise<OrBusy<ClosedHoldings>> {
    const [first] = closed.orders
    if (!closed.replayed || first === undefined) return closed
    const others = await orRefuse(() => closesBeside(this.#deps.database, first))
    return isRefused(others) ? others : { ...closed, orders: [first, ...others] }
  }

  #waitOf(order: Order): OrderWait | null {
    const { clock, feed, instruments } = this.#deps
    const instrument = instruments.find(order.symbol)
    if (!isOpen(order.status) || instrument === undefined) return null
    return waitOf(order, instrument, feed.calendar, clock.now())
  }
}

const NOT_FOUND = refused('order-not-found')
const NO_ACCOUNT = refused('account-not-found')
