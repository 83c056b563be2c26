/**
 * Places a conditional order. The checks stand from top to bottom in the order in which they are
 * answered. Then follow the legs that are accepted, with their holds.
 */
import { type Account, eventTime, type Holding } from '../account/account'
import { assert } from '../assert'
import { groupIdOf, orderIdOf } from '../ids'
import type { TradedInstrument } from '../instrument'
import { GTC_DAYS_MAX, MARKET_BUY_HOLD_FACTOR } from '../limits'
import {
  type Amount,
  gap,
  larger,
  NO_AMOUNT,
  NO_PRICE,
  NO_QUANTITY,
  notional,
  type Price,
  scaled,
} from '../money'
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
import type { BidAsk } from '../quote'
import { type Refused, refused, refusedParam } from '../refusals'
import type { MarketHours } from '../session'
import { isOnTick } from '../tick-size'
import { atMs, DAY_MS, HOUR_MS, type Instant } from '../time'
import { applyLeg, type LegContext } from './apply'
import type { ConditionalTimeInForce, GroupTerms, Leg, LegTerms } from './leg'
import { limitOf, stopAt } from './trail'
import { placeChild, reaches, type TriggeredLeg } from './trigger'

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

/** The facts of the market and the account that decide about a conditional order. */
export interface ConditionalFacts {
  readonly account: Account
  /** Whether the operator has halted all placing. */
  readonly halted: boolean
  readonly holding: Holding
  readonly instrument: TradedInstrument
  /** The price that triggers the leg's side; undefined if the market shows no price. */
  readonly priceFor: (leg: LegTerms) => Price | undefined
  readonly hours: MarketHours
  /** The quote that sets the place of an order in a queue [profile.strict-queue]. */
  readonly quote: BidAsk | undefined
  readonly now: Instant
  /** The legs with the same clientOrderId, empty if there are none. */
  readonly prior: readonly Leg[]
  /** Whether an order has the clientOrderId. */
  readonly isKeyOfOrder: boolean
}

export type ConditionalPlacement =
  | { readonly accepted: readonly TriggeredLeg[] }
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

/**
 * Finds a replay. Orders share this space of keys: one id never names both [conditional.replay].
 */
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
    [leg.leg, leg.type, leg.side, leg.trailAmount, leg.trailPercent, leg.limitOffset],
    // The quantity of a stop loss shrinks with the fills of the take profit.
    leg.leg === 'STOP_LOSS' ? [] : [leg.quantity],
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
 * The end of a conditional order's time: that of a DAY order, or GTC_DAYS_MAX from now. The latter
 * is rounded down to the hour, so that many orders end at few instants. Null if no session is
 * ahead.
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

/** USD per share that a BUY holds until its child does. A trail's stop only falls from here. */
function holdPriceOf(leg: LegTerms, mark: Price | undefined): Price | null {
  if (leg.side === 'SELL') return null
  const stopPrice = stopAt(leg, mark) ?? null
  const limitPrice = limitOf({ ...leg, stopPrice })
  return limitPrice ?? (stopPrice && scaled(stopPrice, MARKET_BUY_HOLD_FACTOR))
}

function cashHold(leg: LegTerms, mark: Price | undefined): Amount {
  const price = holdPriceOf(leg, mark)
  return price === null ? NO_AMOUNT : notional(price, leg.quantity)
}

/** Accepts each leg, with its child if it places one at once. */
function accept(request: ConditionalRequest, facts: ConditionalFacts): readonly TriggeredLeg[] {
  const { hours, now } = facts
  const { legs, ...group } = request
  const endsAt = endOf(group.timeInForce, hours, now)
  assert(endsAt !== null, 'a conditional order without a session ahead has been refused')
  const requestedAt = eventTime(facts.account, now)
  const { accountId } = facts.account
  const seq = facts.account.seq + 1
  const groupId = groupIdOf(accountId, requestedAt, seq)
  const applied: TriggeredLeg[] = []
  let { account, holding } = facts
  for (const terms of legs) {
    const price = facts.priceFor(terms)
    const leg: Leg = {
      ...group,
      ...terms,
      ...FRESH,
      accountId,
      groupId,
      seq,
      ...heldBy(terms, price, legs),
      stopPrice: stopAt(terms, price) ?? null,
      mark: terms.type === 'TRAILING_STOP' ? (price ?? null) : null,
      watchedAfter: requestedAt,
      requestedAt,
      updatedAt: requestedAt,
      validUntil: endsAt,
    }
    const context = { account: { ...account, hasConditionalOrders: true }, holding }
    const one = terms.type === 'LIMIT' ? work(leg, context, facts) : wait(leg, context)
    applied.push(one)
    account = (one.child ?? one.leg).account
    holding = (one.child ?? one.leg).holding
  }
  return applied
}

/** The fields that all new legs have in common. */
const FRESH = {
  status: 'ARMED',
  filledQuantity: NO_QUANTITY,
  orderId: null,
  children: 0,
  triggeredAt: null,
  triggerPrice: null,
  reason: null,
} as const satisfies Partial<Leg>

/**
 * What a new leg holds itself. A LIMIT leg holds nothing, since its child does. The other exit of
 * its group shares the child's hold, and adds what its own child would hold beyond that.
 */
function heldBy(terms: LegTerms, price: Price | undefined, legs: readonly LegTerms[]) {
  const holdPrice = holdPriceOf(terms, price)
  const worker = legs.find(({ type }) => type === 'LIMIT')
  const isShared = worker !== undefined
  const shared = worker?.limitPrice ?? NO_PRICE
  const beyond = holdPrice === null ? null : larger(gap(shared, holdPrice), NO_PRICE)
  const heldPrice = terms.type === 'LIMIT' ? null : beyond
  return {
    holdPrice,
    heldPrice,
    heldCash: heldPrice === null ? NO_AMOUNT : notional(heldPrice, terms.quantity),
    heldQuantity: terms.side === 'SELL' && !isShared ? terms.quantity : NO_QUANTITY,
  }
}

const wait = (leg: Leg, context: LegContext): TriggeredLeg => ({
  leg: applyLeg(context, null, leg),
  child: null,
})

/** Places the child of a LIMIT leg, which does not wait for a trigger. */
function work(leg: Leg, context: LegContext, facts: ConditionalFacts): TriggeredLeg {
  const { hours, now: at, quote } = facts
  const endsAt = validUntil('DAY', hours, null)
  assert(endsAt !== null, 'a conditional order without a session ahead has been refused')
  const orderId = orderIdOf(leg.accountId, eventTime(context.account, at), context.account.seq + 2)
  const works = applyLeg(context, null, { ...leg, status: 'TRIGGERED', orderId, children: 1 })
  return { leg: works, child: placeChild(leg, { ...works, hours, quote, at }, endsAt, orderId) }
}
