/**
 * Decides which open orders of one account, in one instrument, execute at one tick, and for how
 * much.
 *
 * Promises price-time priority within the account, for the size shown and for its free buying power
 * alike. No fill is at a price worse than the limit. No fill is for more shares than `beyond`
 * offers, or than the size shown if `beyond` is omitted. No fill uses cash that another order
 * holds. An order that was offered shares and could not pay for them does not stay open. An order
 * gets nothing if it arrived at or after the tick, or if this tick has already filled or ended it.
 *
 * Does not promise competition between accounts [fill.accounts], or the path of the price between
 * ticks.
 */

import { mayTrade, type TradedInstrument } from '../instrument'
import { QUANTITY_PLACES_MAX } from '../limits'
import {
  type Amount,
  add,
  affordable,
  fitsPlaces,
  larger,
  NO_QUANTITY,
  notional,
  type Price,
  type Quantity,
  smaller,
  subtract,
} from '../money'
import type { BidAsk, Prints } from '../quote'
import type { OpenSession, Session } from '../session'
import { type Instant, isBefore } from '../time'
import {
  type Execution,
  evolve,
  isForAuction,
  isImmediate,
  type Order,
  type OrderRequest,
  type OrderTransition,
  remaining,
  type Side,
} from './order'

export interface InstrumentTick {
  readonly at: Instant
  /** The session of the tick. While CLOSED nothing executes, and cancels become final. */
  readonly session: Session
  readonly instrument: TradedInstrument
  /** The quote; undefined if the instrument has no price now. */
  readonly quote: BidAsk | undefined
  /** Whether a cancel that was requested has reached the market. Omit it if every cancel has. */
  readonly isCancelThere?: (order: Order) => boolean
  /**
   * Offers shares beyond the size shown. If it is omitted, an order takes at most the size shown,
   * and the rest waits for the next tick.
   */
  readonly beyond?: Beyond
}

/**
 * Makes the offer to an order that the price reaches. The price includes the order's impact
 * [profile.impact].
 */
export type Beyond = (request: {
  readonly side: Side
  readonly price: Price
  readonly limitPrice: Price | null
  readonly wanted: Quantity
  /** Shares that the account's orders before it took at this tick. */
  readonly taken: Quantity
}) => { readonly price: Price; readonly quantity: Quantity }

/**
 * A transition of an order. Outcomes come in the order in which they are applied, and an order may
 * have several.
 */
export interface OrderOutcome {
  readonly order: Order
  readonly transition: OrderTransition
}

/**
 * Matches orders at a tick. `free` is the account's buying power: its cash less what all of its
 * orders hold.
 */
export function match(
  orders: readonly Order[],
  tick: InstrumentTick,
  free: Amount,
): readonly OrderOutcome[] {
  const due = orders.filter((order) => isDue(order, tick))
  const executions = execute(due, tick, free)
  return [...executions, ...endings(due, executions, tick)]
}

function execute(due: readonly Order[], tick: InstrumentTick, free: Amount): OrderOutcome[] {
  const { quote, session, instrument, beyond } = tick
  if (quote === undefined || session === 'CLOSED') return []
  const taking = due.filter(
    ({ timeInForce, side, queueAhead }) =>
      !isForAuction(timeInForce) &&
      mayTrade(side, instrument, session) && // [life.suspended]
      queueAhead.eq(NO_QUANTITY),
  )
  const available = { quote, ...(beyond && { beyond }) }
  return [
    ...matchSide(taking, 'BUY', shownTo('BUY', available), session, free),
    ...matchSide(taking, 'SELL', shownTo('SELL', available), session, free),
  ]
}

/** The market as an account finds it, with the sizes that it may take. */
export interface AvailableQuote {
  readonly quote: BidAsk
  readonly beyond?: Beyond
}

/** The price and size of the opposite side: a BUY takes from the ask [fill.price-improvement]. */
export const shownTo = (side: Side, { quote, beyond }: AvailableQuote): ShownLiquidity =>
  side === 'BUY'
    ? { price: quote.askPrice, shown: quote.askSize, beyond, prints: quote.prints }
    : { price: quote.bidPrice, shown: quote.bidSize, beyond, prints: quote.prints }

/**
 * The price that comes nearest to the resting orders of a side: the price of the opposite side, or
 * that of a print.
 */
export function nearestPrice(
  side: Side,
  { askPrice, bidPrice, prints }: Pick<BidAsk, 'askPrice' | 'bidPrice' | 'prints'>,
): Price {
  if (side === 'BUY') return prints === undefined ? askPrice : smaller(askPrice, prints.lowest)
  return prints === undefined ? bidPrice : larger(bidPrice, prints.highest)
}

/**
 * The offer to an order for `wanted` shares, if `left` of the size shown are left [fill.size]. Its
 * price is the price shown, or the price to which the account's own shares move it [fill.price].
 */
export function offeredTo(
  { side, limitPrice }: Pick<OrderRequest, 'side' | 'limitPrice'>,
  wanted: Quantity,
  { price, shown, beyond }: Omit<ShownLiquidity, 'prints'>,
  left: Quantity,
): { readonly price: Price; readonly quantity: Quantity } {
  if (beyond === undefined) return { price, quantity: smaller(wanted, left) }
  return beyond({ side, price, limitPrice, wanted, taken: subtract(shown, left) })
}

/**
 * Cancels what remains after this tick of an order with a pending cancel [life.cancel], and of an
 * IOC or FOK [fill.ioc].
 */
function endings(
  due: readonly Order[],
  executions: readonly OrderOutcome[],
  { isCancelThere = () => true }: InstrumentTick,
): OrderOutcome[] {
  const isCanceled = (order: Order): boolean =>
    order.status === 'PENDING_CANCEL' && isCancelThere(order)
  const closed = new Set(
    executions.flatMap(({ order, transition }) =>
      transition.type === 'PartiallyFilled' ? [] : [order.orderId],
    ),
  )
  return due
    .filter((order) => isCanceled(order) || isImmediate(order.timeInForce))
    .filter(({ orderId }) => !closed.has(orderId))
    .map((order) => ({ order, transition: { type: 'Canceled' } }))
}

/**
 * Whether the tick may fill or end the order. Each tick may do so once, from the first one after
 * the order's acceptance [life.first-tick] until its time is over.
 */
export const isDue = (
  { updatedAt, validUntil }: Pick<Order, 'updatedAt' | 'validUntil'>,
  { at }: Pick<InstrumentTick, 'at'>,
): boolean => isBefore(updatedAt, at) && isBefore(at, validUntil)

/**
 * Whether the order takes the price: a MARKET order takes any, a LIMIT order its own or a better
 * one [fill.price-improvement].
 */
export const isMarketable = (
  { limitPrice, side }: Pick<OrderRequest, 'limitPrice' | 'side'>,
  price: Price,
): boolean =>
  limitPrice === null || (side === 'BUY' ? limitPrice.gte(price) : limitPrice.lte(price))

/**
 * The price at which an order may execute; undefined if the market does not reach it. An order that
 * a print hits gets its own limit [fill.print], any other the price shown [fill.price].
 */
export function executionPrice(
  order: Pick<OrderRequest, 'limitPrice' | 'side' | 'timeInForce'>,
  { price, prints }: Pick<ShownLiquidity, 'price' | 'prints'>,
): Price | undefined {
  const { limitPrice } = order
  if (limitPrice !== null && prints !== undefined && isHit(order, limitPrice, prints)) {
    return limitPrice
  }
  return isMarketable(order, price) ? price : undefined
}

/**
 * Whether a print hits the order. It must stand in the market: its limit was not marketable when
 * the second began. Any other order would get the better of two prices, that of the second's
 * beginning and that of its end.
 */
function isHit(
  { side, timeInForce }: Pick<OrderRequest, 'side' | 'timeInForce'>,
  limitPrice: Price,
  { askPrice, bidPrice, highest, lowest }: Prints,
): boolean {
  if (timeInForce !== 'DAY') return false
  return side === 'BUY'
    ? limitPrice.lt(askPrice) && limitPrice.gte(lowest)
    : limitPrice.gt(bidPrice) && limitPrice.lte(highest)
}

export interface ShownLiquidity {
  readonly price: Price
  readonly shown: Quantity
  readonly beyond: Beyond | undefined
  /** Undefined if no print can hit an order. */
  readonly prints: Prints | undefined
}

function matchSide(
  orders: readonly Order[],
  side: Side,
  market: ShownLiquidity,
  session: OpenSession,
  buyingPower: Amount,
): OrderOutcome[] {
  const queue = orders
    .filter((order) => order.side === side && executionPrice(order, market) !== undefined)
    .toSorted(byPriority)
  const outcomes: OrderOutcome[] = []
  // The shares left of the size shown, below 0 once an order has gone beyond that size.
  let left = market.shown
  let free = buyingPower
  for (const order of queue) {
    const wanted = remaining(order)
    const price = executionPrice(order, market) ?? market.price
    const offered = offeredTo(order, wanted, { ...market, price }, left)
    if (offered.quantity.lte(NO_QUANTITY)) continue
    // [fill.fok]
    if (order.timeInForce === 'FOK' && offered.quantity.lt(wanted)) continue
    const transitions = takeOffered(order, { ...offered, session }, free)
    for (const transition of transitions) {
      if ('execution' in transition) left = subtract(left, transition.execution.quantity)
      outcomes.push({ order, transition })
    }
    // MARKET orders come first, and no other orders use free buying power.
    if (side === 'BUY' && order.limitPrice === null) free = freeAfter(order, transitions, free)
  }
  return outcomes
}

type Ranked = Pick<Order, 'limitPrice' | 'side' | 'seq'>

/**
 * Compares by price, then time. A MARKET order takes any price, so it comes first [fill.priority].
 */
export function byPriority(left: Ranked, right: Ranked): number {
  return priceRank(left, right) || left.seq - right.seq
}

function priceRank({ limitPrice: left, side }: Ranked, { limitPrice: right }: Ranked): number {
  if (left === null) return right === null ? 0 : -1
  if (right === null) return 1
  return side === 'BUY' ? right.cmp(left) : left.cmp(right)
}

/**
 * The transitions of an order that is offered all or a part of its remaining shares. `free` is the
 * account's buying power, which a MARKET buy may use [life.paid].
 *
 * A part that can be paid fills, and the rest ends at once. The order is REJECTED if nothing was
 * ever filled [life.unpaid-rejected], else CANCELED with its reason [life.unpaid-rest]. A FOK takes
 * all or nothing.
 */
export function takeOffered(
  order: Order,
  offered: Execution,
  free: Amount,
): readonly OrderTransition[] {
  const paid = smaller(offered.quantity, payableQuantity(order, offered.price, free))
  if (paid.eq(offered.quantity)) return [filling(order, offered)]
  const takesPart = paid.gt(NO_QUANTITY) && order.timeInForce !== 'FOK'
  const fills = takesPart ? [filling(order, { ...offered, quantity: paid })] : []
  return [...fills, unpaid(order, takesPart)]
}

function filling(order: Order, execution: Execution): OrderTransition {
  const type = execution.quantity.eq(remaining(order)) ? 'Filled' : 'PartiallyFilled'
  return { type, execution }
}

/** Ends an order that cannot be paid. If the client has requested a cancel, that is the reason. */
function unpaid(order: Order, isFilledNow: boolean): OrderTransition {
  if (order.status === 'PENDING_CANCEL') return { type: 'Canceled' }
  const reason = 'insufficient-buying-power'
  const untouched = !isFilledNow && order.filledQuantity.eq(NO_QUANTITY)
  return untouched ? { type: 'Rejected', reason } : { type: 'Canceled', reason }
}

/**
 * The number of remaining shares that can be paid. The order's own hold pays them, and for a MARKET
 * buy `free` does as well, but never another order's hold. An order of whole shares buys whole
 * shares. Any other order buys multiples of 0.000001.
 */
function payableQuantity(order: Order, price: Price, free: Amount): Quantity {
  const wanted = remaining(order)
  if (order.side === 'SELL') return wanted
  const funds = order.limitPrice === null ? add(order.heldCash, free) : order.heldCash
  if (notional(price, wanted).lte(funds)) return wanted
  return affordable(funds, price, fitsPlaces(wanted, 0) ? 0 : QUANTITY_PLACES_MAX)
}

/** The free buying power after an order's transitions: less their cost, plus the released hold. */
export function freeAfter(
  order: Order,
  transitions: readonly OrderTransition[],
  free: Amount,
): Amount {
  const { updatedAt } = order
  const after = transitions.reduce((before, each) => evolve(before, each, updatedAt), order)
  const released = subtract(order.heldCash, after.heldCash)
  const cost = subtract(after.filledAmount, order.filledAmount)
  return subtract(add(free, released), cost)
}

/** Shares executed on one side. */
export const takenOn = (side: Side, outcomes: readonly OrderOutcome[]): Quantity =>
  outcomes.reduce(
    (sum, { order, transition }) =>
      order.side === side && 'execution' in transition
        ? add(sum, transition.execution.quantity)
        : sum,
    NO_QUANTITY,
  )
