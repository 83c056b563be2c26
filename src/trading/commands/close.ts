/**
 * Closes a holding, or all holdings of an account, in one commit with the exits of its conditional
 * orders [close.cancels] [close.conditional] [close.all].
 */
import type { Leg } from '../../core/conditional/leg'
import { NO_QUANTITY, type Percent } from '../../core/money'
import {
  type CloseAllRefusal,
  type CloseRefusal,
  type CloseRequest,
  close,
} from '../../core/order/close'
import type { Order, OrderToPlace } from '../../core/order/order'
import { accept, lockRefusal, type PlaceFacts } from '../../core/order/place'
import { isSameSizing } from '../../core/order/sizing'
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import type { Command } from '../command'
import type { Rows } from '../rows'
import { endedIfOver, endWaitingLegs } from './cancel'
import { placeFacts, recordAccepted } from './place'

export interface ClosedHolding {
  /** The order that sells the shares. */
  readonly order: Order
  /** The orders that held the shares before; empty in the answer to a replay. */
  readonly canceled: readonly Order[]
  /** True if it was placed before, by the same clientOrderId [close.replay]. */
  readonly replayed: boolean
}

export type CloseOutcome = ClosedHolding | Refused<CloseRefusal>

/** `clientId` is the client that asks, for a test that decides the orders of a client. */
export const closeCommand = (
  accountId: string,
  request: Omit<CloseRequest, 'kind'>,
  feed: Feed,
  clientId = '',
): Command<CloseOutcome> => ({
  accountId,
  meetsOutcomes: true,
  symbols: [request.symbol],
  heldSymbols: [request.symbol],
  clientOrderIds: [request.clientOrderId],
  wholeAccount: true,
  decide: (rows, now) =>
    closed(rows, accountId, { ...request, kind: 'CLOSE' }, { feed, clientId, now }),
})

/** A holding that stays as it is, with its orders. */
export interface RefusedClose {
  readonly symbol: string
  readonly refusal: Refused<CloseRefusal>
}

/** The close of all holdings; each holding may be refused separately. */
export interface ClosedHoldings {
  readonly orders: readonly Order[]
  readonly canceled: readonly Order[]
  readonly refusals: readonly RefusedClose[]
  /** True for a replay, which has only the first order in `orders`. */
  readonly replayed: boolean
}

export interface CloseAllRequest {
  readonly clientOrderId: string
  readonly percent: Percent
}

/** Holdings that the command did not load: make the command again with them. */
export interface MoreHoldings {
  readonly unlisted: readonly string[]
}

/**
 * The first order has the id itself; every other order has the id and its own symbol
 * [close.all-ids].
 */
const closeIdOf = (clientOrderId: string, symbol: string): string => `${clientOrderId}.${symbol}`

/** `symbols` are the symbols of the account's holdings that were found so far. */
export const closeAllCommand = (
  accountId: string,
  { clientOrderId, percent }: CloseAllRequest,
  symbols: readonly string[],
  feed: Feed,
  clientId = '',
): Command<ClosedHoldings | MoreHoldings | Refused<CloseAllRefusal>> => ({
  accountId,
  meetsOutcomes: true,
  symbols,
  clientOrderIds: [clientOrderId, ...symbols.map((symbol) => closeIdOf(clientOrderId, symbol))],
  wholeAccount: true,
  decide(rows, now) {
    const account = rows.account(accountId)
    if (account === undefined) return refused('account-not-found')
    const sizing = { kind: 'CLOSE_ALL', percent } as const
    const prior = rows.orderByClientId(accountId, clientOrderId)
    if (prior !== undefined && prior.sizing !== null && isSameSizing(prior.sizing, sizing)) {
      return { orders: [prior], canceled: [], refusals: [], replayed: true }
    }
    // [conditional.replay]
    if (prior !== undefined || rows.groupByClientId(accountId, clientOrderId).length > 0) {
      return refused('idempotency-key-conflict', { clientOrderId })
    }
    const locked = lockRefusal({ account, halted: rows.halted })
    if (locked !== undefined) return locked
    const held = rows.holdings(accountId).filter(({ quantity }) => quantity.gt(NO_QUANTITY))
    const unlisted = held.map(({ symbol }) => symbol).filter((each) => !symbols.includes(each))
    if (unlisted.length > 0) return { unlisted }
    const orders: Order[] = []
    const canceled: Order[] = []
    const refusals: RefusedClose[] = []
    for (const { symbol } of held) {
      const id = orders.length === 0 ? clientOrderId : closeIdOf(clientOrderId, symbol)
      const request = { clientOrderId: id, symbol, ...sizing }
      const outcome = closed(rows, accountId, request, { feed, clientId, now })
      if (isRefused(outcome)) refusals.push({ symbol, refusal: outcome })
      else {
        orders.push(outcome.order)
        canceled.push(...outcome.canceled)
      }
    }
    return { orders, canceled, refusals, replayed: false }
  },
})

interface Turn {
  readonly feed: Feed
  readonly clientId: string
  readonly now: Instant
}

function closed(rows: Rows, accountId: string, request: CloseRequest, turn: Turn): CloseOutcome {
  const { feed, now } = turn
  for (const order of rows.openOrders(accountId)) {
    if (order.symbol === request.symbol) endedIfOver(rows, order, feed.calendar, now)
  }
  const terms = { ...request, limitPrice: null, timeInForce: 'DAY' } as const
  const facts = placeFacts(rows, accountId, terms, feed, now)
  if (isRefused(facts)) return facts
  const closing = close(request, facts)
  if (isRefused(closing)) return closing
  if ('replayed' in closing) return { order: closing.replayed, canceled: [], replayed: true }
  return recorded(rows, closing.sale, facts, turn)
}

/** Ends all that holds the shares, then accepts the sale. */
function recorded(rows: Rows, sale: OrderToPlace, facts: PlaceFacts, turn: Turn): ClosedHolding {
  const { accountId } = facts.account
  const holdsShares = ({ side, symbol }: Pick<Order, 'side' | 'symbol'>): boolean =>
    side === 'SELL' && symbol === sale.symbol
  const canceled = rows
    .openOrders(accountId)
    .filter(holdsShares)
    .map((order) => rows.apply(order, { type: 'Canceled', reason: 'holding-closed' }, turn.now))
  // An exit that waits for its entry holds nothing.
  const isArmed = (leg: Leg): boolean => leg.status === 'ARMED' && holdsShares(leg)
  endWaitingLegs(rows, accountId, isArmed, 'holding-closed', turn.now)
  // The holds have ended, so the account and the holding have changed.
  const account = rows.account(accountId) ?? facts.account
  const holding = rows.holding(accountId, sale.symbol)
  const order = recordAccepted(rows, accept(sale, { ...facts, account, holding }), turn)
  return { order, canceled, replayed: false }
}
