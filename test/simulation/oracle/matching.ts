/** What a tick and an auction must make of an account's orders in one instrument, once more. */

import { footprintLeft, offered as offeredBy, stepMs } from './footprint'
import {
  compare,
  cut,
  type Fraction,
  isMore,
  isSame,
  isWhole,
  minus,
  over,
  parse,
  plus,
  smallest,
  times,
  ZERO,
} from './fraction'
import { sessionAt } from './hours'
import { type Account, free, isOpen, type Order, remaining, type Status } from './ledger'
import { auctionBy, decimalOf, type Market, pinAt, printedBy, shownBy } from './prices'
import { arrivesAtMs, cancelArrivesAtMs, isStrict } from './strict'

/** What must come of an order: a fill and the status after it, or a status alone. */
export interface Expected {
  readonly order: Order
  readonly status: Status
  readonly price?: Fraction
  readonly quantity?: Fraction
}

export interface World extends Market {
  /** A test has it in hand, so the market does not fill it. */
  isHeld(order: Order): boolean

  /** `strict`: others are before it at the tick. */
  isQueued(order: Order, tickMs: number): boolean
}

export const isReached = (order: Order, price: Fraction): boolean =>
  order.limit === null ||
  (order.terms.side === 'BUY' ? !isMore(price, order.limit) : !isMore(order.limit, price))

const isImmediate = ({ terms }: Order): boolean => ['IOC', 'FOK'].includes(terms.timeInForce)
const isForAuction = ({ terms }: Order): boolean => ['OPG', 'CLS'].includes(terms.timeInForce)

const takenSince = (account: Account, key: string, asOfMs: number): Fraction => {
  const used = account.used.get(key)
  return used?.asOfMs === asOfMs ? used.quantity : ZERO
}

/** A print hits an order that stood when the second began: it gets its own limit. */
function isHit(world: World, { limit, terms }: Order, atMs: number): boolean {
  const printed = printedBy(world, terms.symbol, atMs)
  if (printed === undefined || limit === null || terms.timeInForce !== 'DAY') return false
  const usd = (pips: number): Fraction => parse(decimalOf(pips))
  return terms.side === 'BUY'
    ? isMore(usd(printed.ask), limit) && !isMore(usd(printed.lowest), limit)
    : isMore(limit, usd(printed.bid)) && !isMore(limit, usd(printed.highest))
}

/** The price of the side, and its size. */
function shownTo(world: World, symbol: string, side: string, atMs: number) {
  const { ask, askSize, bid, bidSize } = shownBy(world, symbol, atMs)
  const [pips, size] = side === 'BUY' ? [ask, askSize] : [bid, bidSize]
  return { price: parse(decimalOf(pips)), size: parse(String(size)) }
}

/** The market's side of a fill of `wanted` shares, and what cannot be paid of them. */
function take(
  order: Order,
  price: Fraction,
  offered: Fraction,
  unheld: Fraction,
): { readonly outcomes: readonly Expected[]; readonly taken: Fraction } {
  const { side, timeInForce } = order.terms
  const wanted = remaining(order)
  const funds = order.limit === null ? plus(order.held, unheld) : order.held
  const places = isWhole(wanted) ? 0 : 6
  const payable = side === 'SELL' ? wanted : smallest(wanted, cut(over(funds, price), places))
  const paid = smallest(offered, payable)
  const filling = (quantity: Fraction): Expected => {
    const isAll = isSame(quantity, wanted)
    const partly = order.status === 'PENDING_CANCEL' ? order.status : 'PARTIALLY_FILLED'
    return { order, price, quantity, status: isAll ? 'FILLED' : partly }
  }
  if (isSame(paid, offered)) return { outcomes: [filling(offered)], taken: offered }
  const isPart = isMore(paid, ZERO) && timeInForce !== 'FOK'
  const isUntouched = !isPart && isSame(order.filled, ZERO) && order.status !== 'PENDING_CANCEL'
  const ending: Expected = { order, status: isUntouched ? 'REJECTED' : 'CANCELED' }
  return isPart
    ? { outcomes: [filling(paid), ending], taken: paid }
    : { outcomes: [ending], taken: ZERO }
}

/** The account's free cash after an order took shares, or ended. */
function freeAfter(order: Order, outcomes: readonly Expected[], unheld: Fraction): Fraction {
  let [held, after] = [order.held, unheld]
  for (const { status, price, quantity } of outcomes) {
    let next = ZERO
    if (price !== undefined && quantity !== undefined) {
      const cost = times(price, quantity)
      const unspent = minus(held, cost)
      const needed = times(order.holdPrice ?? ZERO, minus(remaining(order), quantity))
      if (isOpen(status)) next = smallest(isMore(unspent, ZERO) ? unspent : ZERO, needed)
      after = minus(after, cost)
    } else if (isOpen(status)) next = held
    after = plus(after, minus(held, next))
    held = next
  }
  return after
}

const byPriority = (left: Order, right: Order): number => {
  if (left.limit === null || right.limit === null) {
    if (left.limit !== null) return 1
    return right.limit === null ? left.seq - right.seq : -1
  }
  const order = compare(left.limit, right.limit)
  return (left.terms.side === 'BUY' ? -order : order) || left.seq - right.seq
}

export interface TickOutcome {
  readonly expected: readonly Expected[]
  /** What the account then has taken. */
  readonly used: ReadonlyMap<string, { readonly asOfMs: number; readonly quantity: Fraction }>
}

/**
 * `known` are the orders that the market had when it tried them; the others wait for the next
 * tick.
 */
export function tick(
  account: Account,
  world: World,
  symbol: string,
  atMs: number,
  known: (order: Order) => boolean,
): TickOutcome {
  const orders = [...account.orders.values()]
    .filter(({ terms, status }) => terms.symbol === symbol && isOpen(status))
    .filter((order) => order.updatedAtMs < atMs && atMs < order.validUntilMs && known(order))
    .filter((order) => !isStrict(account) || arrivesAtMs(order, world.seed) < atMs)
    .toSorted((one, other) => one.seq - other.seq)
  const expected: Expected[] = []
  const used = new Map<string, { readonly asOfMs: number; readonly quantity: Fraction }>()
  const mayTrade = sessionAt(atMs) !== 'CLOSED' && world.mayTrade(symbol)
  const unheld = free(account)
  for (const side of mayTrade ? ['BUY', 'SELL'] : []) {
    const { price: shownPrice, size } = shownTo(world, symbol, side, atMs)
    const isShownWhole = account.profile === 'ideal@1' || pinAt(world, symbol, atMs) !== undefined
    const key = `${symbol} ${side} FOOTPRINT`
    const before = footprintLeft(account.used.get(key), world, symbol, atMs)
    const isHitHere = (order: Order): boolean =>
      account.profile !== 'ideal@1' && isHit(world, order, atMs)
    const queue = orders
      .filter((order) => order.terms.side === side && !isForAuction(order))
      .filter((order) => !world.isHeld(order))
      .filter((order) => isReached(order, shownPrice) || isHitHere(order))
      .filter((order) => !isStrict(account) || !world.isQueued(order, atMs))
      .toSorted(byPriority)
    let cash = unheld
    let sum = ZERO
    for (const order of queue) {
      const wanted = remaining(order)
      const from = isHitHere(order) ? (order.limit ?? shownPrice) : shownPrice
      const asked = { side, limit: order.limit, price: from, wanted, taken: plus(before, sum) }
      const { price, quantity: offered } = isShownWhole
        ? { price: shownPrice, quantity: smallest(wanted, minus(size, sum)) }
        : offeredBy(account, world, symbol, atMs, asked)
      if (!isMore(offered, ZERO)) continue
      if (order.terms.timeInForce === 'FOK' && !isSame(offered, wanted)) continue
      const { outcomes, taken } = take(order, price, offered, cash)
      expected.push(...outcomes)
      sum = plus(sum, taken)
      if (side === 'BUY') cash = freeAfter(order, outcomes, cash)
    }
    if (isShownWhole || !isMore(sum, ZERO)) continue
    used.set(key, { asOfMs: stepMs(atMs), quantity: plus(before, sum) })
  }
  const byHand = Map.groupBy(orders, (order) => world.isHeld(order))
  for (const order of [...(byHand.get(false) ?? []), ...(byHand.get(true) ?? [])]) {
    const isOver = expected.some((each) => each.order === order && !isOpen(each.status))
    const cancelAtMs = isStrict(account) ? cancelArrivesAtMs(order, world.seed) : null
    const isCanceled = order.status === 'PENDING_CANCEL' && (cancelAtMs ?? 0) < atMs
    const isLast = isCanceled || isImmediate(order)
    if (isLast && !isOver) expected.push({ order, status: 'CANCELED' })
  }
  return { expected, used }
}

/** An order's time is over: its auction is held, or it ends. */
export function expire(account: Account, world: World, order: Order): TickOutcome {
  const used = new Map<string, { readonly asOfMs: number; readonly quantity: Fraction }>()
  const { symbol, side, timeInForce } = order.terms
  const canceled: Expected = { order, status: 'CANCELED' }
  if (!isForAuction(order)) {
    const isExpired = timeInForce === 'DAY' && order.status !== 'PENDING_CANCEL'
    return { expected: [isExpired ? { order, status: 'EXPIRED' } : canceled], used }
  }
  const atMs = order.validUntilMs
  const held = auctionBy(world, symbol, timeInForce, atMs)
  const price = parse(decimalOf(held.price))
  const key = `${symbol} ${side} ${timeInForce}`
  const tenth = parse(String(Math.floor(held.volume / 10)))
  const left = minus(tenth, takenSince(account, key, atMs))
  const wanted = remaining(order)
  // Under `strict` its own shares would move the price to its limit.
  const isAtLimit = isStrict(account) && order.limit !== null && isSame(order.limit, price)
  const offered = account.profile === 'ideal@1' ? wanted : smallest(wanted, isAtLimit ? ZERO : left)
  const isOffered = isMore(offered, ZERO) && !world.isHeld(order)
  if (!isReached(order, price) || !world.mayTrade(symbol) || !isOffered) {
    return { expected: [canceled], used }
  }
  const { outcomes, taken } = take(order, price, offered, free(account))
  if (account.profile !== 'ideal@1' && isMore(taken, ZERO)) {
    used.set(key, { asOfMs: atMs, quantity: plus(takenSince(account, key, atMs), taken) })
  }
  const isOver = !isOpen(outcomes.at(-1)?.status ?? 'CANCELED')
  return { expected: isOver ? outcomes : [...outcomes, canceled], used }
}
