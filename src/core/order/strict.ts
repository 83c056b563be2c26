/**
 * The profile `strict`: an account has a share of the traded volume, a resting order waits for its
 * turn, shares beyond the size shown move the price, and an order needs time to arrive. All of it
 * is a function of the seed, the order, the tick and the order's stored rows [profile.repeats].
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

/** The market's recent trading, as it is known at a tick. */
export interface TradedVolume {
  /** Shares of the last second. */
  readonly lately: Quantity
  /** Shares of the last five minutes, and their lowest and highest price. */
  readonly recent: Quantity
  readonly recentLow: Price
  readonly recentHigh: Price
  /** The lowest and highest price of the minute so far; null: it has no trade. */
  readonly minute: { readonly low: Price; readonly high: Price } | null
}

/** The count of the shares taken begins again this often. */
const COUNTED_EVERY_MS = STRICT_SHARE_MINUTES * 60_000

/** The beginning of the present count. */
export const countedSince = (at: Instant): Instant =>
  atMs(Math.floor(at.epochMilliseconds / COUNTED_EVERY_MS) * COUNTED_EVERY_MS)

/**
 * Shares that the account may still take on one side, at least one every five minutes
 * [profile.strict-share].
 */
export function allowance(
  traded: TradedVolume,
  use: LiquidityUse | undefined,
  at: Instant,
): Quantity {
  const share = larger(wholeShares(traded.recent, STRICT_SHARE_MAX), ONE_SHARE)
  return larger(subtract(share, takenAsOf(use, countedSince(at))), NO_QUANTITY)
}

/**
 * When an order reaches the market [profile.strict-latency]: log-uniform between the least and the
 * most latency, drawn from the seed and the order's id.
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
 * The shares before an order when it comes to rest [profile.strict-queue]: the size shown on its
 * own side, also at a lower level, whose size is unknown; none inside the spread.
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
 * The order after the trades of the tick: its queue shrinks while the other side is at its price,
 * and is gone once the market trades through it. A tick counts once.
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
 * The offer to a MARKET order beyond the size shown [profile.strict-impact]. The price moves by the
 * square-root law, σ·√(Q/V) for Q shares, with the range of the last five minutes for σ (Parkinson
 * 1980) and their volume for V. It moves no further than the minute has traded, so that every fill
 * lies within its candle [candle.fills-inside]: shares that would move it further wait. Where no
 * size is shown nothing lies beyond it.
 */
export function impactOf(traded: TradedVolume, may: Readonly<Record<Side, Quantity>>): Beyond {
  return ({ side, price, wanted, shown, taken }) => {
    const allowed = larger(subtract(may[side], taken), NO_QUANTITY)
    const atShown = { price, quantity: smaller(smaller(wanted, shown), allowed) }
    const total = smaller(wanted, allowed)
    const isShown = add(shown, taken).gt(NO_QUANTITY)
    if (traded.minute === null || !isShown || !total.gt(shown)) return atShown
    const edge = side === 'BUY' ? traded.minute.high : traded.minute.low
    const room = side === 'BUY' ? edge.minus(price) : price.minus(edge)
    const most = squareRootQuantity(room, traded.recent, traded.recentHigh.minus(traded.recentLow))
    const quantity = smaller(total, most)
    if (!quantity.gt(shown)) return atShown
    const move = squareRootMove(quantity, traded.recent, traded.recentHigh.minus(traded.recentLow))
    const moved = movedBy(side, price, move)
    return { price: side === 'BUY' ? smaller(moved, edge) : larger(moved, edge), quantity }
  }
}

/** Against the order, on to the next tick of prices. */
function movedBy(side: Side, price: Price, move: Price): Price {
  const places = pricePlaces(price)
  return side === 'BUY' ? steppedUp(price, move, places) : steppedDown(price, move, places)
}
