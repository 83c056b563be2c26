/**
 * Outcomes that a test forces on orders [outcome.force]: which orders an outcome decides, and what
 * it does with them, as ordinary transitions.
 *
 * Promises that the rules of the books still hold. A forced fill is paid from the order's hold and
 * free buying power, as any other fill. It is never at a worse price than the limit, never of more
 * shares than remain, and fills a FOK whole. If an outcome asks for more, it reports why that was
 * not possible, and the order goes on without it.
 *
 * Does not promise that the market traded at a forced price: no tape and no candle shows it.
 */
import type { LegName } from '../conditional/leg'
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

/** Which orders an outcome decides. A field that is omitted fits every order. */
export interface OutcomeMatch {
  /**
   * The client that places or cancels; for the order of a conditional order, the client that placed
   * that.
   */
  readonly clientId?: string
  readonly accountId?: string
  readonly symbol?: string
  readonly side?: Side
  /**
   * The text with which the clientOrderId begins. If a conditional order has placed the order, the
   * clientOrderId of the conditional order counts [outcome.leg].
   */
  readonly clientOrderId?: string
  /** The leg of a conditional order that has placed the order. */
  readonly leg?: LegName
}

/**
 * Who decides the part of an order that no forced fill has taken: the test holds it, or the market
 * fills it.
 */
export const REST_OF_FORCED = ['hold', 'market'] as const
export type RestOfForced = (typeof REST_OF_FORCED)[number]

/** The fill that wins over a cancel: one at the next tick, or one just before the request. */
export const CANCEL_RACES = ['next-tick', 'at-once'] as const
export type CancelRace = (typeof CANCEL_RACES)[number]

export const FORCED_ENDS = ['CANCELED', 'EXPIRED'] as const

export const FORCED_KINDS = ['fill', 'reject', 'end', 'hold', 'loseCancel'] as const

export type ForcedResult =
  | {
      readonly kind: 'fill'
      /**
       * The price of the fill. If null, it is the market's price if the limit allows that,
       * otherwise the limit.
       */
      readonly price: Price | null
      /**
       * The parts: the first fills at once, then one at each tick. If null, all shares fill at
       * once.
       */
      readonly parts: readonly Quantity[] | null
      readonly rest: RestOfForced
    }
  | { readonly kind: 'reject'; readonly code: RefusalCode }
  | { readonly kind: 'end'; readonly status: (typeof FORCED_ENDS)[number] }
  | { readonly kind: 'hold' }
  | {
      readonly kind: 'loseCancel'
      readonly price: Price | null
      /** The shares of the fill; null for all that remain. */
      readonly quantity: Quantity | null
      readonly race: CancelRace
    }

export interface NewOutcome {
  /** Null to use the next free id of `outcome-1`, `outcome-2` … */
  readonly outcomeId: string | null
  readonly match: OutcomeMatch
  /** How often the outcome decides; null for as often as an order fits. */
  readonly times: number | null
  readonly result: ForcedResult
}

export interface ForcedOutcome extends NewOutcome {
  readonly outcomeId: string
  /** A number that changes each time the outcome is set. */
  readonly ordinal: number
  /** How many orders it has decided. */
  readonly hits: number
  /** How many orders it could not decide. `lastMiss` says why, for the last of them. */
  readonly misses: number
  readonly lastMiss: string | null
}

/**
 * What a test still plans for an order. While the plan stands, the market does not fill the order.
 */
export interface ForcedPlan {
  readonly accountId: string
  readonly orderId: string
  /** The outcome that decided the order. */
  readonly outcomeId: string
  readonly price: Price | null
  /** The parts that are still to fill, one at each tick. */
  readonly parts: readonly Quantity[]
  readonly rest: RestOfForced
  /**
   * Whether the plan still holds: false once the order is the market's again, or its outcome was
   * removed.
   */
  readonly stands: boolean
}

/** Who has placed an order. */
export interface Placer {
  /** Null if it is not recorded. */
  readonly clientId: string | null
  /** The leg that has placed it; null if a client has. */
  readonly leg: { readonly leg: LegName; readonly clientOrderId: string } | null
}

/** Whether the outcome decides this order. */
export const fitsOutcome = (
  match: OutcomeMatch,
  order: Order,
  { clientId, leg }: Placer,
): boolean =>
  (match.clientId ?? clientId) === clientId &&
  (match.accountId ?? order.accountId) === order.accountId &&
  (match.symbol ?? order.symbol) === order.symbol &&
  (match.side ?? order.side) === order.side &&
  (leg ?? order).clientOrderId.startsWith(match.clientOrderId ?? '') &&
  (match.leg ?? leg?.leg) === leg?.leg

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

/**
 * Whether the order was filled at this instant already. An order has at most one fill at an
 * instant.
 */
const isFilledAt = (order: Order, at: Instant): boolean =>
  order.filledQuantity.gt(NO_QUANTITY) && !isBefore(order.updatedAt, at)

/** Fills the quantity at the price. A null quantity or price has its meaning in `ForcedResult`. */
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

/** The price that the market shows to the order if the order may take it, otherwise the limit. */
function marketPriceOf(order: Order, quote: BidAsk | undefined): Price | null {
  const shown = order.side === 'BUY' ? quote?.askPrice : quote?.bidPrice
  return shown !== undefined && isMarketable(order, shown) ? shown : order.limitPrice
}

/**
 * The end of an order after its forced fill at a tick. An IOC, a FOK and an order with a pending
 * cancel end with the tick, whatever the fill left of them.
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
