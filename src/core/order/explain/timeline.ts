/**
 * An order's life, tick by tick. It follows from what is stored, which is the order's row and its
 * fills, and from the market, which is a function of time [paper.explanation].
 *
 * Promises that each step says what the matcher does at the ticks of the step, and that the end
 * says why the order ended as it did. If the stored facts differ from that, the step shows the
 * facts, and says that the quote does not explain them (`not-tried`, `not-by-the-quote`).
 */

import { mayTrade } from '../../instrument'
import { amount, gap, NO_AMOUNT, NO_QUANTITY, notional, type Quantity } from '../../money'
import type { BidAsk } from '../../quote'
import type { Session } from '../../session'
import { type Instant, isBefore, later } from '../../time'
import type { Auction } from '../auction-outcomes'
import { FORCED_FILL } from '../fill-profile'
import { isDue, isMarketable, shownTo } from '../matching'
import {
  evolve,
  type Fill,
  isForAuction,
  isImmediate,
  isOpen,
  type Order,
  remaining,
} from '../order'
import { type QueueMoves, queueAfter } from '../queue'
import {
  type EndRule,
  type EndStep,
  type FillStep,
  type FillVerdict,
  type OrderTick,
  openSteps,
  type Step,
  type TickVerdict,
  type TickWait,
  verdictAt,
  type WaitVerdict,
  waitVerdict,
} from './steps'

/** The market, as an order of the account finds it. */
export interface TimelineMarket {
  /** The first tick or session boundary after the instant; null if there is none. */
  nextInstantAfter(at: Instant): Instant | null
  sessionAt(at: Instant): Session
  /** The market at a tick, before the order's own trades there. */
  tickAt(at: Instant, order: Order): TimelineTick
  /** The auction of an OPG or CLS order. */
  auctionOf(order: Order): Auction
}

export interface TimelineTick extends Omit<OrderTick, 'free'> {
  /** What moves the order's queue; null if nothing does. */
  readonly queue: QueueMoves | null
}

export interface TimelineFacts {
  /** The order as it is stored. */
  readonly order: Order
  /** The order's fills, oldest first. */
  readonly fills: readonly Fill[]
  readonly queueOnArrival: Quantity
  /** Whether a test's outcome has decided the order [outcome.force]. */
  readonly isForced: boolean
  /** Why its conditional order has canceled it; null if that has not. */
  readonly groupEnd: EndRule | null
  /** The end of the time for which the market has been carried out. */
  readonly carriedTo: Instant
}

/** The place at which the next page of a timeline begins. */
export interface TimelineCursor {
  readonly at: Instant
  /** The number of fills on the pages before. */
  readonly fillIndex: number
  readonly queueAhead: Quantity
  readonly queueMovedAt: Instant | null
}

export interface TimelineLimits {
  readonly ticks: number
  readonly steps: number
  /**
   * The time of the last fill that was read, at which the page ends. Null if all fills were read.
   */
  readonly until: Instant | null
}

export interface TimelinePage {
  readonly steps: readonly Step[]
  /** The start of the next page; null if the timeline is complete. */
  readonly next: TimelineCursor | null
}

export const beginningOf = ({ order, queueOnArrival }: TimelineFacts): TimelineCursor => ({
  at: order.requestedAt,
  fillIndex: 0,
  queueAhead: queueOnArrival,
  queueMovedAt: null,
})

/**
 * Buying power beyond the cost of any order. An order that cannot be paid ends at its tick, so
 * money never makes an order wait [life.unpaid-rejected].
 */
const AMPLE = amount('1000000000000000')

/**
 * How much later than its tick a fill may be: it has the time of its account's last event if that
 * was later.
 */
const FILL_LATE_MS_MAX = 10_000

const TICKS_BEFORE_YIELD = 25

/**
 * Generates a page of the timeline. It yields from time to time, so that its caller can do other
 * work.
 */
export function* timelineOf(
  facts: TimelineFacts,
  market: TimelineMarket,
  from: TimelineCursor,
  limits: TimelineLimits,
): Generator<void, TimelinePage> {
  const { order: stored, fills } = facts
  const endAt = isOpen(stored.status) ? facts.carriedTo : stored.updatedAt
  const page = openSteps()
  let { at, fillIndex } = from
  let order = resumed(facts, from)

  for (let ticks = 1; !isForAuction(order.timeInForce) && isOpen(order.status); ticks++) {
    const next = market.nextInstantAfter(at)
    const isOver = next === null || isBefore(endAt, next) || !isBefore(next, order.validUntil)
    if (market.sessionAt(at) === 'CLOSED') {
      const until = isOver ? endAt : next
      if (isBefore(at, until)) page.addWait(closed(at, until, next))
    }
    if (isOver) break
    at = next
    order = canceling(order, stored, at)
    if (!isDue(order, { at })) continue
    const tick = market.tickAt(at, order)
    order = requeued(order, tick)
    const verdict = verdictAt(withoutPinnedQueue(order, tick), { ...tick, free: AMPLE })
    const isSkipped = isChangedAt(facts, at)
    const isCanceled = order.status === 'PENDING_CANCEL' && tick.cancelArrived !== false
    const isLastChance = isCanceled || (isImmediate(order.timeInForce) && !isSkipped)
    const fill = fills[fillIndex]
    if (fill !== undefined && isOfTick(fill, at, market, verdict)) {
      fillIndex++
      page.addFill(fillStep(fill, tick, verdict))
      order = filledBy(order, fill, at)
    } else if (verdict.rule !== null) {
      page.addWait(waitAt(verdict, tick, order))
    } else if (!isSkipped && !isUnpaidEnd(stored, market.nextInstantAfter(at))) {
      const rule = facts.isForced ? 'held-by-outcome' : 'not-tried'
      page.addWait(waitAt(waitVerdict(rule, verdict), tick, order))
    }
    if (isLastChance && verdict.rule !== 'on-its-way') break
    if (ticks >= limits.ticks || page.count() >= limits.steps || isAtEnd(limits, at)) {
      const { queueAhead, queueMovedAt } = order
      return { steps: page.steps(), next: { at, fillIndex, queueAhead, queueMovedAt } }
    }
    if (ticks % TICKS_BEFORE_YIELD === 0) yield
  }
  if (isForAuction(order.timeInForce)) page.addWait(awaitedAuction(order, endAt))
  for (const fill of fills.slice(fillIndex)) page.addFill(untickedFill(order, fill))
  const isEnded = !isOpen(stored.status)
  const isNew = at.equals(stored.requestedAt) && page.steps().length === 0
  if (isNew && !isEnded) page.addWait({ ...waitVerdict('no-tick-yet'), ...untilNow(at, endAt) })
  const end = isEnded ? [endOf(facts, market.sessionAt(endAt), market.auctionOf)] : []
  return { steps: [...page.steps(), ...end], next: null }
}

const isAtEnd = ({ until }: TimelineLimits, at: Instant): boolean =>
  until !== null && !isBefore(at, until)

/** The order as it was at the cursor. */
function resumed({ order, fills }: TimelineFacts, from: TimelineCursor): Order {
  const accepted: Order = {
    ...order,
    status: 'SUBMITTED',
    filledQuantity: NO_QUANTITY,
    filledAmount: NO_AMOUNT,
    heldCash: order.holdPrice === null ? NO_AMOUNT : notional(order.holdPrice, order.quantity),
    rejectReason: null,
    cancelReason: null,
    replacedBy: null,
    updatedAt: order.requestedAt,
    cancelRequestedAt: null,
  }
  const earlier = fills.slice(0, from.fillIndex)
  const { queueAhead, queueMovedAt } = from
  return {
    ...earlier.reduce((before, fill) => filledBy(before, fill, from.at), accepted),
    queueAhead,
    queueMovedAt,
  }
}

function filledBy(order: Order, { price, quantity, session }: Fill, at: Instant): Order {
  if (session === 'CLOSED') return order
  const type = remaining(order).eq(quantity) ? 'Filled' : 'PartiallyFilled'
  const filled = evolve(order, { type, execution: { price, quantity, session } }, at)
  // An order that has filled has no shares before it.
  return { ...filled, queueAhead: NO_QUANTITY }
}

/** The order with its pending cancel, if the cancel was requested before the tick. */
function canceling(order: Order, { cancelRequestedAt }: Order, at: Instant): Order {
  if (cancelRequestedAt === null || order.status === 'PENDING_CANCEL') return order
  if (!isBefore(cancelRequestedAt, at)) return order
  return evolve(order, { type: 'CancelRequested' }, cancelRequestedAt)
}

/**
 * Whether a client's cancel, or an end that no tick makes, changed the order at the instant. A
 * running clock stands at a tick until the tick is carried out, so the change comes before it, and
 * the tick does not try the order.
 */
function isChangedAt({ order, groupEnd }: TimelineFacts, at: Instant): boolean {
  const { cancelReason, cancelRequestedAt, status, timeInForce, updatedAt } = order
  if (cancelRequestedAt?.equals(at)) return true
  if (status !== 'CANCELED' || !updatedAt.equals(at)) return false
  if (cancelReason !== null) return cancelReason !== 'insufficient-buying-power'
  return groupEnd !== null || (cancelRequestedAt === null && !isImmediate(timeInForce))
}

/** Moves the queue if the market trades at the order's price, as the matcher does at each tick. */
function requeued(order: Order, { at, quote, queue }: TimelineTick): Order {
  return quote === undefined || queue === null ? order : queueAfter(order, quote, queue, at)
}

/**
 * Removes the queue at a pinned quote, whose size is for every order that its price reaches
 * [profile.pinned-size].
 */
const withoutPinnedQueue = (order: Order, { quote }: TimelineTick): Order =>
  quote?.pinned ? { ...order, queueAhead: NO_QUANTITY } : order

/**
 * Whether the fill belongs to this tick. The time of the fill decides. If the account had a later
 * event before the fill, the price and the quantity of the fill decide [life.times-ascend].
 */
function isOfTick(
  fill: Fill,
  tick: Instant,
  market: TimelineMarket,
  verdict: TickVerdict,
): boolean {
  const { filledAt } = fill
  const following = market.nextInstantAfter(tick)
  if (following === null || isBefore(filledAt, following)) return true
  const lateMs = filledAt.epochMilliseconds - tick.epochMilliseconds
  if (lateMs > FILL_LATE_MS_MAX || verdict.rule !== null) return false
  const isAtTick = market.nextInstantAfter(filledAt.subtract(JUST_BEFORE))?.equals(filledAt)
  return isAtTick !== true && gives(verdict, fill)
}

const JUST_BEFORE = { milliseconds: 1 } as const

function gives({ transitions }: FillVerdict, { price, quantity }: Fill): boolean {
  const [first] = transitions
  if (first === undefined || !('execution' in first)) return false
  return first.execution.price.eq(price) && first.execution.quantity.eq(quantity)
}

function fillStep(fill: Fill, { at, quote }: TimelineTick, verdict: TickVerdict): FillStep {
  const seen = quote === undefined ? null : { at, quote }
  const { available } = verdict
  if (fill.fillProfile === FORCED_FILL) return forcedStep(fill)
  return {
    kind: 'FILLED',
    rule: ruleOf(fill, quote, verdict),
    at,
    seen,
    available,
    fill,
  }
}

function ruleOf(fill: Fill, quote: BidAsk | undefined, verdict: TickVerdict): FillStep['rule'] {
  if (verdict.rule !== null) return 'not-by-the-quote'
  const [first] = verdict.transitions
  if (first === undefined || !('execution' in first)) return 'at-the-quote'
  if (!gives(verdict, fill)) return 'not-by-the-quote'
  if (verdict.isHit) return 'hit-at-its-limit'
  const isMoved = quote !== undefined && !fill.price.eq(shownTo(fill.side, { quote }).price)
  return isMoved || fill.quantity.gt(verdict.available) ? 'beyond-the-size-shown' : 'at-the-quote'
}

const untickedFill = (order: Order, fill: Fill): FillStep => ({
  ...forcedStep(fill),
  ...(fill.fillProfile !== FORCED_FILL && {
    rule: isForAuction(order.timeInForce) ? 'in-the-auction' : 'not-by-the-quote',
  }),
})

const forcedStep = (fill: Fill): FillStep => ({
  kind: 'FILLED',
  rule: 'forced',
  at: fill.filledAt,
  seen: null,
  available: null,
  fill,
})

/** Whether the order ended because the account could not pay the shares that the tick offered. */
function isUnpaidEnd(
  { status, cancelReason, rejectReason, updatedAt }: Order,
  following: Instant | null,
) {
  const unpaid =
    cancelReason === 'insufficient-buying-power' || (status === 'REJECTED' && rejectReason !== null)
  return unpaid && (following === null || isBefore(updatedAt, following))
}

function waitAt(
  { rule, missedBy, available }: WaitVerdict,
  { at, quote }: TimelineTick,
  { queueAhead }: Order,
): TickWait {
  const queue = rule === 'queue-ahead' ? queueAhead : null
  return {
    rule,
    missedBy,
    available,
    from: at,
    to: at,
    ticks: 1,
    until: null,
    quote,
    queueAhead: queue,
  }
}

const NO_TICKS = { ticks: 0, quote: undefined, queueAhead: null } as const

const untilNow = (from: Instant, now: Instant) => ({
  from,
  to: later(from, now),
  until: null,
  ...NO_TICKS,
})

const closed = (from: Instant, to: Instant, until: Instant | null): TickWait => ({
  ...waitVerdict('market-closed'),
  from,
  to,
  until,
  ...NO_TICKS,
})

function awaitedAuction({ requestedAt, timeInForce, validUntil }: Order, endAt: Instant): TickWait {
  const rule = timeInForce === 'OPG' ? 'opening-auction' : 'closing-auction'
  const to = isBefore(endAt, validUntil) ? endAt : validUntil
  return { ...waitVerdict(rule), from: requestedAt, to, until: validUntil, ...NO_TICKS }
}

/**
 * Explains the end of an order that is no longer open. `session` is the session in which it ended.
 */
function endOf(
  { order, groupEnd }: Pick<TimelineFacts, 'order' | 'groupEnd'>,
  session: Session,
  auctionOf: (order: Order) => Auction,
): EndStep {
  const { updatedAt: at, cancelRequestedAt, cancelReason, status, timeInForce } = order
  const ended = (rule: EndRule): EndStep => ({
    kind: 'ENDED',
    rule,
    at,
    official: null,
    missedBy: null,
  })
  if (status === 'FILLED') return ended('filled')
  if (status === 'EXPIRED') return ended('expired')
  if (status === 'REJECTED' && order.rejectReason !== 'insufficient-buying-power') {
    return ended('rejected')
  }
  if (status === 'REJECTED' || cancelReason === 'insufficient-buying-power') {
    return ended('insufficient-buying-power')
  }
  if (cancelReason !== null) return ended(cancelReason)
  if (groupEnd !== null) return ended(groupEnd)
  if (cancelRequestedAt !== null) return ended('cancel-requested')
  if (isForAuction(timeInForce) && at.equals(order.validUntil)) {
    return { ...ended('no-official-price'), ...auctioned(order, auctionOf(order)) }
  }
  if (isImmediate(timeInForce) && session !== 'CLOSED') return ended('immediate-rest')
  return ended('canceled-at-once')
}

function auctioned(
  order: Order,
  { instrument, price, offered }: Auction,
): Pick<EndStep, 'rule' | 'official' | 'missedBy'> {
  const { limitPrice, side } = order
  if (price === undefined) return { rule: 'no-official-price', official: null, missedBy: null }
  const result = { official: price, missedBy: null }
  if (!isMarketable(order, price) && limitPrice !== null) {
    const missedBy = side === 'BUY' ? gap(limitPrice, price) : gap(price, limitPrice)
    return { ...result, rule: 'official-price-beyond-limit', missedBy }
  }
  if (!mayTrade(side, instrument, 'REGULAR')) return { ...result, rule: 'auction-not-tradable' }
  // The price reached the order, so only the account's share of the auction's volume can fall
  // short.
  return { ...result, rule: offered === null ? 'canceled-at-once' : 'auction-share-taken' }
}
