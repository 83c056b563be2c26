/** What the servers may have met at a tick: a change that they read late was there, or not. */
import { isMore, isSame, ZERO } from './fraction'
import type { Account, Order } from './ledger'
import type { World } from './matching'
import { type Market, marketsSince, type Pin } from './prices'
import type { AccountRows, Step } from './step'
import { queueAt } from './strict'

export const marketsOf = (step: Step, symbol: string, atMs: number): readonly Market[] =>
  step
    .tradable(symbol)
    .flatMap((mayTrade) =>
      marketsAt(step, atMs).map((market) => ({ ...market, mayTrade: () => mayTrade })),
    )

/**
 * In its own millisecond a pin is there or not. Other servers, and servers that faults strike, read
 * pins so late.
 */
const PINS_SEEN_WITHIN_MS = 7_000
const PINS_SEEN_AFTER_FAULTS_MS = 30_000

export function marketsAt(step: Step, atMs: number): readonly Market[] {
  const late = marketsLate(step, atMs)
  const isNear = ({ fromUs }: Pin): boolean =>
    Math.abs(atMs - fromUs / 1_000) < PINS_SEEN_AFTER_FAULTS_MS
  return [
    ...late,
    ...step.overwritten.filter(isNear).flatMap((pin) => late.map((market) => withPin(market, pin))),
    // If the market's clock stands still, a pin may come and go at the same instant.
    ...step.pins
      .filter((pin) => pin.untilUs === pin.fromUs && isNear(pin))
      .flatMap((pin) =>
        late.map((market) => ({ ...market, pins: [{ ...pin, untilUs: null }, ...market.pins] })),
      ),
  ]
}

const withPin = (market: Market, pin: Pin): Market => ({
  ...market,
  pins: market.pins.map((each) =>
    each.symbol === pin.symbol && each.fromUs === pin.fromUs
      ? { ...pin, untilUs: each.untilUs }
      : each,
  ),
})

function marketsLate(step: Step, atMs: number): readonly Market[] {
  const market = { seed: step.seed, pins: step.pins, mayTrade: () => true }
  if (step.pins.length === 0) return [market]
  const isCalm = atMs >= step.calmSinceMs
  // On a clock of the market's own, seconds of faults may be hours.
  if (step.calmSinceMs === Number.POSITIVE_INFINITY) return marketsSince(market, 0)
  const lateMs = isCalm ? (step.isShared ? PINS_SEEN_WITHIN_MS : 1) : PINS_SEEN_AFTER_FAULTS_MS
  return marketsSince(market, sleptSince(step, atMs) - lateMs)
}

/** What is late by seconds is late by hours if the machine slept meanwhile. */
const sleptSince = ({ leapt }: Step, atMs: number): number =>
  leapt !== null && atMs > leapt.fromMs && atMs < leapt.toMs + PINS_SEEN_AFTER_FAULTS_MS
    ? leapt.fromMs
    : atMs

/**
 * An instrument that was suspended or resumed meanwhile may have traded, or not. An order that a
 * test took in hand or let go meanwhile was in hand at the tick, or not.
 */
export const worldsOf = (step: Step, symbol: string, seen: Seen): readonly World[] =>
  marketsOf(step, symbol, seen.tickMs ?? seen.atMs).flatMap((market) => {
    const world: World = {
      ...market,
      isHeld(order) {
        const hand = handOf(order, seen)
        // What the market has filled was not in hand then.
        return hand === 'held' || (hand === 'unsure' && !isFilled(order, seen))
      },
      isQueued(order, tickMs) {
        const { most, least } = queueMet(step, seen.account, order, market, tickMs)
        return isSame(most, ZERO) ? false : isMore(least, ZERO) || !isFilled(order, seen)
      },
    }
    const letGo: World = { ...world, isHeld: (order) => handOf(order, seen) === 'held' }
    return isAnyUnsure(symbol, seen) ? [world, letGo] : [world]
  })

/** The queue of an order stands still while a test has the order in hand. */
export function queueMet(
  step: Step,
  account: Account,
  order: Order,
  market: Market,
  tickMs: number,
): ReturnType<typeof queueAt> {
  const isCalm = isSure(step)
  const isTried = (atMs: number): boolean => isCalm(atMs) && isSeen(step, order.requestedAtMs, atMs)
  const found = queueAt(order, market, tickMs, isTried)
  return account.inHand.has(order.orderId) ? { ...found, most: order.queue.quantity } : found
}

/** A hint of another process may be lost; then its orders are read within seconds. */
const ORDERS_SEEN_WITHIN_MS = 7_000

/** Whether the market has at the tick what became of an order at the instant. */
export const isSeen = ({ isShared }: Step, sinceMs: number, tickMs: number): boolean =>
  !isShared || sinceMs <= tickMs - ORDERS_SEEN_WITHIN_MS

/** What is to be explained, as far as it decides what the market may have met. */
interface Seen {
  readonly account: Account
  /** Omitted if there are none to be explained. */
  readonly rows?: AccountRows
  readonly atMs: number
  readonly tickMs?: number
}

const isFilled = ({ orderId }: Order, { rows, atMs }: Seen): boolean =>
  rows?.events.some(
    (each) =>
      each.orderId === orderId &&
      each.price !== null &&
      each.profile !== 'forced@1' &&
      each.atMs === atMs,
  ) ?? false

/** In hand before the step and after it, or free; unsure: at some time in it. */
function handOf({ orderId }: Order, { account, rows }: Seen): 'held' | 'free' | 'unsure' {
  const before = account.inHand.get(orderId)
  if (rows === undefined) return before === true ? 'held' : 'free'
  const after = rows.forced.find((each) => each.orderId === orderId)?.stands
  if (after !== undefined && before !== after) return 'unsure'
  return after === true ? 'held' : 'free'
}

const isAnyUnsure = (symbol: string, seen: Seen): boolean =>
  [...seen.account.orders.values()].some(
    (order) => order.terms.symbol === symbol && handOf(order, seen) === 'unsure',
  )

export const isSure =
  ({ calmSinceMs, playedMs }: Step) =>
  (tickMs: number): boolean =>
    tickMs >= calmSinceMs && tickMs <= playedMs
