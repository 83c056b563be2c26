/**
 * How an account's own trading changes the market that it finds. Its footprint is the shares that
 * it took on one side of an instrument and that the market has not brought back yet. The account
 * may take the size shown as long as its footprint is smaller. An order that takes more than half
 * of the size moves its price by the square-root law, whatever its type, up to its limit
 * [profile.impact].
 *
 * Under `strict` each share counts twice, so the account finds a market of half the depth. With the
 * same footprint it never gets more shares than under `standard`, and never a better price
 * [profile.strict-share].
 */

import { movedOnTick } from '../instrument'
import { TAKEN_SHARE_MAX } from '../limits'
import {
  add,
  type Big,
  faded,
  gap,
  halfOf,
  larger,
  meanImpact,
  NO_PRICE,
  NO_QUANTITY,
  ONE_SHARE,
  type Price,
  partInTime,
  type Quantity,
  reachOfImpact,
  smaller,
  subtract,
  wholeShares,
} from '../money'
import type { BidAsk } from '../quote'
import { atMs, type Instant, MINUTE_MS } from '../time'
import type { FillProfile } from './fill-profile'
import type { LiquidityUse, UseOf } from './liquidity'
import type { AvailableQuote, Beyond } from './matching'
import type { Side } from './order'

/** The market's trades in the last whole minutes before an instant. */
export interface TradedLately {
  readonly volume: Quantity
  /** The distance from the lowest to the highest price, USD per share. */
  readonly range: Price
}

/** The facts of a tick apart from the quote. */
export interface Surroundings {
  readonly at: Instant
  readonly useOf: UseOf
  /** Computes the market's trades. It is called only if an order needs them. */
  readonly tradedLately: () => TradedLately
  /**
   * A number from 0 up to 1 for the side. It decides whether a price between two ticks goes to the
   * better or to the worse one, so that fills cost on average what the law says.
   */
  readonly drawOf: (side: Side) => Big
}

/** The minutes before an instant whose trades count. */
export const LATELY_MINUTES = 5
const LATELY_MS = LATELY_MINUTES * MINUTE_MS
const HALF_LIFE_MS = 3 * MINUTE_MS
/** The time after which a footprint is gone. */
export const FOOTPRINT_MS = 60 * MINUTE_MS
/**
 * The time between two changes of footprints. It lets waiting orders fill in pieces of a useful
 * size.
 */
const STEP_MS = 30_000
/** The part of the market's volume by which a footprint shrinks, in addition to its half-life. */
const BROUGHT_BACK = '0.01'

/** The last instant of the clock at which footprints changed. */
const footprintStep = (at: Instant): Instant =>
  atMs(Math.floor(at.epochMilliseconds / STEP_MS) * STEP_MS)

/** The shares that are left of a footprint, in millionths. */
export function footprintAt(
  use: LiquidityUse | undefined,
  at: Instant,
  tradedLately: () => TradedLately,
): Quantity {
  if (use === undefined || use.quantity.eq(NO_QUANTITY)) return NO_QUANTITY
  const ageMs = footprintStep(at).epochMilliseconds - use.asOf.epochMilliseconds
  if (ageMs <= 0) return use.quantity
  if (ageMs >= FOOTPRINT_MS) return NO_QUANTITY
  const left = faded(use.quantity, ageMs, HALF_LIFE_MS)
  const back = partInTime(tradedLately().volume, BROUGHT_BACK, ageMs, LATELY_MS)
  return larger(subtract(left, back), NO_QUANTITY)
}

/** The footprint after the account took more shares. */
export function footprintAfter(
  { accountId, symbol, side }: Pick<LiquidityUse, 'accountId' | 'symbol' | 'side'>,
  taken: Quantity,
  { at, tradedLately, useOf }: Omit<Surroundings, 'drawOf'>,
): LiquidityUse {
  const before = footprintAt(useOf(side, 'FOOTPRINT'), at, tradedLately)
  const quantity = add(before, taken)
  return { accountId, symbol, side, source: 'FOOTPRINT', asOf: footprintStep(at), quantity }
}

/**
 * The market as the account finds it. Its sizes are what the account may take at the price shown.
 * Under `ideal`, and at a pinned quote, they are not reduced, and prints hit no orders
 * [profile.ideal] [profile.pinned-size].
 */
export function availableQuote(
  profile: FillProfile,
  quote: BidAsk,
  around: Surroundings,
): AvailableQuote {
  if (profile === 'ideal@1' || quote.pinned) {
    const { prints: _, ...shown } = quote
    return { quote: shown }
  }
  const weight = profile === 'strict@2' ? 2 : 1
  const ask = availableSide('BUY', quote, weight, around)
  const bid = availableSide('SELL', quote, weight, around)
  return {
    quote: { ...quote, askSize: ask.atPrice(), bidSize: bid.atPrice() },
    beyond: (request) => (request.side === 'BUY' ? ask : bid).offer(request),
  }
}

/**
 * One side of the market as the account finds it. `weight` is the number of shares of the market's
 * depth that one share of the account uses.
 */
function availableSide(side: Side, quote: BidAsk, weight: 1 | 2, around: Surroundings) {
  const { at, drawOf, tradedLately, useOf } = around
  const shown = side === 'BUY' ? quote.askSize : quote.bidSize
  /** The shares up to which no price moves. */
  const free = halfOf(shown)
  const before = footprintAt(useOf(side, 'FOOTPRINT'), at, tradedLately)
  const weighed = (shares: Quantity): Quantity => (weight === 1 ? shares : add(shares, shares))

  /** The shares at the price shown: half of a size is at least one share [profile.strict-share]. */
  const mostAtPrice = shown.lt(ONE_SHARE) ? shown : larger(shown, weighed(ONE_SHARE))
  /**
   * The largest footprint that the market's volume allows. It counts if it is more than the size
   * shown [profile.share].
   */
  const mostByVolume = (): Quantity => wholeShares(tradedLately().volume, TAKEN_SHARE_MAX)

  /**
   * The range of prices less half a spread, and at least half a spread. While the price does not
   * move, trades at the bid and the ask alone make a range of one spread.
   */
  function range(): Price {
    const halfSpread = halfOf(gap(quote.bidPrice, quote.askPrice))
    return larger(gap(halfSpread, tradedLately().range), halfSpread)
  }

  /** The largest weighed footprint that the limit allows. */
  function most(price: Price, limitPrice: Price | null): Quantity {
    if (limitPrice === null) return larger(mostAtPrice, mostByVolume())
    const room = side === 'BUY' ? gap(price, limitPrice) : gap(limitPrice, price)
    if (room.lte(NO_PRICE)) return mostAtPrice
    const reach = reachOfImpact(room, tradedLately().volume, range())
    return larger(mostAtPrice, smaller(mostByVolume(), reach))
  }

  /**
   * Keeps the moved price within the limit. An order whose limit is the price shown gets the size
   * shown.
   */
  const withinLimit = (moved: Price, limitPrice: Price): Price =>
    side === 'BUY' ? smaller(moved, limitPrice) : larger(moved, limitPrice)

  const sharesTo = (end: Quantity, from: Quantity): Quantity =>
    larger(wholeShares(subtract(end, from), weight === 1 ? '1' : '0.5'), NO_QUANTITY)

  return {
    atPrice: (): Quantity => sharesTo(mostAtPrice, weighed(before)),
    offer({ limitPrice, price, taken, wanted }: Parameters<Beyond>[0]): ReturnType<Beyond> {
      if (shown.eq(NO_QUANTITY)) return { price, quantity: NO_QUANTITY }
      const from = weighed(add(before, taken))
      const wish = add(from, weighed(wanted))
      // Within half of the size shown the market's trades do not matter.
      if (weight === 1 && wish.lte(free)) return { price, quantity: wanted }
      const end = smaller(wish, most(price, limitPrice))
      const quantity = wish.lte(end) ? wanted : sharesTo(end, from)
      if (quantity.eq(NO_QUANTITY) || end.lte(free)) return { price, quantity }
      const { volume } = tradedLately()
      const part = TAKEN_SHARE_MAX
      const move = meanImpact(from, end, { volume, range: range(), part })
      const moved = movedOnTick(side, price, move, drawOf(side))
      return { price: limitPrice === null ? moved : withinLimit(moved, limitPrice), quantity }
    },
  }
}
