/**
 * Places a conditional order. The checks stand from top to bottom in the order in which they are
 * answered. Then follow the legs that are accepted, with their holds.
 */
import { type Account, eventTime, type Holding } from '../account/account'
import { assert } from '../assert'
import { groupIdOf, orderIdOf } from '../ids'
import { isOnTick, type TradedInstrument } from '../instrument'
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
  type Quantity,
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
import { atMs, DAY_MS, HOUR_MS, type Instant } from '../time'
import { applyLeg, type LegContext } from './apply'
import {
  type ConditionalTimeInForce,
  type GroupTerms,
  LEG_NAMES,
  type Leg,
  type LegTerms,
  PARTS,
  worksAtOnce,
} from './leg'
import { limitOf, stopAt } from './trail'
import { placeChild, reaches, type TriggeredLeg } from './trigger'

/** Refusals of terms that no account could ever place. */
const TERMS_REFUSALS = [
  'stop-tick-violation',
  'price-tick-violation',
  'order-size-exceeded',
  'exits-crossed',
] as const
const LOOKUP_REFUSALS = ['account-not-found', 'symbol-not-found'] as const

/** Every refusal of a preview, in the order in which they are answered [conditional.preview]. */
export const PREVIEW_CONDITIONAL_REFUSALS = [...LOOKUP_REFUSALS, ...TERMS_REFUSALS] as const
export type PreviewConditionalRefusal = (typeof PREVIEW_CONDITIONAL_REFUSALS)[number]

/** Every refusal of placing, in the order in which they are answered [conditional.refusals]. */
export const CONDITIONAL_REFUSALS = [
  ...LOOKUP_REFUSALS,
  'idempotency-key-conflict',
  'account-locked',
  'trading-halted',
  ...TERMS_REFUSALS,
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

/** The market and the account, as a conditional order finds them. */
export interface ConditionalCircumstances {
  readonly account: Account
  /** Whether the operator has halted all placing. */
  readonly halted: boolean
  /** The end of the market's own halt of the instrument, if it is in one. */
  readonly haltedUntil?: Instant | undefined
  readonly holding: Holding
  readonly instrument: TradedInstrument
  /**
   * Returns the price that triggers a leg of this side; for a MARKET leg, the price at which it
   * would trade. Undefined if the market shows no price.
   */
  readonly priceFor: (leg: LegTerms) => Price | undefined
  readonly hours: MarketHours
  /**
   * Whether the instrument trades between now and this instant in a session that the request names.
   */
  readonly isWatchedBefore: (until: Instant) => boolean
  readonly now: Instant
}

/** All facts that decide about a conditional order. */
export interface ConditionalFacts extends ConditionalCircumstances {
  /** The client that sends it. */
  readonly clientId: string
  /** The quote that sets the place of an order in a queue [profile.strict-queue]. */
  readonly quote: BidAsk | undefined
  /** The legs with the same clientOrderId, empty if there are none. */
  readonly prior: readonly Leg[]
  /** These legs as they were accepted, with the terms that the client sent. */
  readonly priorAccepted: readonly Leg[]
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
    termsRefusal(request, facts) ??
    momentRefusal(request, facts) ?? { accepted: accept(request, facts) }
  )
}

/** The fault of terms that no account could ever place. */
const termsRefusal = (request: ConditionalRequest, circumstances: ConditionalCircumstances) =>
  firstOf(request.legs, (leg) => legTermsRefusal(leg, circumstances)) ?? crossingRefusal(request)

/** Why the market and the account do not allow these terms now. */
const momentRefusal = (request: ConditionalRequest, circumstances: ConditionalCircumstances) =>
  firstOf(request.legs, (leg) => legMomentRefusal(request, leg, circumstances))

export interface ConditionalPreview {
  /**
   * USD per share at which the first order is counted: its limit, or else its stop, or else the
   * market's price; null if there is no price.
   */
  readonly price: Price | null
  /** USD: quantity × price. */
  readonly amount: Amount
  /** USD that the conditional order would hold of the buying power [conditional.hold]. */
  readonly hold: Amount
  /** Why placing would be refused now; null if it would be accepted. */
  readonly rejectReason: ConditionalRefusal | null
}

/**
 * Previews a conditional order by the checks of placing. It is refused only if no account could
 * place it at any time [conditional.preview].
 */
export function previewConditional(
  request: ConditionalRequest,
  circumstances: ConditionalCircumstances,
): ConditionalPreview | Refused<PreviewConditionalRefusal> {
  const never = termsRefusal(request, circumstances)
  if (never !== undefined) return never
  const { priceFor } = circumstances
  const now = lockRefusal(circumstances) ?? momentRefusal(request, circumstances)
  const atOnce = request.legs.filter((leg) => !isPending(leg, request.legs))
  const [first] = atOnce
  const price = first === undefined ? null : unitPriceOf(first, priceFor(first))
  return {
    price,
    amount: price === null ? NO_AMOUNT : notional(price, plannedQuantity(request.legs)),
    // Exits share one hold, the larger of both [conditional.oco].
    hold: atOnce.map((leg) => cashHold(leg, priceFor(leg))).reduce(larger, NO_AMOUNT),
    rejectReason: now?.refused ?? null,
  }
}

/** USD per share at which the order of a leg is counted. */
function unitPriceOf(leg: LegTerms, mark: Price | undefined): Price | null {
  if (leg.type === 'MARKET') return mark ?? null
  const stopPrice = stopAt(leg, mark) ?? null
  return limitOf({ ...leg, stopPrice }) ?? stopPrice
}

/** Returns the refusal of the first row that has one. */
export function firstOf<Row, R>(
  rows: readonly Row[],
  refusalOf: (row: Row) => R | undefined,
): R | undefined {
  for (const row of rows) {
    const refusal = refusalOf(row)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/**
 * Finds a replay: the request as it was first sent, whatever has been amended since. Orders share
 * this space of keys: one id never names both [conditional.replay].
 */
function replay(request: ConditionalRequest, facts: ConditionalFacts) {
  const { isKeyOfOrder, prior, priorAccepted } = facts
  if (prior.length === 0 && !isKeyOfOrder) return undefined
  if (!isKeyOfOrder && isSame(request, priorAccepted)) return { replayed: prior }
  return refused('idempotency-key-conflict', { clientOrderId: request.clientOrderId })
}

const isSame = (request: ConditionalRequest, accepted: readonly Leg[]): boolean =>
  request.legs.length === accepted.length &&
  plannedQuantity(request.legs).eq(plannedQuantity(accepted)) &&
  request.legs.every((leg) =>
    accepted.some((known) => termsText(request, leg) === termsText(known, known)),
  )

/**
 * The quantity of the group. The quantities of the other legs follow the fills: a stop loss loses
 * what the take profit fills, and the exits of an entry have what it has filled.
 */
export function plannedQuantity(legs: readonly LegTerms[]): Quantity {
  const [first] = LEG_NAMES.flatMap((name) => legs.filter(({ leg }) => leg === name))
  return first?.quantity ?? NO_QUANTITY
}

const termsText = (group: GroupTerms, leg: LegTerms): string =>
  JSON.stringify([
    [group.symbol, group.timeInForce, group.triggerBy, group.sessions],
    [leg.leg, leg.type, leg.side, leg.trailAmount, leg.trailPercent, leg.limitOffset],
    leg.type === 'TRAILING_STOP' ? [] : [leg.stopPrice, leg.limitPrice],
  ])

/**
 * Refuses a stop that is not on a tick [conditional.refusals]. `part` is the prefix of its field’s
 * name.
 */
export function stopTickRefusal(stopPrice: Price, part: string) {
  if (isOnTick(stopPrice)) return undefined
  const facts = { stopPrice: stopPrice.toFixed(), ...tickFacts(stopPrice) }
  return refusedParam('stop-tick-violation', `${part}stopPrice`, facts)
}

function legTermsRefusal(leg: LegTerms, { priceFor }: ConditionalCircumstances) {
  const { limitPrice, quantity, stopPrice } = leg
  return (
    (stopPrice === null ? undefined : stopTickRefusal(stopPrice, PARTS[leg.leg])) ??
    (limitPrice === null ? undefined : limitTickRefusal(limitPrice, PARTS[leg.leg])) ??
    sizeRefusal(quantity, limitPrice ?? stopPrice ?? priceFor(leg))
  )
}

const LEVEL_TEXTS = { STOP_LOSS: 'stop loss', ENTRY: 'entry', TAKE_PROFIT: 'take profit' } as const

/**
 * The refusal of prices in the wrong order [conditional.crossed]. An exit that sells takes its
 * profit above its stop, and the price of an entry lies between them. The price of an entry is its
 * limit, or else its stop.
 */
export function crossingRefusal({ legs }: { readonly legs: readonly LegTerms[] }) {
  const ascending = (['STOP_LOSS', 'ENTRY', 'TAKE_PROFIT'] as const).flatMap((name) => {
    const found = legs.find(({ leg }) => leg === name)
    const price = found === undefined ? null : levelOf(found)
    return price === null ? [] : [{ name, price }]
  })
  const isSell = legs.some(({ leg, side }) => leg !== 'ENTRY' && side === 'SELL')
  const inOrder = isSell ? ascending : ascending.toReversed()
  for (const [index, { name: upper, price: upperPrice }] of inOrder.entries()) {
    const lower = inOrder[index - 1]
    if (lower === undefined || lower.price.lt(upperPrice)) continue
    return refused('exits-crossed', {
      lower: LEVEL_TEXTS[lower.name],
      lowerPrice: lower.price.toFixed(),
      upper: LEVEL_TEXTS[upper],
      upperPrice: upperPrice.toFixed(),
    })
  }
  return undefined
}

/** The price at which a leg is meant to trade; null if the market sets it. */
function levelOf({ leg, limitPrice, stopPrice, type }: LegTerms): Price | null {
  if (type === 'TRAILING_STOP') return null
  return leg === 'ENTRY' ? (limitPrice ?? stopPrice) : (stopPrice ?? limitPrice)
}

/** Whether the leg waits for the entry of its group [conditional.pending]. */
const isPending = (leg: LegTerms, legs: readonly LegTerms[]): boolean =>
  leg.leg !== 'ENTRY' && legs.some((each) => each.leg === 'ENTRY')

function legMomentRefusal(
  request: ConditionalRequest,
  leg: LegTerms,
  circumstances: ConditionalCircumstances,
) {
  const { account, holding, instrument, priceFor } = circumstances
  const price = priceFor(leg)
  const notTradable = tradableRefusal(instrument, leg.side)
  if (notTradable !== undefined) return notTradable
  const ended = endedRefusal(request, leg, circumstances)
  if (isPending(leg, request.legs)) return ended
  // [conditional.mark]
  if ((leg.type === 'TRAILING_STOP' || leg.type === 'MARKET') && price === undefined) {
    return refused('quote-unavailable', { symbol: request.symbol })
  }
  const reached = reachedRefusal(leg, price)
  if (reached !== undefined) return reached
  if (ended !== undefined) return ended
  // [conditional.hold]
  return leg.side === 'BUY'
    ? cashRefusal(cashHold(leg, price), account)
    : sharesRefusal(leg.quantity, holding)
}

/** Refuses a leg without a session ahead in which it could act [conditional.never]. */
function endedRefusal(
  { timeInForce }: ConditionalRequest,
  { type }: LegTerms,
  { hours, isWatchedBefore, now }: ConditionalCircumstances,
) {
  const endsAt = endOf(timeInForce, hours, now)
  if (endsAt === null) return refused('market-ended', { timeInForce })
  if (worksAtOnce(type) || isWatchedBefore(endsAt)) return undefined
  return refusedParam('market-ended', 'sessions', { timeInForce })
}

/**
 * Refuses a stop that the market has reached [conditional.already-reached]. `price` is the price
 * that triggers it; undefined if the market shows none.
 */
export function reachedRefusal(
  { side, stopPrice }: Pick<LegTerms, 'side' | 'stopPrice'>,
  price: Price | undefined,
) {
  if (price === undefined || stopPrice === null) return undefined
  if (!reaches({ side, stopPrice }, price)) return undefined
  return refused('stop-already-reached', {
    side,
    price: price.toFixed(),
    stopPrice: stopPrice.toFixed(),
  })
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

/**
 * USD per share that a BUY holds until its child takes over the hold. `mark` is the present price.
 * The stop of a trail only falls from there, so the hold stays large enough.
 */
export function holdPriceOf(leg: LegTerms, mark: Price | undefined): Price | null {
  if (leg.side === 'SELL') return null
  const price = unitPriceOf(leg, mark)
  const isLimit = leg.limitPrice !== null || leg.limitOffset !== null
  return isLimit ? price : price && scaled(price, MARKET_BUY_HOLD_FACTOR)
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
    const isForLater = isPending(terms, legs)
    const price = isForLater ? undefined : facts.priceFor(terms)
    const leg: Leg = {
      ...group,
      ...terms,
      ...FRESH,
      status: isForLater ? 'PENDING' : 'ARMED',
      accountId,
      clientId: facts.clientId,
      groupId,
      seq,
      ...(isForLater ? NOTHING_HELD : heldBy(terms, price, legs)),
      stopPrice: stopAt(terms, price) ?? null,
      mark: terms.type === 'TRAILING_STOP' ? (price ?? null) : null,
      watchedAfter: requestedAt,
      requestedAt,
      updatedAt: requestedAt,
      validUntil: endsAt,
    }
    const context = { account: { ...account, hasConditionalOrders: true }, holding }
    const starts = worksAtOnce(terms.type) && !isForLater
    const one = starts ? work(leg, context, facts) : wait(leg, context)
    applied.push(one)
    account = (one.child ?? one.leg).account
    holding = (one.child ?? one.leg).holding
  }
  return applied
}

/** The fields that all new legs have in common. */
const FRESH = {
  filledQuantity: NO_QUANTITY,
  orderId: null,
  children: 0,
  triggeredAt: null,
  triggerPrice: null,
  reason: null,
} as const satisfies Partial<Leg>

/** A PENDING exit holds nothing. It sells shares, so its child holds no cash either. */
const NOTHING_HELD = {
  holdPrice: null,
  heldPrice: null,
  heldCash: NO_AMOUNT,
  heldQuantity: NO_QUANTITY,
} as const satisfies Partial<Leg>

/**
 * What a new leg holds itself. A leg that works at once holds nothing, since its child does. The
 * other exit of an OCO shares the child's hold, and adds what its own child would hold beyond that.
 */
export function heldBy(terms: LegTerms, price: Price | undefined, legs: readonly LegTerms[]) {
  const holdPrice = holdPriceOf(terms, price)
  const worker = legs.find(({ leg }) => leg === 'TAKE_PROFIT')
  const isShared = worker !== undefined && terms.leg === 'STOP_LOSS'
  const shared = (isShared ? worker.limitPrice : null) ?? NO_PRICE
  const beyond = holdPrice === null ? null : larger(gap(shared, holdPrice), NO_PRICE)
  const waits = !worksAtOnce(terms.type)
  const heldPrice = waits ? beyond : null
  return {
    holdPrice,
    heldPrice,
    heldCash: heldPrice === null ? NO_AMOUNT : notional(heldPrice, terms.quantity),
    heldQuantity: terms.side === 'SELL' && waits && !isShared ? terms.quantity : NO_QUANTITY,
  }
}

const wait = (leg: Leg, context: LegContext): TriggeredLeg => ({
  leg: applyLeg(context, null, leg),
  child: null,
  ended: null,
})

/** Places the child of a leg that does not wait for a trigger. */
function work(leg: Leg, context: LegContext, facts: ConditionalFacts): TriggeredLeg {
  const { hours, now: at, quote } = facts
  const endsAt = validUntil('DAY', hours, null)
  assert(endsAt !== null, 'a conditional order without a session ahead has been refused')
  const orderId = orderIdOf(leg.accountId, eventTime(context.account, at), context.account.seq + 2)
  const works = applyLeg(context, null, { ...leg, status: 'TRIGGERED', orderId, children: 1 })
  const child = placeChild(leg, { ...works, hours, quote, at }, endsAt, orderId)
  return { leg: works, child, ended: null }
}
