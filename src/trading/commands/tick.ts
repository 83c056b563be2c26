/**
 * Carries out a step of the market on one account: fills in one instrument, or expiries. Prepares
 * the orders of an account with the profile `strict` for a tick.
 */
import { type Account, buyingPower } from '../../core/account/account'
import { assert } from '../../core/assert'
import { add, NO_QUANTITY, type Quantity } from '../../core/money'
import type { Auction } from '../../core/order/auction-outcomes'
import { expire } from '../../core/order/expiry'
import type { FillProfile } from '../../core/order/fill-profile'
import { availableQuote, footprintAfter, type Surroundings } from '../../core/order/footprint'
import { arrivesAt, isCancelThere } from '../../core/order/latency'
import {
  LIQUIDITY_SOURCES,
  offeredInAuction,
  takenAsOf,
  type UseOf,
} from '../../core/order/liquidity'
import { match, type OrderOutcome, takenOn } from '../../core/order/matching'
import { isForAuction, isOpen, type Order, remaining, SIDES } from '../../core/order/order'
import { queueAfter } from '../../core/order/queue'
import type { BidAsk } from '../../core/quote'
import type { Session } from '../../core/session'
import { type Instant, isBefore } from '../../core/time'
import { auctionAt } from '../../market/auctions'
import type { Feed } from '../../market/feed'
import type { Fence } from '../../postgres/database'
import type { Command } from '../command'
import type { Rows } from '../rows'
import { type FillMarket, type InstrumentMoment, surroundings, tradedInSecond } from './meeting'
import { renewChild } from './trigger'

/** One instrument at a tick; its tradable state is read when the fills are decided. */
export interface TickQuote {
  readonly at: Instant
  readonly session: Session
  readonly symbol: string
  readonly quote: BidAsk | undefined
}

export interface TickOutcome {
  readonly eventCount: number
  readonly waiting: AccountAfterTick
}

export interface WaitingOrder extends Pick<Order, 'side' | 'limitPrice' | 'timeInForce'> {
  readonly remaining: Quantity
}

/** An account in one instrument after a tick. */
export interface AccountAfterTick {
  readonly symbol: string
  readonly fillProfile: FillProfile
  /** The orders that the tick reached and that still rest. */
  readonly orders: readonly WaitingOrder[]
  /** True for the profile `strict`, which moves queue positions at each tick. */
  readonly isQueued: boolean
  readonly useOf: UseOf
}

function waitingAccount(
  symbol: string,
  fillProfile: FillProfile,
  open: readonly Order[],
  useOf: UseOf,
): AccountAfterTick {
  // A copy, so that the rows behind `useOf` can be freed.
  const uses = SIDES.flatMap((side) =>
    LIQUIDITY_SOURCES.flatMap((source) => useOf(side, source) ?? []),
  )
  return {
    symbol,
    fillProfile,
    orders: open.map((order) => ({
      side: order.side,
      limitPrice: order.limitPrice,
      timeInForce: order.timeInForce,
      remaining: remaining(order),
    })),
    isQueued: open.some(({ queueAhead }) => queueAhead.gt(NO_QUANTITY)),
    useOf: (side, source) => uses.find((use) => use.side === side && use.source === source),
  }
}

/** Matches these orders of an account, all in one instrument, against the tick. */
export const tickCommand = (
  accountId: string,
  orderIds: readonly string[],
  { symbol, ...tick }: TickQuote,
  fence: Fence,
  market: FillMarket,
): Command<TickOutcome> => ({
  accountId,
  fence,
  symbols: [symbol],
  heldSymbols: [symbol],
  orderIds,
  takesLiquidity: true,
  decide(rows) {
    const instrument = instrumentOf(rows, symbol)
    const account = accountOf(rows, accountId)
    const open = openOrders(rows, accountId, orderIds)
    const { orders, held } = heldApart(rows, open)
    const { fillProfile } = account
    const useOf = rows.liquidityUse(accountId, symbol)
    const isStrict = fillProfile === 'strict@2'
    const arrivedOf = (some: readonly Order[]): readonly Order[] =>
      isStrict ? arrivedBefore(tick.at, some, market.seed) : some
    const free = buyingPower(account)
    const { at, quote, session } = tick
    const cancels = isStrict && {
      isCancelThere: (order: Order) => isCancelThere(order, market.seed, at),
    }
    const closed = { ...tick, ...cancels, instrument, quote: undefined }
    const arrived = arrivedOf(orders)
    const tried = (): readonly OrderOutcome[] => {
      if (quote === undefined || session === 'CLOSED') {
        return applyAll(rows, match(arrived, closed, free), at)
      }
      const place = { symbol, session, at }
      const around = surroundings(market, place, useOf)
      const available = availableQuote(fillProfile, quote, around)
      const queued = isStrict ? queuedOrders(rows, arrived, quote, place, market) : arrived
      const outcomes = match(queued, { ...tick, ...cancels, instrument, ...available }, free)
      const applied = applyAll(rows, outcomes, at, quote)
      if (available.beyond !== undefined) keepFootprints(rows, applied, around)
      return applied
    }
    const applied = tried()
    const ended = applyAll(rows, match(arrivedOf(held), closed, free), at)
    const eventCount = applied.length + ended.length
    const left = heldApart(rows, openOrders(rows, accountId, orderIds)).orders
    return { eventCount, waiting: waitingAccount(symbol, fillProfile, left, useOf) }
  },
})

/**
 * Expires these orders of an account, each at the instant when its time was over. Returns the
 * number of events.
 */
export const expireCommand = (
  accountId: string,
  orderIds: readonly string[],
  symbols: readonly string[],
  at: Instant,
  feed: Feed,
  fence: Fence,
): Command<number> => ({
  accountId,
  fence,
  symbols,
  heldSymbols: symbols,
  orderIds,
  takesLiquidity: true,
  decide(rows) {
    let eventCount = 0
    for (const orderId of orderIds) {
      const [order] = openOrders(rows, accountId, [orderId])
      if (order === undefined) continue
      if (isBefore(at, order.validUntil) || awaitsPrice(order, feed, at)) continue
      const account = accountOf(rows, accountId)
      const outcomes = expire(order, auctionOf(rows, feed, account), buyingPower(account))
      if (account.fillProfile !== 'ideal@1') useAuctionVolume(rows, outcomes)
      eventCount += applyAll(rows, outcomes, order.validUntil).length
      const ended = rows.order(accountId, order.orderId)
      if (ended !== undefined) renewChild(rows, ended, feed.calendar)
    }
    return eventCount
  },
})

/** True while the order stays open because its auction's price is not known yet [live.auctions]. */
const awaitsPrice = ({ timeInForce, symbol, validUntil }: Order, feed: Feed, at: Instant) =>
  isForAuction(timeInForce) && feed.awaitsAuction?.(symbol, timeInForce, validUntil, at) === true

const auctionOf =
  (rows: Rows, feed: Feed, { accountId, fillProfile }: Account) =>
  (order: Order): Auction => {
    const { symbol, side, limitPrice, validUntil, timeInForce } = order
    assert(isForAuction(timeInForce), `${timeInForce} orders have an auction`)
    const held = auctionAt(feed, symbol, timeInForce, validUntil)
    const useOf = rows.liquidityUse(accountId, symbol)
    const turn = { timeInForce, side, limitPrice, at: validUntil }
    const made = { price: held?.price, volume: held?.volume ?? NO_QUANTITY }
    return {
      instrument: instrumentOf(rows, symbol),
      price: held?.price,
      offered:
        rows.forced?.plan(order) === undefined
          ? offeredInAuction(fillProfile, turn, made, useOf)
          : NO_QUANTITY,
    }
  }

/** Saves the liquidity that the account used [profile.impact]. */
function keepFootprints(rows: Rows, outcomes: readonly OrderOutcome[], around: Surroundings): void {
  const [first] = outcomes
  if (first === undefined) return
  const { accountId, symbol } = first.order
  for (const side of SIDES) {
    const taken = takenOn(side, outcomes)
    if (taken.eq(NO_QUANTITY)) continue
    rows.setLiquidityUse(footprintAfter({ accountId, symbol, side }, taken, around))
  }
}

/** Saves the use of an auction's volume [profile.auction-share]; the outcomes are one order's. */
function useAuctionVolume(rows: Rows, outcomes: readonly OrderOutcome[]): void {
  for (const { order, transition } of outcomes) {
    const { accountId, symbol, side, timeInForce, validUntil: asOf } = order
    if (!('execution' in transition && isForAuction(timeInForce))) continue
    const before = rows.liquidityUse(accountId, symbol)(side, timeInForce)
    const quantity = add(takenAsOf(before, asOf), transition.execution.quantity)
    rows.setLiquidityUse({ accountId, symbol, side, source: timeInForce, asOf, quantity })
  }
}

function accountOf(rows: Rows, accountId: string): Account {
  const account = rows.account(accountId)
  assert(account !== undefined, `the account ${accountId} of an order exists`)
  return account
}

function instrumentOf(rows: Rows, symbol: string) {
  const instrument = rows.instrument(symbol)
  assert(instrument !== undefined, `the instrument ${symbol} of an order exists`)
  return instrument
}

/**
 * Separates the orders that an outcome of a test controls. The market does not fill them, but an
 * order for which this tick is the last chance ends as usual.
 */
function heldApart(rows: Rows, open: readonly Order[]) {
  const { forced } = rows
  if (forced === null) return { orders: open, held: [] }
  const { held = [], orders = [] } = Object.groupBy(open, (order) =>
    forced.plan(order) === undefined ? 'orders' : 'held',
  )
  return { orders, held }
}

/** The orders were found without a lock, so some of them may have closed: omits these. */
const openOrders = (rows: Rows, accountId: string, orderIds: readonly string[]): Order[] =>
  orderIds.flatMap((orderId) => {
    const order = rows.order(accountId, orderId)
    return order !== undefined && isOpen(order.status) ? [order] : []
  })

/**
 * Applies the outcomes, and returns the outcomes that it has applied. One outcome may end another
 * order of the same group, whose own outcome then comes too late [conditional.exit-began].
 */
function applyAll(
  rows: Rows,
  outcomes: readonly OrderOutcome[],
  at: Instant,
  quote?: BidAsk,
): readonly OrderOutcome[] {
  return outcomes.filter(({ order, transition }) => {
    const current = rows.order(order.accountId, order.orderId)
    if (current === undefined || !isOpen(current.status)) return false
    rows.apply(order, transition, at, quote)
    return true
  })
}

/** Returns the orders that have reached the market at the instant [profile.strict-latency]. */
const arrivedBefore = (at: Instant, orders: readonly Order[], seed: number): readonly Order[] =>
  orders.filter((order) => isBefore(arrivesAt(order, seed), at))

/** Returns the orders with their queue positions after the tick's trades [profile.strict-queue]. */
function queuedOrders(
  rows: Rows,
  orders: readonly Order[],
  quote: BidAsk,
  { symbol, at }: InstrumentMoment,
  { feed, seed }: FillMarket,
): readonly Order[] {
  // A pinned size is for every order that its price reaches; the stored queue position stays.
  if (quote.pinned) return orders.map((order) => ({ ...order, queueAhead: NO_QUANTITY }))
  if (orders.every(({ queueAhead }) => queueAhead.eq(NO_QUANTITY))) return orders
  let known: Quantity | undefined
  const traded = (): Quantity => {
    known ??= tradedInSecond(feed, symbol, at)
    return known
  }
  return orders.map((order) => {
    const after = queueAfter(order, quote, { seed, traded }, at)
    if (after !== order) rows.setOrder(after)
    return after
  })
}
