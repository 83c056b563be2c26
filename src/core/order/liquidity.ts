/**
 * The liquidity of an instrument that an account may still take. It applies to fill profiles that
 * count an account's use of it. Accounts do not compete [fill.accounts]: each has the market's
 * sizes for itself.
 */

import { AUCTION_SHARE_MAX } from '../limits'
import { larger, NO_QUANTITY, type Price, type Quantity, subtract, wholeShares } from '../money'
import type { Instant } from '../time'
import type { Auction } from './auction-outcomes'
import type { FillProfile } from './fill-profile'
import type { AuctionOnly, Side } from './order'

/**
 * The sources of shares: the ticks, whose uses are footprints (footprint.ts), and the two auctions.
 */
export const LIQUIDITY_SOURCES = ['FOOTPRINT', 'OPG', 'CLS'] as const
export type LiquiditySource = (typeof LIQUIDITY_SOURCES)[number]

/** The shares that an account took from one source on one side, as of an instant. */
export interface LiquidityUse {
  readonly accountId: string
  readonly symbol: string
  readonly side: Side
  readonly source: LiquiditySource
  /** The time of the footprint, or of the auction. */
  readonly asOf: Instant
  readonly quantity: Quantity
}

/** The account's use of a source; undefined if it has taken nothing. */
export type UseOf = (side: Side, source: LiquiditySource) => LiquidityUse | undefined

export interface AuctionTurn {
  readonly timeInForce: AuctionOnly
  readonly side: Side
  readonly limitPrice: Price | null
  readonly at: Instant
}

/**
 * The auction's shares for the account on the order's side [profile.auction-share]; null for as
 * many as it wants, under `ideal` [profile.ideal].
 */
export function offeredInAuction(
  profile: FillProfile,
  order: AuctionTurn,
  { price, volume }: { readonly price: Price | undefined; readonly volume: Quantity },
  useOf: UseOf,
): Auction['offered'] {
  const { timeInForce, side, at, limitPrice } = order
  if (profile === 'ideal@1') return null
  // Any share of the order would move the price beyond its limit, so the order gets none.
  if (profile === 'strict@2' && price !== undefined && limitPrice?.eq(price)) return NO_QUANTITY
  return less(wholeShares(volume, AUCTION_SHARE_MAX), useOf(side, timeInForce), at)
}

/** Subtracts the use. The use of another day's auction no longer counts. */
function less(whole: Quantity, use: LiquidityUse | undefined, asOf: Instant): Quantity {
  return larger(subtract(whole, takenAsOf(use, asOf)), NO_QUANTITY)
}

/** The shares taken since `asOf`. */
export const takenAsOf = (use: LiquidityUse | undefined, asOf: Instant): Quantity =>
  use?.asOf.equals(asOf) ? use.quantity : NO_QUANTITY
