/**
 * Outcomes that a test forces on orders [outcome.force]: which orders one decides, and what it does
 * with them, as ordinary transitions.
 *
 * Promises: what the books forbid stays forbidden. A forced fill is paid from the order's hold and
 * free buying power as any other, is never at a worse price than the limit, never of more shares
 * than remain, and fills a FOK whole. Where an outcome asks for more it says why it was not
 * possible, and the order goes on without it.
 * Does not promise that the market traded at a forced price: it is on no tape and in no candle.
 */
import { type Amount, NO_QUANTITY, type Price, type Quantity, smaller } from '../money'
import type { BidAsk } from '../quote'
import type { RefusalCode } from '../refusals'
import type { Session } from '../session'
import { type Instant, isBefore } from '../time'
import { FORCED_FILL } from './fill-profile'
import { isMarketable, takeOffered } from './matching'
import {
  type Execution,
  evolve,
  isImmediate,
  isOpen,
  type Order,
  type OrderTransition,
  remaining,
  type Side,
} from './order'

/** Which orders an outcome decides; what is left out fits all. */
export interface OutcomeMatch {
  /** The client that places or cancels. */
  readonly clientId?: string
  readonly accountId?: string
  readonly symbol?: string
  readonly side?: Side
  /** The beginning of the clientOrderId. */
  readonly clientOrderId?: string
}

/** The part of an order that no forced fill has taken: the test's, or the market's again. */
export const REST_OF_FORCED = ['hold', 'market'] as const
export type RestOfForced = (typeof REST_OF_FORCED)[number]

/** When a cancel loses: to a fill at the next tick, or to one just before the request. */
export const CANCEL_RACES = ['next-tick', 'at-once'] as const
export type CancelRace = (typeof CANCEL_RACES)[number]

export const FORCED_ENDS = ['CANCELED', 'EXPIRED'] as const

export const FORCED_KINDS = ['fill', 'reject', 'end', 'hold', 'loseCancel'] as const

export type ForcedResult =
  | {
      readonly kind: 'fill'
      /** Null: the market's price where the limit allows it, otherwise the limit. */
      readonly price: Price | null
      /** The first at once, the others one at each tick. Null: all at once. */
      readonly parts: readonly Quantity[] | null
      readonly rest: RestOfForced
    }
  | { readonly kind: 'reject'; readonly code: RefusalCode }
  | { readonly kind: 'end'; readonly status: (typeof FORCED_ENDS)[number] }
  | { readonly kind: 'hold' }
  | {
      readonly kind: 'loseCancel'
      readonly price: Price | null
      /** Null: all that remain. */
      readonly quantity: Quantity | null
      readonly race: CancelRace
    }

export interface NewOutcome {
  /** Null for the next free one of `outcome-1`, `outcome-2` … */
  readonly outcomeId: string | null
  readonly match: OutcomeMatch
  /** Null for as often as an order fits. */
  readonly times: number | null
  readonly result: ForcedResult
}

export interface ForcedOutcome extends NewOutcome {
  readonly outcomeId: string
  /** Another whenever the outcome is set. */
  readonly ordinal: number
  /** Orders that it has decided. */
  readonly hits: number
  /** Orders that it could not decide, and why the last one. */
  readonly misses: number
  readonly lastMiss: string | null
}

/** What a test still has in mind for an order; the market does not fill it meanwhile. */
export interface ForcedPlan {
  readonly accountId: string
  readonly orderId: string
  /** The outcome that decided the order. */
  readonly outcomeId: string
  readonly price: Price | null
  /** To come, one at each tick. */
  readonly parts: readonly Quantity[]
  readonly rest: RestOfForced
  /** False once the order is the market's again, or its outcome was removed. */
  readonly stands: boolean
}

/** Whether the outcome decides this order of this client. */
export const fitsOutcome = (match: OutcomeMatch, order: Order, clientId: string): boolean =>
  (match.clientId ?? clientId) === clientId &&
  (match.accountId ?? order.accountId) === order.accountId &&
  (match.symbol ?? order.symbol) === order.symbol &&
  (match.side ?? order.side) === order.side &&
  order.clientOrderId.startsWith(match.clientOrderId ?? '')

/** The market at the instant of a forced fill. */
export interface ForcedMoment {
  readonly at: Instant
  readonly session: Session
  readonly quote: BidAsk | undefined
  /** The account's buying power. */
  readonly free: Amount
}

export type Forced =
  | { readonly transitions: readonly OrderTransition[] }
  /** Completes "it was not possible: …". */
  | { readonly impossible: string }

/** An order that is filled at this instant already; an instant has one fill of an order. */
export const isFilledAt = (order: Order, at: Instant): boolean =>
  order.filledQuantity.gt(NO_QUANTITY) && !isBefore(order.updatedAt, at)

/** Fills the quantity, or what remains of it, at the price; null as in ForcedResult. */
export function forcedFill(
  order: Order,
  wanted: Quantity,
  price: Price | null,
  { session, quote, free, at }: ForcedMoment,
): Forced {
  if (session === 'CLOSED') return { impossible: 'the market is closed' }
  if (isFilledAt(order, at)) return { impossible: 'it has a fill at this instant already' }
  const paid = price ?? marketPriceOf(order, quote)
  if (paid === null) return { impossible: `${order.symbol} has no price` }
  if (!isMarketable(order, paid)) {
    const limit = `its limit ${order.limitPrice?.toFixed()}`
    const worse = order.side === 'BUY' ? 'above' : 'below'
    return { impossible: `the price ${paid.toFixed()} is ${worse} ${limit}` }
  }
  const quantity = smaller(wanted, remaining(order))
  if (order.timeInForce === 'FOK' && quantity.lt(remaining(order))) {
    return { impossible: 'a FOK order fills whole or not at all' }
  }
  const offered: Execution = { price: paid, quantity, session, fillProfile: FORCED_FILL }
  return { transitions: takeOffered(order, offered, free) }
}

/** The price that the market shows to the order where it may take it, or else its limit. */
function marketPriceOf(order: Order, quote: BidAsk | undefined): Price | null {
  const shown = order.side === 'BUY' ? quote?.askPrice : quote?.bidPrice
  return shown !== undefined && isMarketable(order, shown) ? shown : order.limitPrice
}

/**
 * What a forced fill at a tick leaves of an order that ends with this tick, whatever became of it:
 * one with a pending cancel, an IOC, a FOK.
 */
export function endAfterForced(
  order: Order,
  transitions: readonly OrderTransition[],
): readonly OrderTransition[] {
  const after = transitions.reduce((before, each) => evolve(before, each, before.updatedAt), order)
  const ends = after.status === 'PENDING_CANCEL' || isImmediate(after.timeInForce)
  return isOpen(after.status) && ends ? [{ type: 'Canceled' }] : []
}

/** The plan after its next part. */
export function afterPart(plan: ForcedPlan): ForcedPlan {
  const parts = plan.parts.slice(1)
  return { ...plan, parts, stands: parts.length > 0 || plan.rest === 'hold' }
}
