/** The trigger of a leg at a tick, and the child that it places. */
import { type Applied, buyingPower, eventTime } from '../account/account'
import { assert } from '../assert'
import { orderIdOf } from '../ids'
import type { TradedInstrument } from '../instrument'
import { NO_AMOUNT, notional, type Price, smaller } from '../money'
import { acceptedUntil, tradableRefusal, validUntil } from '../order/place'
import type { BidAsk } from '../quote'
import type { MarketHours } from '../session'
import { type Instant, isBefore } from '../time'
import { type AppliedLeg, applyLegTransition, type LegContext } from './apply'
import { childRequest } from './child'
import type { Leg, LegTransition } from './leg'
import { limitOf } from './trail'

/** The prices of one instrument that trigger legs; undefined if the market shows none. */
export interface TriggerPrices {
  readonly LAST: Price | undefined
  readonly SELL: Price | undefined
  readonly BUY: Price | undefined
}

/**
 * Returns the prices of a market: the last one, and for BID_ASK the bid for a SELL and the ask for
 * a BUY. Looks each kind up once, and only if a leg uses it.
 */
export function triggerPrices(
  findLast: () => Price | undefined,
  findBidAsk: () => Pick<BidAsk, 'bidPrice' | 'askPrice'> | undefined,
): TriggerPrices {
  const last = lazy(findLast)
  const bidAsk = lazy(findBidAsk)
  return {
    get LAST() {
      return last()
    },
    get SELL() {
      return bidAsk()?.bidPrice
    },
    get BUY() {
      return bidAsk()?.askPrice
    },
  }
}

/** Prices that trigger nothing. */
export const NO_TRIGGER_PRICES: TriggerPrices = { LAST: undefined, SELL: undefined, BUY: undefined }

/** Returns the price that triggers such a leg. */
export const priceOf = (
  prices: TriggerPrices,
  { side, triggerBy }: Pick<Leg, 'side' | 'triggerBy'>,
): Price | undefined => (triggerBy === 'LAST' ? prices.LAST : prices[side])

function lazy<T>(find: () => T): () => T {
  let found: { readonly value: T } | null = null
  return () => {
    found ??= { value: find() }
    return found.value
  }
}

/**
 * Whether the price reaches the stop: a SELL stop from above, a BUY stop from below
 * [conditional.trigger].
 */
export const reaches = (
  { side, stopPrice }: Pick<Leg, 'side' | 'stopPrice'>,
  price: Price,
): boolean => stopPrice !== null && (side === 'SELL' ? price.lte(stopPrice) : price.gte(stopPrice))

/**
 * Whether the tick may trigger the leg. The first tick after the leg was armed may, as with orders
 * [life.first-tick].
 */
export const isWatched = (
  { watchedAfter, status, validUntil: endsAt }: Pick<Leg, 'watchedAfter' | 'status' | 'validUntil'>,
  at: Instant,
): boolean => status === 'ARMED' && isBefore(watchedAfter, at) && isBefore(at, endsAt)

/** The facts of the market at the tick on which the child depends. */
export interface TriggerFacts extends LegContext {
  readonly instrument: TradedInstrument
  readonly hours: MarketHours
  readonly quote: BidAsk | undefined
  readonly at: Instant
}

/** The facts that a child needs if it is placed without a check. */
export interface ChildFacts extends LegContext {
  readonly hours: Pick<MarketHours, 'session'>
  readonly quote: BidAsk | undefined
  readonly at: Instant
}

/**
 * A leg that has changed, with the child that it has placed; null if it has placed none. `ended` is
 * the transition with which it has ended instead; null if it is open.
 */
export interface TriggeredLeg {
  readonly leg: AppliedLeg
  readonly child: Applied | null
  readonly ended: LegTransition | null
}

/**
 * Triggers the leg and places its child. The child takes over the leg's hold. It needs no further
 * hold, so a trigger never fails for lack of funds [conditional.hold]. If the market no longer
 * takes orders of the side, the leg is REJECTED.
 */
export function trigger(leg: Leg, price: Price, facts: TriggerFacts): TriggeredLeg {
  const { account, at, hours, instrument } = facts
  const refusal = tradableRefusal(instrument, leg.side)
  const endsAt = validUntil('DAY', hours, null)
  const reason = refusal?.refused ?? (endsAt === null ? 'market-ended' : null)
  if (reason !== null || endsAt === null) {
    const rejected = { type: 'Rejected', reason: reason ?? 'market-ended' } as const
    return { leg: applyLegTransition(facts, leg, rejected, at), child: null, ended: rejected }
  }
  const orderId = orderIdOf(account.accountId, eventTime(account, at), account.seq + 2)
  const limitPrice = limitOf(leg)
  const triggered = { type: 'Triggered', tickAt: at, price, limitPrice, orderId } as const
  const after = applyLegTransition(facts, leg, triggered, at)
  return {
    leg: after,
    child: placeChild({ ...leg, limitPrice }, { ...facts, ...after }, endsAt, orderId),
    ended: null,
  }
}

/**
 * Places the next child of a GTC leg whose last child has expired: a DAY order up to the next
 * REGULAR close [conditional.gtc]. If the market has no such close ahead, the leg is EXPIRED.
 */
export function renew(leg: Leg, facts: Omit<TriggerFacts, 'instrument'>): TriggeredLeg {
  const { account, at, hours } = facts
  const endsAt = hours.nextRegularCloseAt
  if (endsAt === null) {
    const expired = { type: 'Expired' } as const
    return { leg: applyLegTransition(facts, leg, expired, at), child: null, ended: expired }
  }
  const orderId = orderIdOf(account.accountId, eventTime(account, at), account.seq + 2)
  const renewed = applyLegTransition(facts, leg, { type: 'Renewed', orderId }, at)
  const child = placeChild(leg, { ...facts, ...renewed }, endsAt, orderId)
  return { leg: renewed, child, ended: null }
}

/**
 * Places the child of a leg that is new, or that has been triggered. `replaces` is the child whose
 * place it takes.
 */
export function placeChild(
  leg: Leg,
  { account, at, holding, hours, quote }: ChildFacts,
  endsAt: Instant,
  orderId: string,
  replaces: string | null = null,
): Applied {
  const request = { ...childRequest(leg), replaces }
  // The limit of a trail may have fallen below the price for which the leg has held cash.
  const holdPrice = leg.side === 'BUY' ? (leg.limitPrice ?? leg.holdPrice) : null
  const wanted = holdPrice === null ? NO_AMOUNT : notional(holdPrice, request.quantity)
  // A MARKET order may have cost more than it held, so that less is left for the next one.
  const heldCash = leg.limitPrice === null ? smaller(wanted, buyingPower(account)) : wanted
  const facts = { account, holding, hours, quote, now: at }
  const child = acceptedUntil(request, facts, endsAt, { holdPrice, heldCash })
  assert(
    child.order.orderId === orderId,
    `the child of ${leg.groupId} has the id that was drawn for it`,
  )
  return child
}
