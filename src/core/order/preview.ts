/** A preview of an order: the answer to placing it now, and its fill at the next tick. */

import { type Amount, NO_AMOUNT, NO_QUANTITY, notional, type Price, type Quantity } from '../money'
import type { BidAsk } from '../quote'
import type { Refused } from '../refusals'
import type { FillProfile } from './fill-profile'
import { type AvailableQuote, isMarketable, offeredTo, shownTo } from './matching'
import { isForAuction, type OrderRequest } from './order'
import {
  type Circumstances,
  holdOf,
  lockRefusal,
  momentRefusal,
  type PlaceRefusal,
  type PreviewRefusal,
  termsRefusal,
} from './place'

export interface Preview {
  readonly quantity: Quantity
  /**
   * USD per share: the limit, or the market's price on the order's side; null if there is no price.
   */
  readonly price: Price | null
  /** USD: quantity × price. Fees and taxes are 0. */
  readonly amount: Amount
  /** USD that the order would hold of the buying power [preview.hold]. */
  readonly hold: Amount
  /** Why placing the order would be refused now; null if it would be accepted. */
  readonly rejectReason: PlaceRefusal | null
}

/**
 * Previews an order by the checks of placing, without its holds. It is refused only if no account
 * could place the order at any time [preview.reasons].
 */
export function preview(
  request: OrderRequest,
  circumstances: Circumstances,
): Preview | Refused<PreviewRefusal> {
  const never = termsRefusal(request, circumstances.quote)
  if (never !== undefined) return never
  const price = request.limitPrice ?? shownPrice(request, circumstances.quote)
  const hold = holdOf(request, circumstances.quote)
  const now = lockRefusal(circumstances) ?? momentRefusal(request, circumstances, hold)
  return {
    quantity: request.quantity,
    price,
    amount: price === null ? NO_AMOUNT : notional(price, request.quantity),
    hold: hold.heldCash,
    rejectReason: now?.refused ?? null,
  }
}

/** [preview.estimatedPrice] */
function shownPrice({ side }: OrderRequest, quote: BidAsk | undefined): Price | null {
  if (quote === undefined) return null
  return side === 'BUY' ? quote.askPrice : quote.bidPrice
}

/** An order's fill at the next tick, if the market is then as it is now [preview.expected-fill]. */
export interface ExpectedFill {
  readonly fillProfile: FillProfile
  /** The part of the size shown that the account may still take; 0 while nothing trades. */
  readonly available: Quantity
  readonly quantity: Quantity
  /** USD per share; null if nothing would fill. */
  readonly price: Price | null
}

/** Computes the fill. `availableQuote` is undefined while the instrument cannot trade. */
export function expectedFill(
  request: OrderRequest,
  fillProfile: FillProfile,
  availableQuote: AvailableQuote | undefined,
): ExpectedFill {
  if (availableQuote === undefined || isForAuction(request.timeInForce)) {
    return { fillProfile, available: NO_QUANTITY, quantity: NO_QUANTITY, price: null }
  }
  const shown = shownTo(request.side, availableQuote)
  const available = shown.shown
  const offered = offeredTo(request, request.quantity, shown, available)
  const fills =
    isMarketable(request, shown.price) &&
    offered.quantity.gt(NO_QUANTITY) &&
    !(request.timeInForce === 'FOK' && offered.quantity.lt(request.quantity))
  return fills
    ? { fillProfile, available, ...offered }
    : { fillProfile, available, quantity: NO_QUANTITY, price: null }
}
