/**
 * The liquidity of an instrument that an account may still take, where its fill profile counts its
 * use. Accounts do not compete [fill.accounts]: each has the market's sizes for itself.
 */

import { AUCTION_SHARE_MAX } from '../limits'
import { larger, NO_QUANTITY, type Price, type Quantity, subtract, wholeShares } from '../money'
import type { BidAsk } from '../quote'
import { atMs, type Instant } from '../time'
import type { Auction } from './auction'
import type { FillProfile } from './fill-profile'
import type { AuctionOnly, Side } from './order'

/** A size shown, the volume that the market trades, and the two auctions. */
export const LIQUIDITY_SOURCES = ['SHOWN', 'TRADED', 'OPG', 'CLS'] as const
export type LiquiditySource = (typeof LIQUIDITY_SOURCES)[number]

/** The shares that an account took of one source on one side, as of an instant. */
export interface LiquidityUse {
  readonly accountId: string
  readonly symbol: string
  readonly side: Side
  readonly source: LiquiditySource
  /**
   * SHOWN: when the size was renewed. TRADED: the beginning of the count. OPG, CLS: when the
   * auction was.
   */
  readonly asOf: Instant
  readonly quantity: Quantity
}

/** Undefined while the account has taken nothing. */
export type UseOf = (side: Side, source: LiquiditySource) => LiquidityUse | undefined

/** When the size that orders of this side take from was renewed. */
export const renewedAt = (quote: BidAsk, side: Side): Instant =>
  atMs(side === 'BUY' ? quote.askRenewedAtMs : quote.bidRenewedAtMs)

/**
 * The quote as the account meets it: under `standard` each size is less the shares that the account
 * took since its renewal [profile.standard], under `ideal` it is whole [profile.ideal].
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

/** The auction's shares for the account on the order's side; null: as many as it wants. */
export function offeredInAuction(
  profile: FillProfile,
  order: AuctionTurn,
  { price, volume }: { readonly price: Price | undefined; readonly volume: Quantity },
  useOf: UseOf,
): Auction['offered'] {
  const { timeInForce, side, at, limitPrice } = order
  if (profile === 'ideal@1') return null
  // The order's own shares would move the price to its limit, so one at its limit gets none.
  if (profile === 'strict@1' && price !== undefined && limitPrice?.eq(price)) return NO_QUANTITY
  return less(wholeShares(volume, AUCTION_SHARE_MAX), useOf(side, timeInForce), at)
}

/** The use of an earlier renewal, or of another day's auction, no longer counts. */
function less(whole: Quantity, use: LiquidityUse | undefined, asOf: Instant): Quantity {
  return larger(subtract(whole, takenAsOf(use, asOf)), NO_QUANTITY)
}

/** The shares taken since `asOf`. */
export const takenAsOf = (use: LiquidityUse | undefined, asOf: Instant): Quantity =>
  use?.asOf.equals(asOf) ? use.quantity : NO_QUANTITY
