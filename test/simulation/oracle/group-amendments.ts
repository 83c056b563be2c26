/** What an amendment of a conditional order must make of it, in the ledger's own words. */
import { compare, type Fraction, isSame, minus, parse, times, ZERO } from './fraction'
import {
  type Group,
  type GroupAmendment,
  heldBy,
  type Leg,
  type LegTerms,
  limitAt,
  type PriceChange,
  stopAt,
} from './groups'
import type { Account, Order } from './ledger'
import { type Owed, openLegsOf, openOrderOf } from './owed'
import { decimalOf } from './prices'

interface Changed {
  readonly leg: Leg
  readonly order: Order | undefined
  readonly sized: Fraction
  readonly becomes: Partial<Leg>
  /** USD that it holds more, or less. */
  readonly grows: number
}

/** The events of the amendment; none if it changes nothing. */
export function amendedBy(
  account: Account,
  group: Group,
  { legs, quantity }: GroupAmendment,
  atMs: number,
): readonly Owed[] {
  const planned = group.legs[0]?.quantity ?? ZERO
  const resized = quantity !== null && !isSame(parse(quantity), planned) ? parse(quantity) : null
  const open = openLegsOf(group)
  const profit = open.find(({ name }) => name === 'TAKE_PROFIT')
  const shared = profit === undefined ? null : termsBy(profit, legs.TAKE_PROFIT).limit
  return open
    .flatMap((leg) => {
      const made = changedBy(account, leg, resized, legs[leg.name], shared, atMs)
      return made === undefined ? [] : [made]
    })
    .toSorted((one, other) => one.grows - other.grows)
    .flatMap(({ leg, order, sized, becomes }): readonly Owed[] => {
      if (order === undefined) return [{ leg, to: leg.status, sized, becomes }]
      const { orderId: replaces, validUntilMs: untilMs } = order
      return [
        { ends: replaces, isReplaced: true },
        { leg, to: 'TRIGGERED', sized, becomes },
        { places: leg, shownMs: atMs, untilMs, replaces },
      ]
    })
}

function termsBy({ terms }: Leg, change: PriceChange | undefined): LegTerms {
  if (change === undefined) return terms
  const { stop, limit, trailAmount, trailPercent, limitOffset } = change
  const isTrailed = trailAmount !== null || trailPercent !== null
  return {
    ...terms,
    stop: stop ?? terms.stop,
    limit: limit ?? terms.limit,
    limitOffset: limitOffset ?? terms.limitOffset,
    ...(isTrailed && { trailAmount, trailPercent }),
  }
}

const isSameNumber = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Number(one) === Number(other)

const isSameTerms = (one: LegTerms, other: LegTerms): boolean =>
  isSameNumber(one.stop, other.stop) &&
  isSameNumber(one.limit, other.limit) &&
  isSameNumber(one.trailAmount, other.trailAmount) &&
  isSameNumber(one.trailPercent, other.trailPercent) &&
  isSameNumber(one.limitOffset, other.limitOffset)

function changedBy(
  account: Account,
  leg: Leg,
  resized: Fraction | null,
  change: PriceChange | undefined,
  shared: string | null,
  atMs: number,
): Changed | undefined {
  const order = openOrderOf(account, leg)
  const terms = termsBy(leg, change)
  const sized = resized ?? leg.quantity
  const isAsked = !isSame(sized, leg.quantity) || !isSameTerms(terms, leg.terms)
  const stop = stopAt(leg.side, terms, leg.mark)
  const isTrail = terms.type === 'TRAILING_STOP'
  // The limit of a trail comes of its trigger.
  const limit = isTrail ? leg.limit : limitAt(leg.side, terms, stop)
  const held = heldBy(leg.side, terms, leg.mark, shared)
  const holds = leg.status === 'ARMED' && held.heldPrice !== null
  const cash = holds ? times(held.heldPrice ?? ZERO, sized) : ZERO
  // The hold of a stop loss depends on the limit of the take profit.
  const isFollowing =
    leg.status === 'ARMED' && leg.name === 'STOP_LOSS' && isSharedChanged(leg, shared)
  if (!isAsked && (!isFollowing || isSame(cash, leg.heldCash))) return undefined
  const left = minus(sized, leg.filled)
  const unit = limit === null ? (order?.holdPrice ?? ZERO) : parse(decimalOf(limit))
  const isBuy = leg.side === 'BUY'
  const was = order === undefined ? leg.heldCash : order.held
  const will = order === undefined ? cash : isBuy ? times(unit, left) : ZERO
  const waits = leg.status === 'ARMED' && { ...held, armedAtMs: atMs, lookedToMs: atMs }
  const works = order !== undefined && isBuy && { holdPrice: unit }
  return {
    leg,
    order,
    sized,
    grows: compare(will, was),
    becomes: { terms, stop, limit, ...waits, ...works, watchedAfterMs: atMs },
  }
}

function isSharedChanged({ group }: Leg, shared: string | null): boolean {
  const profit = group.legs.find(({ name }) => name === 'TAKE_PROFIT')
  return profit !== undefined && !isSameNumber(profit.terms.limit, shared)
}
