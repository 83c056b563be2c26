/**
 * Places an order. The checks stand from top to bottom in the order in which they are answered.
 * Then follows the order that is accepted, with its holds.
 */
import {
  type Account,
  type Applied,
  applyAcceptance,
  buyingPower,
  eventTime,
  type Holding,
  sellable,
} from '../account/account'
import { assert } from '../assert'
import { orderIdOf } from '../ids'
import {
  isOnTick,
  letsTrade,
  pricePlaces,
  type TradedInstrument,
  tradesInSession,
} from '../instrument'
import { MARKET_BUY_HOLD_FACTOR, ORDER_SHARES_MAX, ORDER_VALUE_USD_MAX } from '../limits'
import {
  type Amount,
  amount,
  decimalString,
  NO_AMOUNT,
  NO_QUANTITY,
  notional,
  type Price,
  placesOf,
  type Quantity,
  quantity,
  scaled,
} from '../money'
import type { BidAsk } from '../quote'
import { type Refused, refused, refusedParam } from '../refusals'
import type { MarketHours } from '../session'
import { type Instant, toKst } from '../time'
import {
  isImmediate,
  JUST_ACCEPTED,
  LIVE_ONLY_TYPES,
  ORDER_TYPES,
  type Order,
  type OrderRequest,
  type OrderToPlace,
  type Side,
  type TimeInForce,
} from './order'
import { queueOnArrival } from './queue'
import { isSameSizing } from './sizing'

const QUANTITY_MAX = quantity(ORDER_SHARES_MAX)
const VALUE_MAX = amount(ORDER_VALUE_USD_MAX)

/**
 * Refusals of the look-up of the account and the instrument, which comes before an order is decided
 * or previewed [order.symbol].
 */
const LOOKUP_REFUSALS = ['account-not-found', 'symbol-not-found'] as const

/** Refusals of the terms themselves: no account could place them at any time. */
const TERMS_REFUSALS = [
  'order-type-live-only',
  'price-tick-violation',
  'order-size-exceeded',
] as const

/** Refusals of the moment: another time, or another account, may place the same order. */
const MOMENT_REFUSALS = [
  'instrument-suspended',
  'side-not-allowed',
  'day-market-not-tradable',
  'quote-unavailable',
  'order-hours-closed',
  'market-ended',
  'insufficient-buying-power',
  'insufficient-holdings',
] as const

/** Every refusal of placing, in the order in which they are answered [request.order-of-checks]. */
export const PLACE_REFUSALS = [
  ...LOOKUP_REFUSALS,
  'idempotency-key-conflict',
  'account-locked',
  'trading-halted',
  ...TERMS_REFUSALS,
  ...MOMENT_REFUSALS,
] as const
export type PlaceRefusal = (typeof PLACE_REFUSALS)[number]

/** The refusals of a preview. It reports all others as its `rejectReason`. */
export const PREVIEW_REFUSALS = [...LOOKUP_REFUSALS, ...TERMS_REFUSALS] as const
export type PreviewRefusal = (typeof PREVIEW_REFUSALS)[number]

/** The facts of the market and the account that decide about an order. */
export interface Circumstances {
  readonly account: Account
  /** Whether the operator has halted all placing. */
  readonly halted: boolean
  /** The end of the market's own halt of the instrument, if it is in one. */
  readonly haltedUntil?: Instant | undefined
  readonly holding: Holding
  readonly instrument: TradedInstrument
  readonly quote: BidAsk | undefined
  readonly hours: MarketHours
  /** The auction of an OPG or CLS order. Null for other orders, and if no auction is ahead. */
  readonly auctionAt: Instant | null
  readonly now: Instant
}

export interface PlaceFacts extends Circumstances {
  /** The account's order with the same clientOrderId; undefined if there is none. */
  readonly prior: Order | undefined
}

export type Placement = { readonly accepted: Applied } | { readonly replayed: Order }

export function place(request: OrderToPlace, facts: PlaceFacts): Placement | Refused<PlaceRefusal> {
  const early =
    replay(request, facts.prior) ?? lockRefusal(facts) ?? termsRefusal(request, facts.quote)
  if (early !== undefined) return early
  const hold = holdOf(request, facts.quote)
  return momentRefusal(request, facts, hold) ?? { accepted: accept(request, facts, hold) }
}

/**
 * Finds a replay. The same clientOrderId with the same order returns that order, whatever happened
 * to it since [order.replay]. This check comes before the locks [order.replay-before-lock]: a
 * replay places nothing, and a client that retries needs the answer that its order is live.
 */
export function replay(request: OrderToPlace, prior: Order | undefined) {
  if (prior === undefined) return undefined
  const same =
    prior.symbol === request.symbol &&
    prior.side === request.side &&
    prior.orderType === request.orderType &&
    prior.timeInForce === request.timeInForce &&
    isSameSize(prior, request) &&
    prior.limitPrice?.toFixed() === request.limitPrice?.toFixed() &&
    prior.replaces === (request.replaces ?? null)
  if (same) return { replayed: prior }
  // [order.replay-conflict]
  return refused('idempotency-key-conflict', { clientOrderId: request.clientOrderId })
}

/** Compares what a quantity was computed from, since the computed quantity differs each time. */
function isSameSize(prior: Order, { quantity, sizing = null }: OrderToPlace): boolean {
  if (prior.sizing === null || sizing === null) {
    return prior.sizing === sizing && prior.quantity.eq(quantity)
  }
  return isSameSizing(prior.sizing, sizing)
}

/** The refusal by a lock on the account, by the operator's halt, or by a halt of the market. */
export function lockRefusal({
  account,
  halted,
  haltedUntil,
}: Pick<Circumstances, 'account' | 'halted' | 'haltedUntil'>) {
  // [order.account-locked]
  if (account.locked) return refused('account-locked')
  // [order.trading-halted]
  if (halted) return refused('trading-halted')
  // [order.market-halt]
  if (haltedUntil !== undefined) {
    return refused('trading-halted', { retryAfterAt: toKst(haltedUntil) })
  }
  return undefined
}

export function termsRefusal(request: OrderRequest, quote: BidAsk | undefined) {
  const { limitPrice, orderType } = request
  // [order.live-only]
  if (LIVE_ONLY_TYPES.some((type) => type === orderType)) {
    return refused('order-type-live-only', { orderType })
  }
  return (
    (limitPrice === null ? undefined : limitTickRefusal(limitPrice)) ??
    sizeRefusal(request.quantity, limitPrice ?? quote?.askPrice)
  )
}

/**
 * Refuses a limit that is not on a tick [order.tick-size]. `part` is the prefix of its field's
 * name.
 */
export function limitTickRefusal(limitPrice: Price, part = '') {
  if (isOnTick(limitPrice)) return undefined
  return refusedParam('price-tick-violation', `${part}limitPrice`, {
    limitPrice: limitPrice.toFixed(),
    ...tickFacts(limitPrice),
  })
}

export const tickFacts = (sent: Price) => ({
  decimalPlaces: pricePlaces(sent),
  sentPlaces: placesOf(sent),
})

/** [order.size-max] */
export function sizeRefusal(shares: Quantity, unitPrice: Price | undefined) {
  if (!isTooLarge(shares, unitPrice)) return undefined
  return refused('order-size-exceeded', {
    maxQuantity: ORDER_SHARES_MAX,
    maxValue: ORDER_VALUE_USD_MAX,
  })
}

/** Whether the shares are too many. If they exceed ORDER_SHARES_MAX, no price is needed. */
const isTooLarge = (quantity: Quantity, unitPrice: Price | undefined): boolean =>
  quantity.gt(QUANTITY_MAX) ||
  (unitPrice !== undefined && notional(unitPrice, quantity).gt(VALUE_MAX))

/** [order.tradable] */
export function tradableRefusal({ symbol, tradable }: TradedInstrument, side: Side) {
  if (tradable === 'SUSPENDED') return refused('instrument-suspended', { symbol })
  if (!letsTrade(tradable, side)) return refused('side-not-allowed', { symbol, tradable, side })
  return undefined
}

/**
 * The refusal of the moment. It checks the instrument, then its price, then the hours, then the
 * funds.
 */
export function momentRefusal(
  request: OrderRequest,
  circumstances: Circumstances,
  { heldCash }: Hold = holdOf(request, circumstances.quote),
) {
  const { limitPrice, side, symbol, timeInForce } = request
  const { auctionAt, hours, instrument, quote } = circumstances
  const { session, nextOpeningAt } = hours
  const notTradable = tradableRefusal(instrument, side)
  if (notTradable !== undefined) return notTradable
  // [order.day-market]
  if (session !== 'CLOSED' && !tradesInSession(session, instrument)) {
    return refused('day-market-not-tradable', { symbol })
  }
  // [order.quote-unavailable]
  if (limitPrice === null && quote === undefined) return refused('quote-unavailable', { symbol })
  // Every other order waits for its session [order.sessions] [order.immediate-hours].
  if (session === 'CLOSED' && isImmediate(timeInForce) && nextOpeningAt !== null) {
    return refused('order-hours-closed', { timeInForce, retryAfterAt: toKst(nextOpeningAt) })
  }
  // [order.market-ended]
  if (validUntil(timeInForce, hours, auctionAt) === null) {
    return refused('market-ended', { timeInForce })
  }
  return side === 'BUY'
    ? cashRefusal(heldCash, circumstances.account)
    : sharesRefusal(request.quantity, circumstances.holding)
}

/**
 * The end of an order's time; null if the market has no such time ahead.
 *
 * A DAY order ends at the next REGULAR close [life.day-expiry]. If it was accepted in the AFTER
 * session, it ends at that session's close [life.after-expiry]. If it was accepted while CLOSED
 * after AFTER, it belongs to the next trading date, whose REGULAR close is the next one. An IOC or
 * FOK ends at the session's close, unless a tick comes first. An OPG or CLS order ends at its
 * auction, which the calendar sets.
 */
export function validUntil(
  timeInForce: TimeInForce,
  hours: MarketHours,
  auctionAt: Instant | null,
): Instant | null {
  switch (timeInForce) {
    case 'DAY':
      return hours.session === 'AFTER' && hours.sessionClosesAt !== null
        ? hours.sessionClosesAt
        : hours.nextRegularCloseAt
    case 'IOC':
    case 'FOK':
      return hours.sessionClosesAt
    case 'OPG':
    case 'CLS':
      return auctionAt
  }
}

/** [order.hold-cash] */
export function cashRefusal(required: Amount, account: Account) {
  const available = buyingPower(account)
  if (required.lte(available)) return undefined
  return refused('insufficient-buying-power', {
    required: decimalString(required),
    available: decimalString(available),
  })
}

/** [order.hold-shares] */
export function sharesRefusal(required: Quantity, holding: Holding) {
  const available = sellable(holding)
  if (required.lte(available)) return undefined
  return refused('insufficient-holdings', {
    required: required.toFixed(),
    available: available.toFixed(),
  })
}

/** USD per share that a BUY holds; null for a SELL, which holds shares. */
function holdPriceOf(request: OrderRequest, quote: BidAsk | undefined): Price | null {
  if (request.side === 'SELL') return null
  return request.limitPrice ?? (quote ? scaled(quote.askPrice, MARKET_BUY_HOLD_FACTOR) : null)
}

/** USD that an order holds: the price of a share, null for a SELL, and that of all its shares. */
export type Hold = Pick<Order, 'holdPrice' | 'heldCash'>

/** The order's hold at its acceptance; 0 for a SELL, and if there is no price. */
export function holdOf(request: OrderRequest, quote: BidAsk | undefined): Hold {
  const holdPrice = holdPriceOf(request, quote)
  const heldCash = holdPrice === null ? NO_AMOUNT : notional(holdPrice, request.quantity)
  return { holdPrice, heldCash }
}

/** Accepts an order that no check has refused [life.accept]. */
export function accept(
  request: OrderToPlace,
  facts: Circumstances,
  hold: Hold = holdOf(request, facts.quote),
): Applied {
  const endsAt = validUntil(request.timeInForce, facts.hours, facts.auctionAt)
  assert(endsAt !== null, 'an order without a session ahead has been refused')
  return acceptedUntil(request, facts, endsAt, hold)
}

type Acceptance = Pick<Circumstances, 'account' | 'holding' | 'quote' | 'now'> & {
  readonly hours: Pick<MarketHours, 'session'>
}

/** Accepts the order with its holds, without any check. */
export function acceptedUntil(
  request: OrderToPlace,
  facts: Acceptance,
  endsAt: Instant,
  hold: Hold,
): Applied {
  const { account, holding, hours, quote } = facts
  const requestedAt = eventTime(account, facts.now)
  const orderType = ORDER_TYPES.find((type) => type === request.orderType)
  assert(orderType !== undefined, 'live-only types have been refused')
  const seq = account.seq + 1
  // Each field by name: a second spread would take as long as the rest of the acceptance.
  const order: Order = {
    ...JUST_ACCEPTED,
    clientOrderId: request.clientOrderId,
    symbol: request.symbol,
    side: request.side,
    timeInForce: request.timeInForce,
    quantity: request.quantity,
    limitPrice: request.limitPrice,
    replaces: request.replaces ?? null,
    sizing: request.sizing ?? null,
    orderType,
    accountId: account.accountId,
    orderId: orderIdOf(account.accountId, requestedAt, seq),
    seq,
    holdPrice: hold.holdPrice,
    heldCash: hold.heldCash,
    session: hours.session,
    requestedAt,
    updatedAt: requestedAt,
    validUntil: endsAt,
    queueAhead: account.fillProfile === 'strict@2' ? queueOnArrival(request, quote) : NO_QUANTITY,
  }
  return applyAcceptance({ account, holding, order })
}
