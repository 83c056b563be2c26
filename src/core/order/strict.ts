/**
 * The profile `strict` (D13): an account has a share of what the market trades, a resting order
 * waits for its turn, size beyond what is shown moves the price, and an order needs time to arrive.
 * All of it is a function of the seed, the order, the tick and what is stored with the order.
 */

import {
  STRICT_LATENCY_MS_MAX,
  STRICT_LATENCY_MS_MIN,
  STRICT_SHARE_MAX,
  STRICT_SHARE_MINUTES,
} from '../limits'
import {
  add,
  larger,
  NO_QUANTITY,
  ONE_SHARE,
  type Price,
  type Quantity,
  smaller,
  squareRootMove,
  squareRootQuantity,
  steppedDown,
  steppedUp,
  subtract,
  wholeShares,
} from '../money'
import type { BidAsk } from '../quote'
import { pricePlaces } from '../tick-size'
import { atMs, type Instant, isBefore } from '../time'
import { type LiquidityUse, takenAsOf } from './liquidity'
import type { Beyond } from './matching'
import type { Order, OrderRequest, Side } from './order'

/** What the market has traded lately, as far as it is known at a tick. */
export interface TradedVolume {
  /** Shares of the last second. */
  readonly lately: Quantity
  /** Shares of the last five minutes, and between which prices. */
  readonly recent: Quantity
  readonly recentLow: Price
  readonly recentHigh: Price
  /** Between which prices the minute has traded so far; null: it has not. */
  readonly minute: { readonly low: Price; readonly high: Price } | null
}

/** What was taken is counted anew this often. */
const COUNTED_EVERY_MS = STRICT_SHARE_MINUTES * 60_000

/** Since when an account's part of the trading is counted. */
export const countedSince = (at: Instant): Instant =>
  atMs(Math.floor(at.epochMilliseconds / COUNTED_EVERY_MS) * COUNTED_EVERY_MS)

/** How much the account may still take on one side; at least a share every five minutes. */
export function allowance(
  tape: TradedVolume,
  use: LiquidityUse | undefined,
  at: Instant,
): Quantity {
  const share = larger(wholeShares(tape.recent, STRICT_SHARE_MAX), ONE_SHARE)
  return larger(subtract(share, takenAsOf(use, countedSince(at))), NO_QUANTITY)
}

/**
 * When an order reaches the market: 50 to 400 ms after its acceptance, each factor as likely as the
 * other, drawn from the seed and the order's id.
 */
export function arrivesAt(
  { orderId, requestedAt }: Pick<Order, 'orderId' | 'requestedAt'>,
  seed: number,
): Instant {
  const [least, most] = [STRICT_LATENCY_MS_MIN, STRICT_LATENCY_MS_MAX]
  const latencyMs = Math.round(least * (most / least) ** drawn(`${seed} ${orderId}`))
  return requestedAt.add({ milliseconds: latencyMs })
}

/** From 0 to 1, by FNV-1a and the finishing steps of MurmurHash3. */
function drawn(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/**
 * The shares that an order finds before it when it comes to rest: those shown on its own side, also
 * at a lower level, whose size nobody shows; none inside of the spread.
 */
export function queueOnArrival(
  { side, limitPrice, timeInForce }: OrderRequest,
  quote: BidAsk | undefined,
): Quantity {
  if (quote === undefined || limitPrice === null || timeInForce !== 'DAY' || quote.pinned) {
    return NO_QUANTITY
  }
  if (side === 'BUY') return limitPrice.gt(quote.bidPrice) ? NO_QUANTITY : quote.bidSize
  return limitPrice.lt(quote.askPrice) ? NO_QUANTITY : quote.askSize
}

/**
 * The order after what traded at the tick: its queue shrinks while the other side stands at its
 * price, and is gone once the market trades through it. A tick counts once.
 */
export function queueAfter(order: Order, quote: BidAsk, lately: Quantity, at: Instant): Order {
  const { limitPrice, queueAhead, queueMovedAt, side } = order
  const other = side === 'BUY' ? quote.askPrice : quote.bidPrice
  if (limitPrice === null || queueAhead.eq(NO_QUANTITY)) return order
  if (queueMovedAt !== null && !isBefore(queueMovedAt, at)) return order
  const beyond = side === 'BUY' ? limitPrice.cmp(other) : other.cmp(limitPrice)
  if (beyond < 0) return order
  const left = beyond > 0 ? NO_QUANTITY : larger(subtract(queueAhead, lately), NO_QUANTITY)
  return { ...order, queueAhead: left, queueMovedAt: at }
}

/**
 * What a MARKET order beyond the size shown gets, and at what price. The price moves by the
 * square-root law, σ·√(Q/V) for Q shares, with the range of the last five minutes for σ (Parkinson
 * 1980) and their volume for V. It moves no further than the minute has traded, so that every fill
 * lies within its candle (D7): shares that would move it further wait. Where no size is shown
 * nothing lies beyond it.
 */
export function impactOf(tape: TradedVolume, may: Readonly<Record<Side, Quantity>>): Beyond {
  return ({ side, price, wanted, shown, taken }) => {
    const allowed = larger(subtract(may[side], taken), NO_QUANTITY)
    const atShown = { price, quantity: smaller(smaller(wanted, shown), allowed) }
    const total = smaller(wanted, allowed)
    const isShown = add(shown, taken).gt(NO_QUANTITY)
    if (tape.minute === null || !isShown || !total.gt(shown)) return atShown
    const edge = side === 'BUY' ? tape.minute.high : tape.minute.low
    const room = side === 'BUY' ? edge.minus(price) : price.minus(edge)
    const most = squareRootQuantity(room, tape.recent, tape.recentHigh.minus(tape.recentLow))
    const quantity = smaller(total, most)
    if (!quantity.gt(shown)) return atShown
    const move = squareRootMove(quantity, tape.recent, tape.recentHigh.minus(tape.recentLow))
    const moved = movedBy(side, price, move)
    return { price: side === 'BUY' ? smaller(moved, edge) : larger(moved, edge), quantity }
  }
}

/** Against the order, to the next tick. */
function movedBy(side: Side, price: Price, move: Price): Price {
  const places = pricePlaces(price)
  return side === 'BUY' ? steppedUp(price, move, places) : steppedDown(price, move, places)
}
