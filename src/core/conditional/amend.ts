/**
 * Amends a conditional order: its legs have other prices or another quantity, in one commit
 * [conditional.amend]. The legs are decided together and changed one after the other, a smaller
 * hold first, so that no step holds more than there is.
 */
import { type Account, buyingPower, type Holding, heldShares, sellable } from '../account/account'
import { assert } from '../assert'
import type { TradedInstrument } from '../instrument'
import {
  type Amount,
  add,
  decimalString,
  NO_AMOUNT,
  NO_QUANTITY,
  notional,
  type Percent,
  type Price,
  type Quantity,
  subtract,
} from '../money'
import { type Order, remaining } from '../order/order'
import { limitTickRefusal, lockRefusal, sizeRefusal, tradableRefusal } from '../order/place'
import type { BidAsk } from '../quote'
import { invalidParam, type Refused, refused } from '../refusals'
import type { Session } from '../session'
import type { Instant } from '../time'
import { type AppliedLeg, applyLegTransition } from './apply'
import { replaceChild, type WorkingLeg } from './exits'
import {
  type AmendedTerms,
  isLegOpen,
  isWaiting,
  type Leg,
  type LegName,
  PARTS,
  worksAtOnce,
} from './leg'
import {
  crossingRefusal,
  firstOf,
  heldBy,
  plannedQuantity,
  reachedRefusal,
  stopTickRefusal,
} from './place'
import { stopAt } from './trail'

/** The prices of a leg to change; null for a price that stays as it is. */
export interface PriceChange {
  readonly stopPrice: Price | null
  readonly limitPrice: Price | null
  readonly trailAmount: Price | null
  readonly trailPercent: Percent | null
  readonly limitOffset: Price | null
}

/** The terms to change; null for a quantity that stays as it is. */
export interface ConditionalAmendment {
  readonly quantity: Quantity | null
  readonly legs: ReadonlyMap<LegName, PriceChange>
}

/** Every refusal of amending, in the order in which they are answered. */
export const AMEND_CONDITIONAL_REFUSALS = [
  'conditional-order-not-found',
  'conditional-order-ended',
  'invalid-parameter',
  'account-locked',
  'trading-halted',
  'leg-not-amendable',
  'cancel-pending',
  'stop-tick-violation',
  'price-tick-violation',
  'order-size-exceeded',
  'exits-crossed',
  'instrument-suspended',
  'side-not-allowed',
  'stop-already-reached',
  'insufficient-buying-power',
  'insufficient-holdings',
] as const
export type AmendConditionalRefusal = (typeof AMEND_CONDITIONAL_REFUSALS)[number]

export interface AmendFacts {
  readonly account: Account
  readonly holding: Holding
  readonly instrument: TradedInstrument
  readonly halted: boolean
  /** The end of the market's own halt of the instrument, if it is in one. */
  readonly haltedUntil?: Instant | undefined
  /** All legs of the group. */
  readonly legs: readonly Leg[]
  /** The leg's order at work; undefined if it has none. */
  readonly childOf: (leg: Leg) => Order | undefined
  /** The price that triggers the leg; undefined if the market shows none. */
  readonly priceFor: (leg: Leg) => Price | undefined
  readonly session: Session
  readonly quote: BidAsk | undefined
  readonly now: Instant
}

/** The prices that a leg of each type has, and so may change. */
const AMENDABLE = {
  STOP: ['stopPrice'],
  STOP_LIMIT: ['stopPrice', 'limitPrice'],
  TRAILING_STOP: ['trailAmount', 'trailPercent', 'limitOffset'],
  LIMIT: ['limitPrice'],
  MARKET: [],
} as const satisfies Readonly<Record<Leg['type'], readonly (keyof PriceChange)[]>>

/** A leg before and after, with its order if that is replaced. */
interface Change {
  readonly before: Leg
  readonly after: Leg
  readonly child: Order | undefined
}

export type AmendedLeg = WorkingLeg | { readonly leg: AppliedLeg }

/**
 * Returns the legs that change, in the order in which they are recorded; none if the amendment
 * changes nothing.
 */
export function amendConditional(
  amendment: ConditionalAmendment,
  facts: AmendFacts,
): readonly AmendedLeg[] | Refused<AmendConditionalRefusal> {
  const { legs } = facts
  if (!legs.some(({ status }) => isLegOpen(status))) return refused('conditional-order-ended')
  const unfit = unfitRefusal(amendment, legs)
  if (unfit !== undefined) return unfit
  const { quantity } = amendment
  const isResized = quantity !== null && !quantity.eq(plannedQuantity(legs))
  const wanted = legs.map((leg) =>
    withTerms(leg, { ...amendment, quantity: isResized ? quantity : null }),
  )
  const asked = legs.filter((leg, index) => !isSameTerms(leg, wanted[index] ?? leg))
  if (asked.length === 0) return []
  const changes = changesOf(wanted, facts)
  return (
    lockRefusal(facts) ??
    (isResized ? filledRefusal(legs) : undefined) ??
    firstOf(asked, (leg) => stateRefusal(leg, facts)) ??
    firstOf(changes, ({ before, after }) => termsRefusal(before, after, facts)) ??
    crossingRefusal({ legs: wanted.filter(({ status }) => isLegOpen(status)) }) ??
    firstOf(changes, ({ after }) => tradableRefusal(facts.instrument, after.side)) ??
    firstOf(changes, ({ before, after }) => newStopRefusal(before, after, facts)) ??
    holdRefusal(changes, facts) ??
    carriedOut(changes, facts)
  )
}

/**
 * Refuses a change of a part that the group does not have, or of a price that the leg does not
 * have.
 */
function unfitRefusal({ legs: changes }: ConditionalAmendment, legs: readonly Leg[]) {
  for (const [name, change] of changes) {
    const leg = legs.find((each) => each.leg === name)
    const known: readonly string[] = leg === undefined ? [] : AMENDABLE[leg.type]
    const odd = Object.entries(change).find(
      ([field, value]) => value !== null && !known.includes(field),
    )
    if (odd === undefined) continue
    const [field] = odd
    const lacks =
      name === 'SINGLE'
        ? 'the parts of this conditional order have their own'
        : 'this conditional order has no such part'
    const why = leg === undefined ? lacks : `a ${leg.type} has none`
    return invalidParam(PARTS[name] + field, why)
  }
  return undefined
}

/**
 * The leg with the terms that the amendment asks for. The stop of a trail follows from its mark.
 */
function withTerms(leg: Leg, { legs, quantity }: ConditionalAmendment): Leg {
  const change = legs.get(leg.leg)
  const isTrail = leg.type === 'TRAILING_STOP'
  const byAmount = change?.trailAmount ?? null
  const byPercent = change?.trailPercent ?? null
  const hasTrail = byAmount !== null || byPercent !== null
  const terms = {
    ...leg,
    quantity: isLegOpen(leg.status) && quantity !== null ? quantity : leg.quantity,
    limitPrice: change?.limitPrice ?? leg.limitPrice,
    limitOffset: change?.limitOffset ?? leg.limitOffset,
    trailAmount: hasTrail ? byAmount : leg.trailAmount,
    trailPercent: hasTrail ? byPercent : leg.trailPercent,
  }
  const stopPrice =
    isTrail && leg.mark !== null
      ? (stopAt({ ...terms, stopPrice: null }, leg.mark) ?? null)
      : (change?.stopPrice ?? leg.stopPrice)
  return { ...terms, stopPrice }
}

const TERMS = [
  'quantity',
  'stopPrice',
  'limitPrice',
  'limitOffset',
  'trailAmount',
  'trailPercent',
] as const satisfies readonly (keyof Leg)[]

const isSameTerms = (one: Leg, other: Leg): boolean =>
  TERMS.every((field) => one[field]?.toFixed() === other[field]?.toFixed())

/**
 * The legs that change, with their holds. The hold of a stop loss that waits depends on the limit
 * of the take profit too.
 */
function changesOf(wanted: readonly Leg[], { legs, childOf, priceFor }: AmendFacts): Change[] {
  const changed = (leg: Leg, index: number): boolean => !isSameTerms(leg, wanted[index] ?? leg)
  const isLimitChanged = legs.some((leg, index) => leg.leg === 'TAKE_PROFIT' && changed(leg, index))
  return legs.flatMap((before, index) => {
    const after = wanted[index] ?? before
    const isAsked = changed(before, index)
    const isShared = isLimitChanged && before.leg === 'STOP_LOSS'
    if (!isLegOpen(before.status) || !(isAsked || isShared)) return []
    const held = before.status === 'ARMED' ? heldAgain(after, wanted, priceFor(before)) : after
    if (!isAsked && held.heldCash.eq(before.heldCash)) return []
    return [{ before, after: held, child: childOf(before) }]
  })
}

/**
 * The waiting leg with the holds that its terms need. A trail's hold follows from its present stop.
 */
function heldAgain(leg: Leg, legs: readonly Leg[], price: Price | undefined): Leg {
  const open = legs.filter(({ status }) => isLegOpen(status))
  return { ...leg, ...heldBy(leg, leg.mark ?? price, open) }
}

/** The quantity of a group stays once a leg has filled a part of it. */
function filledRefusal(legs: readonly Leg[]) {
  const filled = legs.find(({ filledQuantity }) => filledQuantity.gt(NO_QUANTITY))
  return filled && refused('leg-not-amendable', { leg: filled.leg, status: filled.status })
}

function stateRefusal(leg: Leg, { childOf }: AmendFacts) {
  const isAtWork = leg.status === 'TRIGGERED' && leg.triggeredAt === null && worksAtOnce(leg.type)
  if (!isWaiting(leg) && !isAtWork) {
    return refused('leg-not-amendable', { leg: leg.leg, status: leg.status })
  }
  return childOf(leg)?.status === 'PENDING_CANCEL' ? refused('cancel-pending') : undefined
}

function termsRefusal(before: Leg, after: Leg, { priceFor }: AmendFacts) {
  const { limitPrice, quantity, stopPrice, type } = after
  const hasStop = stopPrice !== null && type !== 'TRAILING_STOP'
  return (
    (hasStop ? stopTickRefusal(stopPrice, PARTS[after.leg]) : undefined) ??
    (limitPrice === null ? undefined : limitTickRefusal(limitPrice, PARTS[after.leg])) ??
    sizeRefusal(quantity, limitPrice ?? stopPrice ?? priceFor(before))
  )
}

/** Refuses another stop that the market has reached; a stop that stays may be reached. */
function newStopRefusal(before: Leg, after: Leg, { priceFor }: AmendFacts) {
  const { status, stopPrice } = after
  if (status !== 'ARMED' || stopPrice === null || before.stopPrice?.eq(stopPrice)) return undefined
  return reachedRefusal(after, priceFor(before))
}

/** USD that the leg and its order hold before and after. */
function cashOf({ before, after, child }: Change): { readonly was: Amount; readonly will: Amount } {
  if (child === undefined) return { was: before.heldCash, will: after.heldCash }
  const unitPrice = child.side === 'BUY' ? (after.limitPrice ?? child.holdPrice) : null
  const left = subtract(after.quantity, after.filledQuantity)
  return {
    was: child.heldCash,
    will: unitPrice === null ? NO_AMOUNT : notional(unitPrice, left),
  }
}

/** Shares that the leg and its order hold before and after. */
function sharesOf({ before, after, child }: Change) {
  if (child === undefined) return { was: before.heldQuantity, will: after.heldQuantity }
  const left = subtract(after.quantity, after.filledQuantity)
  return { was: heldShares(child), will: child.side === 'SELL' ? left : NO_QUANTITY }
}

/** [conditional.amend] */
function holdRefusal(changes: readonly Change[], { account, holding }: AmendFacts) {
  const cash = changes.map(cashOf)
  const required = cash.reduce((sum, { will }) => add(sum, will), NO_AMOUNT)
  const freed = cash.reduce((sum, { was }) => add(sum, was), NO_AMOUNT)
  const available = add(buyingPower(account), freed)
  if (required.gt(available)) {
    return refused('insufficient-buying-power', {
      required: decimalString(required),
      available: decimalString(available),
    })
  }
  const shares = changes.map(sharesOf)
  const wanted = shares.reduce((sum, { will }) => add(sum, will), NO_QUANTITY)
  const held = shares.reduce((sum, { was }) => add(sum, was), NO_QUANTITY)
  const there = add(sellable(holding), held)
  if (!wanted.gt(there)) return undefined
  return refused('insufficient-holdings', {
    required: wanted.toFixed(),
    available: there.toFixed(),
  })
}

/** Changes the legs; a leg that frees something comes first. */
function carriedOut(changes: readonly Change[], facts: AmendFacts): readonly AmendedLeg[] {
  const growth = (change: Change): number => {
    const { was, will } = cashOf(change)
    return will.cmp(was)
  }
  let { account, holding } = facts
  return changes
    .toSorted((one, other) => growth(one) - growth(other))
    .map((change): AmendedLeg => {
      const amended = carryOut(change, { ...facts, account, holding })
      const last = 'child' in amended ? amended.child : amended.leg
      account = last.account
      holding = last.holding
      return amended
    })
}

const termsOf = ({
  quantity,
  stopPrice,
  limitPrice,
  trailAmount,
  trailPercent,
  limitOffset,
  holdPrice,
  heldPrice,
  heldCash,
  heldQuantity,
}: Leg): AmendedTerms => ({
  quantity,
  stopPrice,
  limitPrice,
  trailAmount,
  trailPercent,
  limitOffset,
  holdPrice,
  heldPrice,
  heldCash,
  heldQuantity,
})

function carryOut({ before, after, child }: Change, facts: AmendFacts): AmendedLeg {
  const { account, holding, now: at, quote, session } = facts
  if (child !== undefined) {
    const { limitPrice, quantity } = after
    assert(remaining(child).gt(NO_QUANTITY), 'an order at work has shares left')
    return replaceChild(
      before,
      child,
      { quantity, limitPrice },
      {
        account,
        holding,
        hours: { session },
        quote,
        at,
      },
    )
  }
  const terms = termsOf(after)
  return { leg: applyLegTransition({ account, holding }, before, { type: 'Amended', terms }, at) }
}
