/**
 * What speaks against an order (D4), in the order in which it is answered: what can never be valid,
 * then what depends on the market and the account as they are now.
 */
import { type Account, buyingPower, type Holding, sellable } from '../account/account'
import type { Instrument } from '../instrument'
import {
  type Amount,
  amount,
  decimalString,
  NO_AMOUNT,
  notional,
  type Price,
  placesOf,
  type Quantity,
  quantity,
  scaled,
} from '../money'
import type { BidAsk } from '../quote'
import { refused, refusedParam } from '../refusals'
import type { MarketHours } from '../session'
import { isOnTick, pricePlaces } from '../tick-size'
import { type Instant, toKst } from '../time'
import { isImmediate, LIVE_ONLY_TYPES, type OrderRequest } from './order'
import { letsTrade, tradesInSession } from './tradability'
import { validUntil } from './validity'

/** Shares of one order (D4). */
export const MAX_QUANTITY = quantity('1000000')
/** USD of one order (D4). */
export const MAX_ORDER_VALUE = amount('10000000')
/** D4: what a MARKET buy holds per share, as a factor of the ask at its acceptance. */
const MARKET_HOLD_FACTOR = '1.03'

/** The market and the account, as far as they decide about an order. */
export interface Circumstances {
  readonly account: Account
  /** All placing is halted by the operator. */
  readonly halted: boolean
  readonly holding: Holding
  readonly instrument: Instrument
  readonly quote: BidAsk | undefined
  readonly hours: MarketHours
  /** The auction that an OPG or CLS order is for; null for others, and where none is ahead. */
  readonly auctionAt: Instant | null
  readonly now: Instant
}

/** The operator's lock on the account, or on the whole market. */
export function refusalOfLock({ account, halted }: Circumstances) {
  if (account.locked) return refused('account-locked')
  if (halted) return refused('trading-halted')
  return undefined
}

/** What no account could place, whoever asks and whenever. */
export function refusalOfTerms(request: OrderRequest, quote: BidAsk | undefined) {
  const { limitPrice, orderType } = request
  if (LIVE_ONLY_TYPES.some((type) => type === orderType)) {
    return refused('order-type-live-only', { orderType })
  }
  if (limitPrice !== null && !isOnTick(limitPrice)) {
    return refusedParam('price-tick-violation', 'limitPrice', {
      limitPrice: limitPrice.toFixed(),
      decimalPlaces: pricePlaces(limitPrice),
      sentPlaces: placesOf(limitPrice),
    })
  }
  if (isTooLarge(request.quantity, limitPrice ?? quote?.askPrice)) {
    return refused('order-size-exceeded', {
      maxQuantity: MAX_QUANTITY.toFixed(),
      maxValue: MAX_ORDER_VALUE.toFixed(),
    })
  }
  return undefined
}

/** Too many shares are too many at any price, so also where there is none. */
const isTooLarge = (quantity: Quantity, unitPrice: Price | undefined): boolean =>
  quantity.gt(MAX_QUANTITY) ||
  (unitPrice !== undefined && notional(unitPrice, quantity).gt(MAX_ORDER_VALUE))

/** What may be otherwise at another time, or in another account. */
export function refusalForNow(request: OrderRequest, circumstances: Circumstances) {
  return (
    refusalOfInstrument(request, circumstances) ??
    refusalOfQuote(request, circumstances) ??
    refusalOfHours(request, circumstances) ??
    refusalOfFunds(request, circumstances)
  )
}

function refusalOfQuote({ limitPrice, symbol }: OrderRequest, { quote }: Circumstances) {
  if (limitPrice !== null || quote !== undefined) return undefined
  return refused('quote-unavailable', { symbol })
}

function refusalOfInstrument({ side, symbol }: OrderRequest, { instrument, hours }: Circumstances) {
  const { tradable } = instrument
  const { session } = hours
  if (tradable === 'SUSPENDED') return refused('instrument-suspended', { symbol })
  if (!letsTrade(tradable, side)) return refused('side-not-allowed', { symbol, tradable, side })
  if (session !== 'CLOSED' && !tradesInSession(session, instrument)) {
    return refused('day-market-not-tradable', { symbol })
  }
  return undefined
}

function refusalOfHours({ timeInForce }: OrderRequest, { hours, auctionAt }: Circumstances) {
  const { session, nextOpeningAt } = hours
  if (session === 'CLOSED' && isImmediate(timeInForce) && nextOpeningAt !== null) {
    return refused('order-hours-closed', { timeInForce, retryAfterAt: toKst(nextOpeningAt) })
  }
  if (validUntil(timeInForce, hours, auctionAt) !== null) return undefined
  return refused('market-ended', { timeInForce })
}

function refusalOfFunds(request: OrderRequest, { account, holding, quote }: Circumstances) {
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

/** USD per share that a BUY holds; null for a SELL, which holds shares. */
export function holdPriceOf(request: OrderRequest, quote: BidAsk | undefined): Price | null {
  if (request.side === 'SELL') return null
  return request.limitPrice ?? (quote ? scaled(quote.askPrice, MARKET_HOLD_FACTOR) : null)
}

/** USD that the order holds at its acceptance. */
export function cashHold(request: OrderRequest, quote: BidAsk | undefined): Amount {
  const price = holdPriceOf(request, quote)
  return price === null ? NO_AMOUNT : notional(price, request.quantity)
}
