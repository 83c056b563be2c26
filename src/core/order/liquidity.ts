/**
 * What an account may still take of an instrument's liquidity, where its fill profile counts what
 * it took (D13). Accounts do not compete (D6): each has the market's sizes for itself.
 */

import { AUCTION_SHARE_MAX } from '../limits'
import { larger, NO_QUANTITY, type Price, type Quantity, subtract, wholeShares } from '../money'
import type { BidAsk } from '../quote'
import { atMs, type Instant } from '../time'
import type { Auction } from './expiry'
import type { FillProfile } from './fill-profile'
import type { AuctionOnly, Side } from './order'

/** A size that is shown, what the market has traded, and the two auctions. */
export const LIQUIDITY_SOURCES = ['SHOWN', 'TRADED', 'OPG', 'CLS'] as const
export type LiquiditySource = (typeof LIQUIDITY_SOURCES)[number]

/** What an account has taken of one source on one side, as of an instant. */
export interface LiquidityUse {
  readonly accountId: string
  readonly symbol: string
  readonly side: Side
  readonly source: LiquiditySource
  /**
   * SHOWN: when the size was renewed. TRADED: since when trading is counted. OPG, CLS: when the
   * auction was.
   */
  readonly asOf: Instant
  readonly quantity: Quantity
}

/** The use of one side, undefined while there is none. */
export type UseOf = (side: Side, source: LiquiditySource) => LiquidityUse | undefined

/** When the size that a side of the market takes from was renewed. */
export const renewedAt = (quote: BidAsk, side: Side): Instant =>
  atMs(side === 'BUY' ? quote.askRenewedAtMs : quote.bidRenewedAtMs)

/**
 * The quote as the account meets it: under `standard` less what it has taken of each size since
 * that was renewed.
 */
export function metBy(profile: FillProfile, quote: BidAsk, useOf: UseOf): BidAsk {
  if (profile !== 'standard@1') return quote
  const left = (side: Side, shown: Quantity): Quantity =>
    less(shown, useOf(side, 'SHOWN'), renewedAt(quote, side))
  return { ...quote, askSize: left('BUY', quote.askSize), bidSize: left('SELL', quote.bidSize) }
}

export interface AuctionTurn {
  readonly timeInForce: AuctionOnly
  readonly side: Side
  readonly limitPrice: Price | null
  readonly at: Instant
}

/** What the auction has for the account on the order's side; null: whatever it wants. */
export function offeredInAuction(
  profile: FillProfile,
  order: AuctionTurn,
  { price, volume }: { readonly price: Price | undefined; readonly volume: Quantity },
  useOf: UseOf,
): Auction['offered'] {
  const { timeInForce, side, at, limitPrice } = order
  if (profile === 'ideal@1') return null
  // What it would add moves the price to its limit, so those at the limit come last, with nothing.
  if (profile === 'strict@1' && price !== undefined && limitPrice?.eq(price)) return NO_QUANTITY
  return less(wholeShares(volume, AUCTION_SHARE_MAX), useOf(side, timeInForce), at)
}

/** A use of another renewal, or of another day's auction, is over. */
function less(whole: Quantity, use: LiquidityUse | undefined, asOf: Instant): Quantity {
  return larger(subtract(whole, takenAsOf(use, asOf)), NO_QUANTITY)
}

/** What was taken of the source as it is since `asOf`. */
export const takenAsOf = (use: LiquidityUse | undefined, asOf: Instant): Quantity =>
  use?.asOf.equals(asOf) ? use.quantity : NO_QUANTITY
