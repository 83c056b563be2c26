/**
 * What one tick means for one open order: the shares that it takes, or the one rule that keeps it
 * from taking any [paper.explanation]. Every condition is the matcher's own function; a property
 * holds the two together.
 */
import { letsTrade, type Tradability, tradesInSession } from '../../instrument'
import { type Amount, gap, NO_QUANTITY, type Price, type Quantity, subtract } from '../../money'
import type { BidAsk, QuoteLack } from '../../quote'
import type { OpenSession, Session } from '../../session'
import type { Instant } from '../../time'
import { isMarketable, type Met, offeredTo, shownTo, takeOffered } from '../matching'
import { type Order, type OrderTransition, remaining } from '../order'

/** Why an order waits. One at a time, in the order of the checks. */
export const WAIT_RULES = [
  /** No tick has come since its acceptance [life.first-tick]. */
  'no-tick-yet',
  /** [profile.strict-latency] */
  'on-its-way',
  'opening-auction',
  'closing-auction',
  'market-closed',
  'day-market-not-tradable',
  'instrument-suspended',
  'side-not-allowed',
  'no-quote',
  'quote-stale',
  /** What was shown at a tick of long ago. */
  'quote-not-kept',
  'limit-not-reached',
  /** [profile.strict-queue] */
  'queue-ahead',
  'no-size-shown',
  /** The account's footprint leaves nothing at the order's limit [profile.impact]. */
  'size-taken',
  /** [profile.share] */
  'volume-share-taken',
  /** [fill.priority] */
  'own-orders-first',
  /** [fill.fok] */
  'not-all-at-once',
  /** A test's outcome holds it [outcome.force]. */
  'held-by-outcome',
  /** The tick offered shares, and was not carried out [paper.explanation-unknown]. */
  'not-tried',
] as const
export type WaitRule = (typeof WAIT_RULES)[number]

/** An instrument at a tick, as one order meets it. */
export interface MetTick {
  readonly at: Instant
  readonly session: Session
  readonly instrument: Tradability
  /** Whether the order has reached the market [profile.strict-latency]. */
  readonly arrived: boolean
  /** Whether its cancel has, if there is one; left out: it has. */
  readonly cancelArrived?: boolean
  /** As the market shows it; undefined: there is no price. */
  readonly quote: BidAsk | undefined
  /** As the account meets it, before the tick. Called only where the price reaches the order. */
  readonly met: (quote: BidAsk, session: OpenSession) => Met
  /** Shares that other orders of the account took at this tick before this one; likewise. */
  readonly taken: () => Quantity
  /** The account's buying power, as far as it is known; see `takeOffered`. */
  readonly free: Amount
  /** Why the quote is undefined, where the market knows. */
  readonly lacks?: QuoteLack | undefined
}

export interface Waits {
  readonly rule: WaitRule
  /** USD per share between the limit and the price; of `limit-not-reached`. */
  readonly missedBy: Price | null
  /** Shares that the account may still take at this tick; null where that is not the question. */
  readonly available: Quantity | null
}

export interface Takes {
  readonly rule: null
  /** As the matcher would log them: an execution, the end of what cannot be paid, or both. */
  readonly transitions: readonly OrderTransition[]
  readonly available: Quantity
}

export type TickVerdict = Waits | Takes

/** A verdict that the order waits. */
export const waits = (
  rule: WaitRule,
  { missedBy = null, available = null }: Partial<Omit<Waits, 'rule'>> = {},
): Waits => ({ rule, missedBy, available })

/** The order is open and due at the tick: `isDue` of the matcher. */
export function verdictAt(order: Order, tick: MetTick): TickVerdict {
  const { side, timeInForce } = order
  const { session, instrument, quote } = tick
  if (timeInForce === 'OPG') return waits('opening-auction')
  if (timeInForce === 'CLS') return waits('closing-auction')
  if (!tick.arrived) return waits('on-its-way')
  if (session === 'CLOSED') return waits('market-closed')
  if (!tradesInSession(session, instrument)) return waits('day-market-not-tradable')
  if (!letsTrade(instrument.tradable, side)) {
    return waits(instrument.tradable === 'SUSPENDED' ? 'instrument-suspended' : 'side-not-allowed')
  }
  if (quote === undefined) return waits(RULE_OF_LACK[tick.lacks ?? 'none'])
  const shown = shownTo(side, { quote })
  if (!isMarketable(order, shown.price)) {
    return waits('limit-not-reached', { missedBy: distance(order, shown.price) })
  }
  if (order.queueAhead.gt(NO_QUANTITY)) return waits('queue-ahead')
  if (shown.shown.eq(NO_QUANTITY)) return waits('no-size-shown', { available: NO_QUANTITY })
  const market = shownTo(side, tick.met(quote, session))
  const wanted = remaining(order)
  const left = subtract(market.shown, tick.taken())
  const available = left.gt(NO_QUANTITY) ? left : NO_QUANTITY
  const offered = offeredTo(order, wanted, market, left)
  if (offered.quantity.lte(NO_QUANTITY)) {
    if (market.shown.gt(NO_QUANTITY)) return waits('own-orders-first', { available })
    const atAnyPrice = offeredTo({ side, limitPrice: null }, wanted, market, left)
    const isByLimit = atAnyPrice.quantity.gt(NO_QUANTITY)
    return waits(isByLimit ? 'size-taken' : 'volume-share-taken', { available })
  }
  if (timeInForce === 'FOK' && offered.quantity.lt(wanted)) {
    return waits('not-all-at-once', { available })
  }
  const transitions = takeOffered(order, { ...offered, session }, tick.free)
  return { rule: null, transitions, available }
}

/** [live.explained] */
const RULE_OF_LACK = {
  none: 'no-quote',
  stale: 'quote-stale',
  halted: 'instrument-suspended',
  'not-kept': 'quote-not-kept',
} as const

function distance({ limitPrice, side }: Order, price: Price): Price | null {
  if (limitPrice === null) return null
  return side === 'BUY' ? gap(limitPrice, price) : gap(price, limitPrice)
}
