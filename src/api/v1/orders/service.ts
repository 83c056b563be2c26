/** Orders. The sequencer changes them; reads go to the database. */
import { noHolding } from '../../../core/account/account'
import { isId } from '../../../core/ids'
import { mayTrade } from '../../../core/instrument'
import type { UseOf } from '../../../core/order/liquidity'
import type { Fill, Order, OrderRequest } from '../../../core/order/order'
import type { PreviewRefusal } from '../../../core/order/place'
import { type ExpectedFill, expectedFill, type Preview, preview } from '../../../core/order/preview'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import type { Instant } from '../../../core/time'
import { type ListKey, type Page, readPage } from '../../../http/wire/paging'
import { findAccount } from '../../../ledger/accounts'
import { listFills } from '../../../ledger/fills'
import { holdingsOf, liquidityUsesOf } from '../../../ledger/holdings'
import { isHalted } from '../../../ledger/market-state'
import { findOrder, listOrders, type PagedOrder } from '../../../ledger/orders'
import { auctionAheadOf, type OrderWait, waitOf } from '../../../market/auctions'
import type { MarketClock } from '../../../market/clock'
import type { Feed } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'
import type { Database } from '../../../postgres/database'
import { type CancelOutcome, cancelCommand } from '../../../trading/commands/cancel'
import { expectedQuote } from '../../../trading/commands/meeting'
import { type PlaceOutcome, placeCommand } from '../../../trading/commands/place'
import {
  type CommandSender,
  type OrBusy,
  orRefuse,
  type Sequencer,
  submitOrRefuse,
} from '../../../trading/sequencer'

export interface OrderDeps {
  readonly database: Database
  readonly sequencer: Sequencer
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
}

/** One page of a list; null for a filter that is omitted. */
export interface PageQuery {
  readonly symbol: string | null
  readonly from: Instant | null
  readonly to: Instant | null
  readonly limit: number
  readonly cursor: string | null
}
export interface OrdersQuery extends PageQuery {
  readonly status: 'OPEN' | 'CLOSED' | null
}
export interface FillsQuery extends PageQuery {
  readonly orderId: string | null
}

/** The outcome of placing the order, and of the tick after that [preview.expected-fill]. */
export interface Previewed extends Preview {
  readonly expected: ExpectedFill
}

export type { OrderWait as Wait }

export class OrderService {
  readonly #deps: OrderDeps

  constructor(deps: OrderDeps) {
    this.#deps = deps
  }

  place(
    accountId: string,
    request: OrderRequest,
    { client: { clientId }, waitedMs }: CommandSender,
  ): Promise<OrBusy<PlaceOutcome>> {
    const command = placeCommand(accountId, request, this.#deps.feed, clientId)
    return submitOrRefuse(this.#deps.sequencer, command, waitedMs)
  }

  /** Returns what the order waits for; null if it is tried at the next tick [order.waits-for]. */
  waitOf(order: Order): OrderWait | null {
    return waitOf(order, this.#deps)
  }

  async preview(
    accountId: string,
    request: OrderRequest,
  ): Promise<Previewed | Refused<PreviewRefusal>> {
    const { symbol } = request
    const account = await findAccount(this.#deps.database, accountId)
    if (account === undefined) return refused('account-not-found')
    const instrument = this.#deps.instruments.find(symbol)
    if (instrument === undefined) return refusedParam('symbol-not-found', 'symbol', { symbol })
    const [[holding], halted, uses] = await Promise.all([
      holdingsOf(this.#deps.database, [{ accountId, symbol }]),
      isHalted(this.#deps.database),
      liquidityUsesOf(this.#deps.database, [{ accountId, symbol }]),
    ])
    const now = this.#deps.clock.now()
    const quote = this.#deps.feed.bidAsk(symbol, now)
    const hours = this.#deps.feed.calendar.marketHoursAt(now)
    const previewed = preview(request, {
      account,
      instrument,
      now,
      halted,
      haltedUntil: this.#deps.feed.haltedUntil?.(symbol, now),
      holding: holding ?? noHolding(accountId, symbol),
      quote,
      hours,
      auctionAt: auctionAheadOf(request, this.#deps.feed.calendar, now),
    })
    if (isRefused(previewed)) return previewed
    const { fillProfile } = account
    const { session } = hours
    const trades =
      quote !== undefined && session !== 'CLOSED' && mayTrade(request.side, instrument, session)
    const useOf: UseOf = (side, source) =>
      uses.find((use) => use.side === side && use.source === source)
    const availableQuote = trades
      ? expectedQuote(fillProfile, this.#deps.feed, { symbol, session, at: now }, quote, useOf)
      : undefined
    return { ...previewed, expected: expectedFill(request, fillProfile, availableQuote) }
  }

  async cancel(
    accountId: string,
    orderId: string,
    { client: { clientId }, waitedMs }: CommandSender,
  ): Promise<OrBusy<CancelOutcome>> {
    const order = await orRefuse(() => this.#orderOf(accountId, orderId))
    if (order === undefined) return refused('order-not-found') // [life.not-found]
    if (isRefused(order)) return order
    const command = cancelCommand(accountId, orderId, order.symbol, this.#deps.feed.calendar, {
      clientId,
      feed: this.#deps.feed,
    })
    return submitOrRefuse(this.#deps.sequencer, command, waitedMs)
  }

  async find(accountId: string, orderId: string): Promise<Order | Refused<'order-not-found'>> {
    return (await this.#orderOf(accountId, orderId)) ?? refused('order-not-found')
  }

  list(
    accountId: string,
    { status, ...query }: OrdersQuery,
  ): Promise<Page<PagedOrder> | Refused<'invalid-cursor'>> {
    return readPage(
      ['orders', accountId, status, ...keyOf(query)],
      query,
      (before, limit) =>
        listOrders(this.#deps.database, { ...query, accountId, status, before, limit }),
      (order) => order.orderId,
    )
  }

  fills(
    accountId: string,
    { orderId, ...query }: FillsQuery,
  ): Promise<Page<Fill> | Refused<'invalid-cursor'>> {
    return readPage(
      ['fills', accountId, orderId, ...keyOf(query)],
      query,
      async (before, limit) =>
        orderId === null || isId(orderId)
          ? listFills(this.#deps.database, { ...query, accountId, orderId, before, limit })
          : [],
      (fill) => fill.fillId,
    )
  }

  async #orderOf(accountId: string, orderId: string) {
    return isId(orderId) ? findOrder(this.#deps.database, { accountId, orderId }) : undefined
  }
}

const keyOf = ({ symbol, from, to }: PageQuery): ListKey => [
  symbol,
  from?.toString() ?? null,
  to?.toString() ?? null,
]
