/**
 * Placing a conditional order: the ladder of its checks, top to bottom as they are answered, then
 * the legs that are accepted, with their holds.
 */
import { type Account, eventTime, type Holding } from '../account/account'
import { assert } from '../assert'
import { groupIdOf } from '../ids'
import type { TradedInstrument } from '../instrument'
import { GTC_DAYS_MAX, MARKET_BUY_HOLD_FACTOR } from '../limits'
import { type Amount, NO_AMOUNT, NO_QUANTITY, notional, type Price, scaled } from '../money'
import {
  cashRefusal,
  limitTickRefusal,
  lockRefusal,
  sharesRefusal,
  sizeRefusal,
  tickFacts,
  tradableRefusal,
  validUntil,
} from '../order/place'
import { type Refused, refused, refusedParam } from '../refusals'
import type { MarketHours } from '../session'
import { isOnTick } from '../tick-size'
import { atMs, DAY_MS, HOUR_MS, type Instant } from '../time'
import { type AppliedLeg, applyLeg } from './apply'
import type { ConditionalTimeInForce, GroupTerms, Leg, LegTerms } from './leg'
import { limitOf, stopAt } from './trail'
import { reaches } from './trigger'

/** Every refusal of placing, in the order in which they are answered [conditional.refusals]. */
export const CONDITIONAL_REFUSALS = [
  'account-not-found',
  'symbol-not-found',
  'idempotency-key-conflict',
  'account-locked',
  'trading-halted',
  'stop-tick-violation',
  'price-tick-violation',
  'order-size-exceeded',
  'instrument-suspended',
  'side-not-allowed',
  'quote-unavailable',
  'stop-already-reached',
  'market-ended',
  'insufficient-buying-power',
  'insufficient-holdings',
] as const
export type ConditionalRefusal = (typeof CONDITIONAL_REFUSALS)[number]

/** A client's conditional order, its shape already checked. */
export interface ConditionalRequest extends GroupTerms {
  readonly legs: readonly LegTerms[]
}

/** The market and the account, as far as they decide about a conditional order. */
export interface ConditionalFacts {
  readonly account: Account
  /** The operator has halted all placing. */
  readonly halted: boolean
  readonly holding: Holding
  readonly instrument: TradedInstrument
  /** The price that triggers this side; undefined: the market shows none. */
  readonly priceFor: (leg: LegTerms) => Price | undefined
  readonly hours: MarketHours
  readonly now: Instant
  /** The legs with the same clientOrderId, if there are any. */
  readonly prior: readonly Leg[]
  /** An order has the clientOrderId. */
  readonly isKeyOfOrder: boolean
}

export type ConditionalPlacement =
  | { readonly accepted: readonly AppliedLeg[] }
  | { readonly replayed: readonly Leg[] }

export function placeConditional(
  request: ConditionalRequest,
  facts: ConditionalFacts,
): ConditionalPlacement | Refused<ConditionalRefusal> {
  return (
    replay(request, facts) ??
    lockRefusal(facts) ??
    first(request, (leg) => termsRefusal(leg, facts)) ??
    first(request, (leg) => momentRefusal(request, leg, facts)) ?? {
      accepted: accept(request, facts),
    }
  )
}

const first = <R>(
  { legs }: ConditionalRequest,
  refusalOf: (leg: LegTerms) => R | undefined,
): R | undefined => {
  for (const leg of legs) {
    const refusal = refusalOf(leg)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** One space of keys with orders: the same id is never both [conditional.replay]. */
function replay(request: ConditionalRequest, { prior, isKeyOfOrder }: ConditionalFacts) {
  if (prior.length === 0 && !isKeyOfOrder) return undefined
  if (!isKeyOfOrder && isSame(request, prior)) return { replayed: prior }
  return refused('idempotency-key-conflict', { clientOrderId: request.clientOrderId })
}

const isSame = (request: ConditionalRequest, prior: readonly Leg[]): boolean =>
  request.legs.length === prior.length &&
  request.legs.every((leg) =>
    prior.some((known) => termsText(request, leg) === termsText(known, known)),
  )

const termsText = (group: GroupTerms, leg: LegTerms): string =>
  JSON.stringify([
    [group.symbol, group.timeInForce, group.triggerBy, group.sessions],
    [leg.leg, leg.type, leg.side, leg.quantity, leg.trailAmount, leg.trailPercent, leg.limitOffset],
    leg.type === 'TRAILING_STOP' ? [] : [leg.stopPrice, leg.limitPrice],
  ])

function stopTickRefusal(stopPrice: Price) {
  if (isOnTick(stopPrice)) return undefined
  const facts = { stopPrice: stopPrice.toFixed(), ...tickFacts(stopPrice) }
  return refusedParam('stop-tick-violation', 'stopPrice', facts)
}

function termsRefusal(leg: LegTerms, { priceFor }: ConditionalFacts) {
  const { limitPrice, quantity, stopPrice } = leg
  return (
    (stopPrice === null ? undefined : stopTickRefusal(stopPrice)) ??
    (limitPrice === null ? undefined : limitTickRefusal(limitPrice)) ??
    sizeRefusal(quantity, limitPrice ?? stopPrice ?? priceFor(leg))
  )
}

function momentRefusal(group: GroupTerms, leg: LegTerms, facts: ConditionalFacts) {
  const { account, holding, hours, instrument, now, priceFor } = facts
  const price = priceFor(leg)
  const notTradable = tradableRefusal(instrument, leg.side)
  if (notTradable !== undefined) return notTradable
  // [conditional.mark]
  if (leg.type === 'TRAILING_STOP' && price === undefined) {
    return refused('quote-unavailable', { symbol: group.symbol })
  }
  const { side, stopPrice } = leg
  // [conditional.already-reached]
  if (price !== undefined && stopPrice !== null && reaches({ side, stopPrice }, price)) {
    return refused('stop-already-reached', {
      side,
      price: price.toFixed(),
      stopPrice: stopPrice.toFixed(),
    })
  }
  if (endOf(group.timeInForce, hours, now) === null) {
    return refused('market-ended', { timeInForce: group.timeInForce })
  }
  // [conditional.hold]
  return side === 'BUY'
    ? cashRefusal(cashHold(leg, price), account)
    : sharesRefusal(leg.quantity, holding)
}

/**
 * When its time is over, as a DAY order's, or GTC_DAYS_MAX from now, down to the hour, so that few
 * instants end many; null: no session is ahead.
 */
function endOf(
  timeInForce: ConditionalTimeInForce,
  hours: MarketHours,
  now: Instant,
): Instant | null {
  const endsAt = validUntil('DAY', hours, null)
  if (endsAt === null || timeInForce === 'DAY') return endsAt
  const lastMs = now.epochMilliseconds + GTC_DAYS_MAX * DAY_MS
  return atMs(lastMs - (lastMs % HOUR_MS))
}

/** USD per share that a BUY holds until its child does: a trail's stop only falls from here. */
function holdPriceOf(leg: LegTerms, mark: Price | undefined): Price | null {
  const stopPrice = stopAt(leg, mark)
  if (leg.side === 'SELL' || stopPrice === undefined) return null
  return limitOf({ ...leg, stopPrice }) ?? scaled(stopPrice, MARKET_BUY_HOLD_FACTOR)
}

function cashHold(leg: LegTerms, mark: Price | undefined): Amount {
  const price = holdPriceOf(leg, mark)
  return price === null ? NO_AMOUNT : notional(price, leg.quantity)
}

function accept(request: ConditionalRequest, facts: ConditionalFacts): readonly AppliedLeg[] {
  const { hours, now } = facts
  const { legs, ...group } = request
  const endsAt = endOf(group.timeInForce, hours, now)
  assert(endsAt !== null, 'a conditional order without a session ahead has been refused')
  const requestedAt = eventTime(facts.account, now)
  const { accountId } = facts.account
  const seq = facts.account.seq + 1
  const groupId = groupIdOf(accountId, requestedAt, seq)
  const applied: AppliedLeg[] = []
  for (const terms of legs) {
    const { account, holding } = applied.at(-1) ?? facts
    const price = facts.priceFor(terms)
    const stopPrice = stopAt(terms, price)
    assert(stopPrice !== undefined, 'a trail without a price has been refused')
    const leg: Leg = {
      ...group,
      ...terms,
      accountId,
      groupId,
      seq,
      status: 'ARMED',
      filledQuantity: NO_QUANTITY,
      stopPrice,
      mark: terms.type === 'TRAILING_STOP' ? (price ?? null) : null,
      holdPrice: holdPriceOf(terms, price),
      heldCash: cashHold(terms, price),
      heldQuantity: terms.side === 'SELL' ? terms.quantity : NO_QUANTITY,
      orderId: null,
      children: 0,
      watchedAfter: requestedAt,
      triggeredAt: null,
      triggerPrice: null,
      reason: null,
      requestedAt,
      updatedAt: requestedAt,
      validUntil: endsAt,
    }
    const marked = { ...account, hasConditionalOrders: true }
    applied.push(applyLeg({ account: marked, holding }, null, leg))
  }
  return applied
}
