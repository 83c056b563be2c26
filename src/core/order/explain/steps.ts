/**
 * The steps of an order's explanation: runs of ticks that it waited, its fills, and its end. A
 * verdict says what one tick means for one open order: the shares that it takes, or the one rule
 * that keeps it from taking any [paper.explanation]. Every condition is the matcher's own function,
 * and a property test compares the two.
 */

import { GROUP_ENDS } from '../../conditional/leg'
import { letsTrade, type Tradability, tradesInSession } from '../../instrument'
import { type Amount, gap, NO_QUANTITY, type Price, type Quantity, subtract } from '../../money'
import type { BidAsk, QuoteLack } from '../../quote'
import type { OpenSession, Session } from '../../session'
import type { Instant } from '../../time'
import { type AvailableQuote, executionPrice, offeredTo, shownTo, takeOffered } from '../matching'
import { type Fill, type Order, type OrderTransition, remaining } from '../order'

/** A quote as the market showed it at a tick. */
export interface SeenQuote {
  readonly at: Instant
  readonly quote: BidAsk
}

/** Consecutive ticks at which one rule kept the order from filling. */
export interface WaitStep {
  readonly kind: 'WAITED'
  readonly rule: WaitRule
  readonly from: Instant
  /** The last of the ticks, or the end of a time without ticks. */
  readonly to: Instant
  /** 0 while the market is closed, and for an order that waits for its auction. */
  readonly ticks: number
  /** The time at which the rule ends: the next opening, or the auction. Null if it is not known. */
  readonly until: Instant | null
  /**
   * The closest quote for `limit-not-reached`, otherwise the last quote; null if there was none.
   */
  readonly seen: SeenQuote | null
  /** The distance from the closest quote to the limit, USD per share. */
  readonly missedBy: Price | null
  /** Shares that the account could still take at the last tick. */
  readonly available: Quantity | null
  /** Shares ahead of the order in the queue as of the last tick, for `queue-ahead`. */
  readonly queueAhead: Quantity | null
}

export const FILL_RULES = [
  /** [fill.price-improvement] */
  'at-the-quote',
  /** [fill.print] */
  'hit-at-its-limit',
  /** [profile.impact] */
  'beyond-the-size-shown',
  /** [fill.auction] */
  'in-the-auction',
  /** A test has forced it [outcome.events]. */
  'forced',
  /**
   * The quote of its tick, as it is stored now, does not give the fill [paper.explanation-unknown].
   */
  'not-by-the-quote',
] as const

export interface FillStep {
  readonly kind: 'FILLED'
  readonly rule: (typeof FILL_RULES)[number]
  /** The time of the tick. */
  readonly at: Instant
  readonly seen: SeenQuote | null
  /** Shares that the account could take before this fill. */
  readonly available: Quantity | null
  readonly fill: Fill
}

export const END_RULES = [
  'filled',
  'cancel-requested',
  'canceled-at-once',
  'immediate-rest',
  'insufficient-buying-power',
  /** Another order took its place [amend.replace]. */
  'amended',
  /** Its client closed the holding [close.cancels]. */
  'holding-closed',
  /** Its leg ended with another leg of its conditional order [paper.explanation-group]. */
  ...GROUP_ENDS,
  /** The time of its conditional order was over [paper.explanation-group]. */
  'conditional-order-expired',
  'no-official-price',
  'official-price-beyond-limit',
  'auction-not-tradable',
  'auction-share-taken',
  'expired',
  'rejected',
] as const
export type EndRule = (typeof END_RULES)[number]

export interface EndStep {
  readonly kind: 'ENDED'
  readonly rule: EndRule
  readonly at: Instant
  /** The official price of its auction. Null for other orders, and if the day had none. */
  readonly official: Price | null
  readonly missedBy: Price | null
}

export type Step = WaitStep | FillStep | EndStep

/** One tick, or one time without ticks, that an order waited. */
export interface TickWait extends WaitVerdict {
  readonly from: Instant
  readonly to: Instant
  readonly ticks: 0 | 1
  readonly until: Instant | null
  readonly quote: BidAsk | undefined
  readonly queueAhead: Quantity | null
}

function beginRun({ quote, ...wait }: TickWait): WaitStep {
  const seen = quote === undefined ? null : { at: wait.to, quote }
  return { kind: 'WAITED', ...wait, seen }
}

/** The run with one more tick; null if the tick begins another run. */
function joined(run: WaitStep, wait: TickWait): WaitStep | null {
  if (run.rule !== wait.rule || !isSameTime(run.until, wait.until)) return null
  const isCloser = run.missedBy === null || wait.missedBy === null || wait.missedBy.lt(run.missedBy)
  const next = beginRun(wait)
  return {
    ...next,
    from: run.from,
    ticks: run.ticks + wait.ticks,
    ...(!isCloser && { seen: run.seen, missedBy: run.missedBy }),
  }
}

const isSameTime = (one: Instant | null, other: Instant | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)

/** Collects steps, and joins consecutive ticks that one rule kept from filling. */
export function openSteps() {
  const done: Step[] = []
  let run: WaitStep | null = null
  const close = (): void => {
    if (run !== null) done.push(run)
    run = null
  }
  return {
    addWait(wait: TickWait): void {
      const longer = run && joined(run, wait)
      if (longer === null) close()
      run = longer ?? beginRun(wait)
    },
    addFill(step: FillStep): void {
      close()
      done.push(step)
    },
    count: (): number => done.length,
    steps: (): readonly Step[] => (run === null ? done : [...done, run]),
  }
}

/** Why an order waits. One rule applies at a time, the first in the order of the checks. */
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
  /** The market no longer stores the quote of the tick. */
  'quote-not-stored',
  'limit-not-reached',
  /** [profile.strict-queue] */
  'queue-ahead',
  /** [order.market-halt] */
  'trading-halted',
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

/** An instrument at a tick, as one order finds it. */
export interface OrderTick {
  readonly at: Instant
  readonly session: Session
  readonly instrument: Tradability
  /** Whether the order has reached the market [profile.strict-latency]. */
  readonly arrived: boolean
  /** Whether its cancel has reached the market; omit it if it has, or if there is none. */
  readonly cancelArrived?: boolean
  /** The quote that the market shows; undefined if the instrument has no price. */
  readonly quote: BidAsk | undefined
  /**
   * The market as the account finds it, before the tick. Called only if the price reaches the
   * order.
   */
  readonly availableQuote: (quote: BidAsk, session: OpenSession) => AvailableQuote
  /**
   * Shares that other orders of the account took at this tick before this one. Called only if the
   * price reaches the order.
   */
  readonly taken: () => Quantity
  /** Whether the market has halted it. Called only if the price reaches the order. */
  readonly isHalted?: () => boolean
  /** The account's buying power, as far as it is known; see `takeOffered`. */
  readonly free: Amount
  /** Why the quote is undefined, if the market has a reason for it. */
  readonly lacks?: QuoteLack | undefined
}

export interface WaitVerdict {
  readonly rule: WaitRule
  /** USD per share between the limit and the price, for `limit-not-reached`. */
  readonly missedBy: Price | null
  /**
   * Shares that the account may still take at this tick; null for rules that do not depend on them.
   */
  readonly available: Quantity | null
}

export interface FillVerdict {
  readonly rule: null
  /**
   * The transitions as the matcher would log them: an execution, the end of an order that cannot be
   * paid, or both.
   */
  readonly transitions: readonly OrderTransition[]
  readonly available: Quantity
  /** Whether a print hits the order, so that it gets its own limit [fill.print]. */
  readonly isHit: boolean
}

export type TickVerdict = WaitVerdict | FillVerdict

/** Makes the verdict that the order waits. */
export const waitVerdict = (
  rule: WaitRule,
  { missedBy = null, available = null }: Partial<Omit<WaitVerdict, 'rule'>> = {},
): WaitVerdict => ({ rule, missedBy, available })

/**
 * Judges the order at the tick. The order must be open and due there, as the matcher's `isDue`
 * says.
 */
export function verdictAt(order: Order, tick: OrderTick): TickVerdict {
  const { side, timeInForce } = order
  const { session, instrument, quote } = tick
  if (timeInForce === 'OPG') return waitVerdict('opening-auction')
  if (timeInForce === 'CLS') return waitVerdict('closing-auction')
  if (!tick.arrived) return waitVerdict('on-its-way')
  if (session === 'CLOSED') return waitVerdict('market-closed')
  if (!tradesInSession(session, instrument)) return waitVerdict('day-market-not-tradable')
  if (!letsTrade(instrument.tradable, side)) {
    return waitVerdict(
      instrument.tradable === 'SUSPENDED' ? 'instrument-suspended' : 'side-not-allowed',
    )
  }
  if (quote === undefined) return waitVerdict(RULE_OF_LACK[tick.lacks ?? 'none'])
  const shown = shownTo(side, { quote })
  const price = executionPrice(order, shown)
  if (price === undefined) {
    return waitVerdict('limit-not-reached', { missedBy: distance(order, shown.price) })
  }
  if (tick.isHalted?.()) return waitVerdict('trading-halted', { available: NO_QUANTITY })
  if (order.queueAhead.gt(NO_QUANTITY)) return waitVerdict('queue-ahead')
  if (shown.shown.eq(NO_QUANTITY)) return waitVerdict('no-size-shown', { available: NO_QUANTITY })
  const market = { ...shownTo(side, tick.availableQuote(quote, session)), price }
  const wanted = remaining(order)
  const left = subtract(market.shown, tick.taken())
  const available = left.gt(NO_QUANTITY) ? left : NO_QUANTITY
  const offered = offeredTo(order, wanted, market, left)
  if (offered.quantity.lte(NO_QUANTITY)) {
    if (market.shown.gt(NO_QUANTITY)) return waitVerdict('own-orders-first', { available })
    const atAnyPrice = offeredTo({ side, limitPrice: null }, wanted, market, left)
    const isByLimit = atAnyPrice.quantity.gt(NO_QUANTITY)
    return waitVerdict(isByLimit ? 'size-taken' : 'volume-share-taken', { available })
  }
  if (timeInForce === 'FOK' && offered.quantity.lt(wanted)) {
    return waitVerdict('not-all-at-once', { available })
  }
  const transitions = takeOffered(order, { ...offered, session }, tick.free)
  return { rule: null, transitions, available, isHit: !price.eq(shown.price) }
}

/** [live.explained] */
const RULE_OF_LACK = {
  none: 'no-quote',
  stale: 'quote-stale',
  halted: 'instrument-suspended',
  'not-stored': 'quote-not-stored',
} as const

function distance({ limitPrice, side }: Order, price: Price): Price | null {
  if (limitPrice === null) return null
  return side === 'BUY' ? gap(limitPrice, price) : gap(price, limitPrice)
}
