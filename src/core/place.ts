/** Placing an order: every rule of D4 in the order in which it is answered, then the holds. */
import { type Account, buyingPower, type Holding, sellable } from './account'
import { orderIdOf } from './ids'
import type { Instrument } from './instrument'
import type { Order, OrderRequest } from './order'
import { type Posted, postAccepted } from './post'
import type { BidAsk } from './quote'
import { type Refused, refused } from './refusals'
import type { MarketHours } from './session'
import { isOnTick, pricePlaces } from './tick-size'
import type { Instant } from './time'
import {
  type Amount,
  amount,
  decimalString,
  NO_AMOUNT,
  NO_QUANTITY,
  notional,
  type Price,
  type Quantity,
  quantity,
  scaled,
} from './units'
import { validUntil } from './validity'

/** Shares of one order (D4). */
export const MAX_QUANTITY = quantity('1000000')
/** USD of one order (D4). */
export const MAX_ORDER_VALUE = amount('10000000')
/** D4: what a MARKET buy holds per share, as a factor of the ask at its acceptance. */
const MARKET_HOLD_FACTOR = '1.03'

/** Everything the decision depends on. */
export interface PlaceFacts {
  readonly account: Account
  readonly holding: Holding
  readonly instrument: Instrument
  readonly quote: BidAsk | undefined
  readonly hours: MarketHours
  /** The account's order with the same clientOrderId, if there is one. */
  readonly prior: Order | undefined
  readonly now: Instant
}

export type PlaceRefusal =
  | 'account-locked'
  | 'idempotency-key-conflict'
  | 'price-tick-violation'
  | 'order-size-exceeded'
  | 'quote-unavailable'
  | 'instrument-suspended'
  | 'side-not-allowed'
  | 'day-market-not-tradable'
  | 'insufficient-buying-power'
  | 'insufficient-holdings'

export type Placement = { readonly accepted: Posted } | { readonly replayed: Order }

export function place(request: OrderRequest, facts: PlaceFacts): Placement | Refused<PlaceRefusal> {
  if (facts.account.locked) return refused('account-locked')
  if (facts.prior !== undefined) return replay(facts.prior, request)
  return (
    refusalOfTerms(request, facts.quote) ??
    refusalOfInstrument(request, facts) ??
    refusalOfFunds(request, facts) ?? { accepted: postAccepted(standingOf(request, facts)) }
  )
}

/** D4: the same id with the same order is answered with it, whatever became of it since. */
function replay(prior: Order, request: OrderRequest): Placement | Refused<PlaceRefusal> {
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

/** What no account could place, whoever asks and whenever. */
function refusalOfTerms(request: OrderRequest, quote: BidAsk | undefined) {
  const { limitPrice } = request
  if (limitPrice !== null && !isOnTick(limitPrice)) {
    return refused('price-tick-violation', {
      limitPrice: limitPrice.toFixed(),
      decimalPlaces: pricePlaces(limitPrice),
    })
  }
  const unitPrice = limitPrice ?? quote?.askPrice
  if (isTooLarge(request.quantity, unitPrice)) {
    return refused('order-size-exceeded', {
      maxQuantity: MAX_QUANTITY.toFixed(),
      maxValue: MAX_ORDER_VALUE.toFixed(),
    })
  }
  if (unitPrice === undefined) return refused('quote-unavailable', { symbol: request.symbol })
  return undefined
}

/** Too many shares are too many at any price, so also where there is none. */
const isTooLarge = (quantity: Quantity, unitPrice: Price | undefined): boolean =>
  quantity.gt(MAX_QUANTITY) ||
  (unitPrice !== undefined && notional(unitPrice, quantity).gt(MAX_ORDER_VALUE))

function refusalOfInstrument({ side, symbol }: OrderRequest, { instrument, hours }: PlaceFacts) {
  const { tradable, dayMarketTradable } = instrument
  if (tradable === 'SUSPENDED') return refused('instrument-suspended', { symbol })
  const barred = side === 'BUY' ? 'SELL_ONLY' : 'BUY_ONLY'
  if (tradable === barred) return refused('side-not-allowed', { symbol, tradable, side })
  if (hours.session === 'DAY' && !dayMarketTradable) {
    return refused('day-market-not-tradable', { symbol })
  }
  return undefined
}

function refusalOfFunds(request: OrderRequest, { account, holding, quote }: PlaceFacts) {
  switch (request.side) {
    case 'BUY': {
      const required = cashHold(request, quote)
      const available = buyingPower(account)
      if (required.lte(available)) return undefined
      return refused('insufficient-buying-power', {
        required: decimalString(required),
        available: decimalString(available),
      })
    }
    case 'SELL': {
      const available = sellable(holding)
      if (request.quantity.lte(available)) return undefined
      return refused('insufficient-holdings', {
        required: request.quantity.toFixed(),
        available: available.toFixed(),
      })
    }
  }
}

function holdPriceOf(request: OrderRequest, quote: BidAsk | undefined): Price | null {
  if (request.side === 'SELL') return null
  return request.limitPrice ?? (quote ? scaled(quote.askPrice, MARKET_HOLD_FACTOR) : null)
}

function cashHold(request: OrderRequest, quote: BidAsk | undefined): Amount {
  const price = holdPriceOf(request, quote)
  return price === null ? NO_AMOUNT : notional(price, request.quantity)
}

function standingOf(request: OrderRequest, facts: PlaceFacts) {
  const { account, holding, hours, now, quote } = facts
  const seq = account.seq + 1
  const order: Order = {
    ...request,
    accountId: account.accountId,
    orderId: orderIdOf(account.accountId, now, seq),
    seq,
    status: 'SUBMITTED',
    filledQuantity: NO_QUANTITY,
    filledAmount: NO_AMOUNT,
    holdPrice: holdPriceOf(request, quote),
    heldCash: cashHold(request, quote),
    session: hours.session,
    rejectReason: null,
    requestedAt: now,
    updatedAt: now,
    cancelRequestedAt: null,
    validUntil: validUntil(hours),
  }
  return { account, holding, order }
}
