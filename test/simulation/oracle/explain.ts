/** Explains the new events of an account one after the other, and moves the ledger by them. */

import { admit, applied, eventAt, rowOf, termsAmong } from './admit'
import { asEntry } from './entries'
import { asForced } from './forced'
import { type Fraction, isMore, isSame, minus, parse, plus, text, ZERO } from './fraction'
import {
  areNext as areOwedNext,
  asLeg,
  asReplaced,
  compareLegs,
  legOf,
  owedBy,
  settle,
} from './group-events'
import { type Leg, openLegs } from './groups'
import { clockOf, sessionAt } from './hours'
import {
  type Account,
  change,
  compareAccount,
  fill,
  holdingOf,
  isOpen,
  must,
  noteMoment,
  type Order,
  openOrders,
  Violation,
} from './ledger'
import { type Expected, expire, isReached, type TickOutcome, tick, type World } from './matching'
import { type Owed, owedByEnd } from './owed'
import { decimalOf, nearestBy, SYMBOLS } from './prices'
import type { AccountRows, AdjustmentRow, EventRow, OrderRow, QueueRow, Step } from './step'
import { isSeen, marketsAt, marketsOf, queueMet, worldsOf } from './worlds'

export function explain(account: Account, rows: AccountRows, step: Step): void {
  const began = account.seq
  account.moments = []
  noteMoment(account)
  const waiting = [...rows.adjustments]
  adjust(account, waiting, step)
  for (let at = 0; at < rows.events.length; adjust(account, waiting, step)) {
    const seen = account.moments.length
    at += next(account, rows, at, waiting, step, began)
    // Nobody sees the account between the events of one commit.
    account.moments.splice(seen, account.moments.length - seen - 1)
  }
  must(waiting.length === 0, 'adjustment', () => `${account.accountId}: one without its event`)
  compareAccount(account, rows)
  for (const row of rows.orders) compareOrder(account, row)
  compareLegs(account, rows, step)
  compareHoldings(account, rows)
  account.inHand = new Map(rows.forced.map(({ orderId, stands }) => [orderId, stands]))
  for (const row of rows.queues) compareQueue(account, row, step)
}

/** The number of events that belong together, from this one on. */
function next(
  account: Account,
  rows: AccountRows,
  at: number,
  waiting: readonly AdjustmentRow[],
  step: Step,
  began: number,
): number {
  const event = eventAt(rows, at)
  const { accountId } = account
  must(
    event.seq === account.seq + 1,
    'seq',
    () => `${accountId}: ${event.seq} after ${account.seq}`,
  )
  must(event.atMs >= account.lastAtMs, 'time', () => `${accountId}: ${event.seq} runs back`)
  const entered = asEntry(account, rows, at, step)
  if (entered !== undefined) return entered
  if (event.leg !== null) {
    return asReset(account, rows, at, waiting, step) ?? asLeg(account, rows, at, step)
  }
  const order = account.orders.get(event.orderId)
  if (order === undefined) {
    takeIn(account, rows, event, step)
    return 1
  }
  const isRequest = event.status === 'PENDING_CANCEL' && event.price === null
  if (isRequest) {
    const isWanted = step.isCancelWanted(order.orderId) && sessionAt(event.atMs) !== 'CLOSED'
    must(isWanted, 'cancel-unasked', () => `${order.orderId} is to be canceled, nobody asked`)
    return applied(account, event, () => {
      change(account, order, 'PENDING_CANCEL', event.atMs)
      order.changedSeq = event.seq
    })
  }
  const replaced = asReplaced(account, rows, at, order, step)
  if (replaced !== undefined) return replaced
  const forced = asForced(account, order, event, {
    outcomes: step.outcomes,
    clientId: step.clientOf(accountId),
    moments: () =>
      [event.atMs, ...lateTicksOf(account, order, event)].map((atMs) => ({
        atMs,
        markets: marketsAt(step, atMs),
      })),
  })
  if (forced !== undefined) {
    const owed = owedBy(account, rows, order, event)
    const taken = applied(account, event, () => {
      forced()
      order.changedSeq = event.seq
    })
    // What a test forces on the order of a leg has the same effects on its group.
    return taken + settle(account, rows, at + taken, owed, step)
  }
  return (
    asReset(account, rows, at, waiting, step) ??
    asOver(account, rows, at, order, step) ??
    asClosedCancel(account, rows, at, order, step) ??
    asTick(account, rows, at, order, step, began) ??
    unexplained(account, event, order)
  )
}

/** An order as its client has sent it. */
function takeIn(account: Account, rows: AccountRows, event: EventRow, step: Step): void {
  const row = rowOf(rows, event.orderId)
  must(
    row.replaces === null,
    'replaces-none',
    () => `${row.orderId} replaces ${row.replaces}, which has not ended`,
  )
  const terms = termsAmong(step.sent(account.accountId, row.clientOrderId), row)
  admit(account, event, row, terms, step)
}

/** A reset cancels all open orders and legs, one after the other. */
function asReset(
  account: Account,
  rows: AccountRows,
  at: number,
  [first]: readonly AdjustmentRow[],
  step: Step,
): number | undefined {
  const count = openOrders(account).length + openLegs(account).length
  if (first === undefined || first.seq !== account.seq + count) return undefined
  const events = rows.events.slice(at, at + count)
  const isAll = events.every(
    ({ status, leg, price }) => (leg?.status ?? status) === 'CANCELED' && price === null,
  )
  if (!isAll || events.length < count) return undefined
  if (!areTogether(account, rows, at, count)) return undefined
  for (let cursor = at; cursor < at + count; ) {
    const event = eventAt(rows, cursor)
    const leg = event.leg === null ? undefined : legOf(account, event.leg)
    const order = account.orders.get(event.orderId)
    if (leg !== undefined) {
      account.lastAtMs = event.atMs
      const ended = { leg, to: 'CANCELED', reason: null } as const
      const isFirst = cursor === at
      cursor += settle(account, rows, cursor, [ended, ...owedByEnd(account, leg, 'CANCELED')], step)
      // A cancel that was asked for may have come just before: then somebody may have met it.
      if (isFirst && step.groups.isCancelWanted(account, leg.group)) return cursor - at
    } else if (order !== undefined && isOpen(order.status)) {
      const owed = owedBy(account, rows, order, event)
      cursor += applied(account, event, () => change(account, order, 'CANCELED', event.atMs))
      cursor += settle(account, rows, cursor, owed, step)
    } else return undefined
  }
  return count
}

/**
 * Whether each end has what must follow it at once, for its reason. Cancels before a reset may not
 * have it: the order of one exit goes on until its cancel is final, and the reset is what ends that
 * order; and a cancel gives no reason.
 */
function areTogether(account: Account, rows: AccountRows, at: number, count: number): boolean {
  /** Ended by the events so far; what these owe to one another is not owed again. */
  const over = new Set<Leg | string>()
  for (let cursor = at; cursor < at + count; ) {
    const event = eventAt(rows, cursor)
    const leg = event.leg === null ? undefined : legOf(account, event.leg)
    const order = account.orders.get(event.orderId)
    const owedOfOrder = order === undefined ? null : owedBy(account, rows, order, event)
    const all = leg === undefined ? owedOfOrder : owedByEnd(account, leg, 'CANCELED')
    const owed = all?.filter((each) => !over.has(changedBy(each)))
    const first = ++cursor
    if (owed === undefined || !areOwedNext(rows, first, owed)) return false
    const areSaid = owed.every(
      (each, index) =>
        !('reason' in each) || each.reason === rows.events[first + index]?.leg?.reason,
    )
    if (!areSaid) return false
    over.add(leg ?? event.orderId)
    for (const each of owed) over.add(changedBy(each))
    cursor += owed.length
  }
  return true
}

function changedBy(owed: Owed): Leg | string {
  if ('places' in owed) return owed.places
  return 'ends' in owed ? owed.ends : owed.leg
}

/** The order's time was over. */
function asOver(
  account: Account,
  rows: AccountRows,
  at: number,
  order: Order,
  step: Step,
): number | undefined {
  const event = eventAt(rows, at)
  if (event.atMs !== Math.max(account.lastAtMs, order.validUntilMs)) return undefined
  for (const world of worldsOf(step, order.terms.symbol, { account, rows, atMs: event.atMs })) {
    const taken = takeAll(account, rows, at, expire(account, world, order), step)
    if (taken !== undefined) return taken
  }
  return undefined
}

function asClosedCancel(
  account: Account,
  rows: AccountRows,
  at: number,
  order: Order,
  step: Step,
): number | undefined {
  const event = eventAt(rows, at)
  const isFinal = event.status === 'CANCELED' && event.price === null
  if (!isFinal || sessionAt(event.atMs) !== 'CLOSED' || !step.isCancelWanted(order.orderId)) {
    return undefined
  }
  const owed = owedBy(account, rows, order, event)
  const count = applied(account, event, () => change(account, order, 'CANCELED', event.atMs))
  return count + settle(account, rows, at + count, owed, step)
}

const TICK_MS = 1_000
/**
 * A tick may be decided so long after the next was due [clock.tick-late]; its events then have the
 * time of the account's last one.
 */
const LATE_MS_MAX = 10_000

function ticksOf(account: Account, { atMs }: EventRow): readonly number[] {
  if (atMs > account.lastAtMs) return atMs % TICK_MS === 0 ? [atMs] : []
  const latest = Math.floor(atMs / TICK_MS) * TICK_MS
  const ticks = Array.from(
    { length: LATE_MS_MAX / TICK_MS + 2 },
    (_, back) => latest - back * TICK_MS,
  )
  return ticks.filter((tickMs) => atMs <= tickMs + TICK_MS + LATE_MS_MAX)
}

/** Those at which the order may have been tried. */
const lateTicksOf = (account: Account, order: Order, event: EventRow) =>
  ticksOf(account, event).filter((atMs) => atMs > order.updatedAtMs && atMs !== event.atMs)

function asTick(
  account: Account,
  rows: AccountRows,
  at: number,
  order: Order,
  step: Step,
  began: number,
): number | undefined {
  const event = eventAt(rows, at)
  const { symbol } = order.terms
  const since = step.isShared ? began : account.seq
  for (const tickMs of ticksOf(account, event)) {
    for (const world of worldsOf(step, symbol, { account, rows, atMs: event.atMs, tickMs })) {
      for (let seen = account.seq; seen >= since; seen--) {
        const known = knownAt(seen, world, tickMs)
        const outcome = tick(account, world, symbol, tickMs, known)
        const taken = takeAll(account, rows, at, outcome, step, tickMs)
        if (taken !== undefined) return taken
      }
    }
  }
  return undefined
}

/** The orders that the market found, looking when the account was at this event. */
const knownAt =
  (seen: number, world: World, tickMs: number) =>
  (order: Order): boolean => {
    if (order.seq > seen) return false
    if (order.changedSeq <= seen) return true
    const { side, symbol } = order.terms
    return isReached(order, parse(decimalOf(nearestBy(world, symbol, side, tickMs))))
  }

/**
 * The next events, if they are exactly these, each with what follows of it. What follows of one may
 * end the order of another, which then comes too late.
 */
function takeAll(
  account: Account,
  rows: AccountRows,
  at: number,
  { expected, used }: TickOutcome,
  step: Step,
  tickMs?: number,
): number | undefined {
  if (expected.length === 0 || !areNext(account, rows, at, expected)) return undefined
  let cursor = at
  // For each side: an order that came too late took nothing.
  const filled = new Set<string>()
  const late = new Map<string, Fraction>()
  for (const { order, status, price, quantity } of expected) {
    const { side } = order.terms
    if (!isOpen(order.status)) {
      if (quantity !== undefined) late.set(side, plus(late.get(side) ?? ZERO, quantity))
      continue
    }
    if (quantity !== undefined) filled.add(side)
    const event = eventAt(rows, cursor)
    const owed = owedBy(account, rows, order, event, tickMs)
    cursor += applied(account, event, () => {
      if (price !== undefined && quantity !== undefined) {
        fill(account, order, price, quantity, event.atMs)
      } else change(account, order, status, event.atMs)
      order.changedSeq = event.seq
    })
    must(
      event.filledAtMs === null || event.filledAtMs === event.atMs,
      'fill-time',
      () => `${order.orderId} was filled at another time than its event ${event.seq}`,
    )
    const isAdded =
      isSame(parse(event.filled), order.filled) && isSame(parse(event.paid), order.paid)
    must(isAdded, 'event-sum', () => `event ${event.seq} of ${account.accountId} does not add up`)
    cursor += settle(account, rows, cursor, owed, step)
  }
  for (const [key, { asOfMs, quantity }] of used) {
    const side = key.includes(' BUY ') ? 'BUY' : 'SELL'
    const taken = minus(quantity, late.get(side) ?? ZERO)
    if (filled.has(side)) account.used.set(key, { asOfMs, quantity: taken })
  }
  return cursor - at
}

function areNext(
  account: Account,
  rows: AccountRows,
  at: number,
  expected: readonly Expected[],
): boolean {
  const { atMs } = eventAt(rows, at)
  const ended = new Set<string>()
  let cursor = at
  for (const [index, one] of expected.entries()) {
    if (ended.has(one.order.orderId)) continue
    if (!isNext(rows, cursor, one, atMs)) return false
    const next = expected.slice(index + 1).find(({ order }) => !ended.has(order.orderId))
    cursor++
    while (isConsequence(account, rows, cursor, one.order)) {
      if (next !== undefined && isNext(rows, cursor, next, atMs)) break
      ended.add(eventAt(rows, cursor++).orderId)
    }
  }
  return true
}

function isNext(
  rows: AccountRows,
  at: number,
  { order, status, price, quantity }: Expected,
  atMs: number,
): boolean {
  const event = rows.events[at]
  return (
    event?.orderId === order.orderId &&
    event.status === status &&
    event.atMs === atMs &&
    sameOrNone(price, event.price) &&
    sameOrNone(quantity, event.quantity)
  )
}

/** It may follow of an event of the order: it is of the same conditional order, and no fill. */
function isConsequence(
  account: Account,
  rows: AccountRows,
  at: number,
  { orderId, parent }: Order,
): boolean {
  const event = rows.events[at]
  if (event === undefined || parent === null) return false
  if (event.leg !== null) return event.leg.groupId === parent.group.groupId
  const known = account.orders.get(event.orderId)
  const isEnd = event.status === 'CANCELED' && event.price === null
  if (known !== undefined) {
    return isEnd && event.orderId !== orderId && known.parent?.group === parent.group
  }
  const { clientOrderId } = rowOf(rows, event.orderId)
  return event.status === 'SUBMITTED' && clientOrderId.startsWith(`${parent.group.groupId} `)
}

const sameOrNone = (expected: Fraction | undefined, found: string | null): boolean =>
  expected === undefined ? found === null : found !== null && isSame(expected, parse(found))

function unexplained(account: Account, event: EventRow, order: Order): never {
  const { price, quantity, status, seq, atMs } = event
  const what = price === null ? status : `${status}, ${quantity} at ${price}`
  throw new Violation(
    price === null ? 'end-unexplained' : 'fill-unexplained',
    `event ${seq} of ${account.accountId} at ${clockOf(atMs)}: ${what}, of ` +
      `${JSON.stringify(order.terms)}, which was ${order.status} with ${text(order.filled)}`,
  )
}

/** A reset clears the shares and sets the cash. */
function adjust(account: Account, waiting: AdjustmentRow[], step: Step): void {
  const isDue = (row: AdjustmentRow | undefined): row is AdjustmentRow => row?.seq === account.seq
  if (!isDue(waiting[0])) return
  for (let row = waiting[0]; isDue(row); row = waiting[0]) {
    waiting.shift()
    must(row.number === account.adjustments + 1, 'adjustment', () => `number ${row.number}`)
    account.adjustments = row.number
    account.cash = plus(account.cash, parse(row.amount))
    if (row.symbol !== null) {
      const holding = holdingOf(account, row.symbol)
      holding.quantity = plus(holding.quantity, parse(row.quantity))
      holding.purchase = ZERO
    }
    // Two resets may come without an event in between, and a request between the two.
    noteMoment(account)
  }
  const asked = step.resets(account.accountId)
  const isAsked = asked.some((cash) => isSame(parse(cash), account.cash))
  must(isAsked, 'reset-cash', () => `${account.accountId} was reset to ${text(account.cash)}`)
  const areOpen = openOrders(account).length + openLegs(account).length > 0
  must(!areOpen, 'reset-open', () => `${account.accountId} keeps orders`)
  for (const [symbol, { quantity }] of account.holdings) {
    must(isSame(quantity, ZERO), 'reset-shares', () => `${account.accountId} keeps ${symbol}`)
  }
}

function compareOrder(account: Account, row: OrderRow): void {
  const order = account.orders.get(row.orderId)
  if (order === undefined) throw new Violation('order-no-event', `${row.orderId} has no event`)
  must(
    order.status === row.status,
    'order-status',
    () => `${row.orderId} is ${row.status}, and its last event is ${order.status}`,
  )
  must(
    isSame(order.filled, parse(row.filled)),
    'order-filled',
    () => `${row.orderId}: ${row.filled}`,
  )
  must(
    isSame(order.held, parse(row.held)),
    'order-hold',
    () => `${row.orderId} holds ${row.held}, and should hold ${text(order.held)}`,
  )
  must(order.validUntilMs === row.validUntilMs, 'order-validity', () => row.orderId)
}

/** The queue is as long as the ticks may have left it. */
function compareQueue(account: Account, row: QueueRow, step: Step): void {
  const order = account.orders.get(row.orderId)
  if (order === undefined) throw new Violation('order-no-event', `${row.orderId} has no event`)
  const ahead = parse(row.ahead)
  const markets = marketsOf(step, order.terms.symbol, step.nowMs)
  const isSo = markets.some((market) => {
    const { most, least } = queueMet(step, account, order, market, step.nowMs)
    return !isMore(ahead, most) && !isMore(least, ahead)
  })
  must(isSo, 'queue', () => {
    const [{ most, least } = { most: ZERO, least: ZERO }] = markets.map((market) =>
      queueMet(step, account, order, market, step.nowMs),
    )
    return `${row.orderId} has ${row.ahead} before it, not ${text(least)} to ${text(most)}`
  })
  order.queue = { quantity: ahead, movedAtMs: row.movedAtMs ?? order.queue.movedAtMs }
}

/** A part that was sold takes its share of the purchase amount, which is kept to 10 places. */
const ROUNDED = parse('0.000001')

function compareHoldings(account: Account, rows: AccountRows): void {
  if (rows.holdings.length === 0) return
  for (const row of rows.holdings) {
    const holding = holdingOf(account, row.symbol)
    const where = `${row.symbol} of ${account.accountId}`
    must(
      isSame(holding.quantity, parse(row.quantity)),
      'shares',
      () => `${where}: ${row.quantity}, and its events make ${text(holding.quantity)}`,
    )
    must(
      isSame(holding.held, parse(row.held)),
      'held-shares',
      () => `${where}: ${row.held} are held, and its orders hold ${text(holding.held)}`,
    )
    const apart = minus(holding.purchase, parse(row.purchase))
    must(
      !isMore(apart, ROUNDED) && !isMore(minus(ZERO, apart), ROUNDED),
      'purchase-amount',
      () => `${where}: ${row.purchase}, and its events make ${text(holding.purchase)}`,
    )
  }
}

/** Some order had its turn at the tick, and may have left nothing to the others. */
const hasActed = (account: Account, symbol: string, tickMs: number): boolean =>
  account.log.some(
    ({ orderId, atMs }) => atMs === tickMs && account.orders.get(orderId)?.terms.symbol === symbol,
  )

/** Every order that the last tick should have filled or ended, and did not: none. */
export function checkNothingLeft(account: Account, step: Step, tickMs: number): void {
  for (const order of openOrders(account)) {
    must(
      order.validUntilMs > tickMs,
      'not-ended',
      () => `${order.orderId} of ${account.accountId} is ${order.status} past its time`,
    )
  }
  for (const { group, name, status } of openLegs(account)) {
    must(
      status === 'TRIGGERED' || group.validUntilMs > tickMs,
      'not-ended',
      () => `${group.groupId} ${name} of ${account.accountId} is ${status} past its time`,
    )
  }
  for (const symbol of SYMBOLS.filter((each) => !hasActed(account, each, tickMs))) {
    const worlds = worldsOf(step, symbol, { account, atMs: tickMs })
    const left = worlds.map((world) =>
      tick(account, world, symbol, tickMs, () => true).expected.filter(({ order }) =>
        isSeen(step, order.updatedAtMs, tickMs),
      ),
    )
    must(
      left.some((each) => each.length === 0),
      'passed-over',
      () =>
        `at ${clockOf(tickMs)} ${account.accountId} should have had ` +
        left
          .flat()
          .map(({ order, status }) => `${status} of ${JSON.stringify(order.terms)}`)
          .join(', '),
    )
  }
}
