/**
 * Which open orders of one account, in one instrument, execute at one tick, and for how much (D6).
 *
 * Promises: price-time priority within the account, for the size shown and for its free buying
 * power alike; never a price worse than the limit; never more than the size shown; never cash that
 * another order holds; no order stays open that was offered shares and could not pay them; nothing
 * for an order that arrived at or after the tick, or that already acted on it.
 * Does not promise: competition between accounts, market impact, or the path of the price between
 * ticks.
 */
import type { Instrument } from '../instrument'
import {
  type Amount,
  add,
  larger,
  NO_QUANTITY,
  type Price,
  type Quantity,
  smaller,
  subtract,
} from '../money'
import type { BidAsk } from '../quote'
import type { OpenSession, Session } from '../session'
import { type Instant, isBefore } from '../time'
import {
  isForAuction,
  isImmediate,
  type Order,
  type OrderRequest,
  type OrderTransition,
  remaining,
  type Side,
} from './order'
import { freeAfter, takeOffered } from './take'
import { mayTrade } from './tradability'

/** One instrument at one tick. */
export interface InstrumentTick {
  readonly at: Instant
  /** While CLOSED nothing executes, and cancels become final. */
  readonly session: Session
  readonly instrument: Instrument
  /** Undefined: the instrument has no price now. */
  readonly quote: BidAsk | undefined
  /** Left out: a MARKET order beyond the size shown waits for the next one. */
  readonly beyond?: Beyond
}

/** What a MARKET order gets that wants more than is shown, and at what price (D13). */
export type Beyond = (asked: {
  readonly side: Side
  readonly price: Price
  readonly wanted: Quantity
  /** What is left of the size shown. */
  readonly shown: Quantity
  /** What the account's orders before it took at this tick. */
  readonly taken: Quantity
}) => { readonly price: Price; readonly quantity: Quantity }

/** What happens to an order, in the order in which it is booked; one order may be in several. */
export interface Match {
  readonly order: Order
  readonly event: OrderTransition
}

/** `free` is the account's buying power: its cash less what all of its orders hold. */
export function match(
  orders: readonly Order[],
  tick: InstrumentTick,
  free: Amount,
): readonly Match[] {
  const due = orders.filter((order) => isDue(order, tick))
  const executions = execute(due, tick, free)
  return [...executions, ...endings(due, executions)]
}

function execute(due: readonly Order[], tick: InstrumentTick, free: Amount): Match[] {
  const { quote, session, instrument, beyond } = tick
  if (quote === undefined || session === 'CLOSED') return []
  const taking = due.filter(
    ({ timeInForce, side, queueAhead }) =>
      !isForAuction(timeInForce) &&
      mayTrade(side, instrument, session) &&
      queueAhead.eq(NO_QUANTITY),
  )
  const met = { quote, ...(beyond && { beyond }) }
  return [
    ...matchSide(taking, 'BUY', shownTo('BUY', met), session, free),
    ...matchSide(taking, 'SELL', shownTo('SELL', met), session, free),
  ]
}

/** The market as an account meets it, with the sizes that it may take. */
export interface Met {
  readonly quote: BidAsk
  readonly beyond?: Beyond
}

/** The side of the market that an order of this side takes from. */
export const shownTo = (side: Side, { quote, beyond }: Met): ShownLiquidity =>
  side === 'BUY'
    ? { price: quote.askPrice, shown: quote.askSize, beyond }
    : { price: quote.bidPrice, shown: quote.bidSize, beyond }

/** What an order is offered that wants so many shares, when `left` of those shown are left. */
export function offeredTo(
  { side, limitPrice }: Pick<OrderRequest, 'side' | 'limitPrice'>,
  wanted: Quantity,
  { price, shown, beyond }: ShownLiquidity,
  left: Quantity,
): { readonly price: Price; readonly quantity: Quantity } {
  if (limitPrice !== null || beyond === undefined || wanted.lte(left)) {
    return { price, quantity: smaller(wanted, left) }
  }
  const taken = subtract(shown, left)
  return beyond({ side, price, wanted, shown: larger(left, NO_QUANTITY), taken })
}

/** D5, D6: this was the last chance of a canceled order, and the only one of an IOC or FOK. */
function endings(due: readonly Order[], executions: readonly Match[]): Match[] {
  const closed = new Set(
    executions.flatMap(({ order, event }) =>
      event.type === 'PartiallyFilled' ? [] : [order.orderId],
    ),
  )
  return due
    .filter((order) => order.status === 'PENDING_CANCEL' || isImmediate(order.timeInForce))
    .filter(({ orderId }) => !closed.has(orderId))
    .map((order) => ({ order, event: { type: 'Canceled' } }))
}

/** D5: from the first tick after its acceptance, once at each, until its time is over. */
const isDue = ({ updatedAt, validUntil }: Order, { at }: InstrumentTick): boolean =>
  isBefore(updatedAt, at) && isBefore(at, validUntil)

/** D6: a MARKET order takes any price, a LIMIT order its own or a better one. */
export const isMarketable = (
  { limitPrice, side }: Pick<OrderRequest, 'limitPrice' | 'side'>,
  price: Price,
): boolean =>
  limitPrice === null || (side === 'BUY' ? limitPrice.gte(price) : limitPrice.lte(price))

export interface ShownLiquidity {
  readonly price: Price
  readonly shown: Quantity
  readonly beyond: Beyond | undefined
}

function matchSide(
  orders: readonly Order[],
  side: Side,
  market: ShownLiquidity,
  session: OpenSession,
  buyingPower: Amount,
): Match[] {
  const queue = orders
    .filter((order) => order.side === side && isMarketable(order, market.price))
    .toSorted(byPriority)
  const matches: Match[] = []
  // Below 0 once a MARKET order went beyond what is shown.
  let left = market.shown
  let free = buyingPower
  for (const order of queue) {
    const wanted = remaining(order)
    const offered = offeredTo(order, wanted, market, left)
    if (offered.quantity.lte(NO_QUANTITY)) continue
    if (order.timeInForce === 'FOK' && offered.quantity.lt(wanted)) continue
    const events = takeOffered(order, { ...offered, session }, free)
    for (const event of events) {
      if ('execution' in event) left = subtract(left, event.execution.quantity)
      matches.push({ order, event })
    }
    if (side === 'BUY') free = freeAfter(order, events, free)
  }
  return matches
}

/**
 * D6: within an account price, then time, decides; a MARKET order takes any price, so it comes
 * first.
 */
function byPriority(left: Order, right: Order): number {
  return priceRank(left, right) || left.seq - right.seq
}

function priceRank({ limitPrice: left, side }: Order, { limitPrice: right }: Order): number {
  if (left === null) return right === null ? 0 : -1
  if (right === null) return 1
  return side === 'BUY' ? right.cmp(left) : left.cmp(right)
}

/** Shares that were executed on one side. */
export const takenOn = (side: Side, matches: readonly Match[]): Quantity =>
  matches.reduce(
    (sum, { order, event }) =>
      order.side === side && 'execution' in event ? add(sum, event.execution.quantity) : sum,
    NO_QUANTITY,
  )
