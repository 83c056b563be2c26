/** Placing an order: every rule of D4 in the order in which it is answered, then the holds. */

import { eventTime } from '../account/account'
import { assert } from '../assert'
import { orderIdOf } from '../ids'
import { NO_AMOUNT, NO_QUANTITY } from '../money'
import { type Refused, refused } from '../refusals'
import {
  type Circumstances,
  cashHold,
  holdPriceOf,
  refusalForNow,
  refusalOfLock,
  refusalOfTerms,
} from './checks'
import { ORDER_TYPES, type Order, type OrderRequest } from './order'
import { type Posted, postAccepted } from './post'
import { queueOnArrival } from './strict'
import { validUntil } from './validity'

/** Everything the decision depends on. */
export interface PlaceFacts extends Circumstances {
  /** The account's order with the same clientOrderId, if there is one. */
  readonly prior: Order | undefined
}

export type PlaceRefusal =
  | 'idempotency-key-conflict'
  | 'account-locked'
  | 'trading-halted'
  | 'order-type-live-only'
  | 'price-tick-violation'
  | 'order-size-exceeded'
  | 'quote-unavailable'
  | 'instrument-suspended'
  | 'side-not-allowed'
  | 'day-market-not-tradable'
  | 'order-hours-closed'
  | 'market-ended'
  | 'insufficient-buying-power'
  | 'insufficient-holdings'

export type Placement = { readonly accepted: Posted } | { readonly replayed: Order }

export function place(request: OrderRequest, facts: PlaceFacts): Placement | Refused<PlaceRefusal> {
  return (
    replay(request, facts.prior) ??
    refusalOfLock(facts) ??
    refusalOfTerms(request, facts.quote) ??
    refusalForNow(request, facts) ?? { accepted: accept(request, facts) }
  )
}

/**
 * D4: the same id with the same order is answered with it, whatever became of it since. Before the
 * locks (D1): it places nothing, and who retries must hear that the order is live.
 */
function replay(request: OrderRequest, prior: Order | undefined) {
  if (prior === undefined) return undefined
  const same =
    prior.symbol === request.symbol &&
    prior.side === request.side &&
    prior.orderType === request.orderType &&
    prior.timeInForce === request.timeInForce &&
    prior.quantity.eq(request.quantity) &&
    prior.limitPrice?.toFixed() === request.limitPrice?.toFixed()
  if (same) return { replayed: prior }
  return refused('idempotency-key-conflict', { clientOrderId: request.clientOrderId })
}

function accept(request: OrderRequest, facts: PlaceFacts): Posted {
  const { account, auctionAt, holding, hours, quote } = facts
  const requestedAt = eventTime(account, facts.now)
  const orderType = ORDER_TYPES.find((type) => type === request.orderType)
  assert(orderType !== undefined, 'live-only types have been refused')
  const endsAt = validUntil(request.timeInForce, hours, auctionAt)
  assert(endsAt !== null, 'what has no time ahead has been refused')
  const seq = account.seq + 1
  const order: Order = {
    ...request,
    orderType,
    accountId: account.accountId,
    orderId: orderIdOf(account.accountId, requestedAt, seq),
    seq,
    status: 'SUBMITTED',
    filledQuantity: NO_QUANTITY,
    filledAmount: NO_AMOUNT,
    holdPrice: holdPriceOf(request, quote),
    heldCash: cashHold(request, quote),
    session: hours.session,
    rejectReason: null,
    cancelReason: null,
    requestedAt,
    updatedAt: requestedAt,
    cancelRequestedAt: null,
    validUntil: endsAt,
    queueAhead: account.fillProfile === 'strict@1' ? queueOnArrival(request, quote) : NO_QUANTITY,
    queueMovedAt: null,
  }
  return postAccepted({ account, holding, order })
}
