/** Amendments, cancels of all orders, closes of holdings, and orders for an amount. */
import { isId } from '../../../core/ids'
import type { Amendment, AmendRefusal } from '../../../core/order/amend'
import type { AmountRefusal, AmountRequest } from '../../../core/order/amount-order'
import type { CloseAllRefusal, CloseRefusal, CloseRequest } from '../../../core/order/close'
import type { Order } from '../../../core/order/order'
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
import {
  type CommandSender,
  type OrBusy,
  orRefuse,
  type Sequencer,
  submitOrRefuse,
} from '../../../trading/sequencer'

export interface OrderEntryDeps {
  readonly database: Database
  readonly sequencer: Sequencer
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
}

export class OrderEntryService {
  readonly #deps: OrderEntryDeps

  constructor(deps: OrderEntryDeps) {
    this.#deps = deps
  }

  async amend(
    accountId: string,
    orderId: string,
    amendment: Amendment,
    { client: { clientId }, waitedMs }: CommandSender,
  ): Promise<OrBusy<Replaced | Refused<AmendRefusal>>> {
    const { database, feed, sequencer } = this.#deps
    if (!isId(orderId)) return refused('order-not-found')
    const order = await orRefuse(
      async () => (await findOrder(database, { accountId, orderId })) ?? NOT_FOUND,
    )
    if (isRefused(order)) return order
    const command = amendCommand(accountId, order, amendment, feed, clientId)
    return submitOrRefuse(sequencer, command, waitedMs)
  }

  async cancelAll(
    accountId: string,
    filter: CancelFilter,
    { client: { clientId }, waitedMs }: CommandSender,
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

  close(
    accountId: string,
    request: Omit<CloseRequest, 'kind'>,
    { client: { clientId }, waitedMs }: CommandSender,
  ): Promise<OrBusy<ClosedHolding | Refused<CloseRefusal>>> {
    const command = closeCommand(accountId, request, this.#deps.feed, clientId)
    return submitOrRefuse(this.#deps.sequencer, command, waitedMs)
  }

  async closeAll(
    accountId: string,
    request: CloseAllRequest,
    { client: { clientId }, waitedMs }: CommandSender,
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

  placeAmount(
    accountId: string,
    request: AmountRequest,
    { client: { clientId }, waitedMs }: CommandSender,
  ): Promise<OrBusy<Placed | Refused<AmountRefusal>>> {
    const command = placeAmountCommand(accountId, request, this.#deps.feed, clientId)
    return submitOrRefuse(this.#deps.sequencer, command, waitedMs)
  }

  /** Completes a replay, which has found only the first of its orders. */
  async #wholeReplay(closed: ClosedHoldings): Promise<OrBusy<ClosedHoldings>> {
    const [first] = closed.orders
    if (!closed.replayed || first === undefined) return closed
    const others = await orRefuse(() => closesBeside(this.#deps.database, first))
    return isRefused(others) ? others : { ...closed, orders: [first, ...others] }
  }

  /** Returns what the order waits for; null if it is tried at the next tick [order.waits-for]. */
  waitOf(order: Order): OrderWait | null {
    return waitOf(order, this.#deps)
  }
}

const NOT_FOUND = refused('order-not-found')
const NO_ACCOUNT = refused('account-not-found')
