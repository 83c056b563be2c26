/** What an order would get at the next tick, were the market then as it is now (D13). */

import { NO_QUANTITY, type Price, type Quantity } from '../money'
import type { FillProfile } from './fill-profile'
import { isMarketable, type Met, offeredTo, shownTo } from './matching'
import { isForAuction, type OrderRequest } from './order'

export interface ExpectedFill {
  readonly fillProfile: FillProfile
  /** What the account may still take of the size shown; 0 while nothing trades. */
  readonly available: Quantity
  readonly quantity: Quantity
  /** USD per share; null where nothing would fill. */
  readonly price: Price | null
}

/** `met`: the market as the account meets it; undefined while it cannot trade. */
export function expectedFill(
  request: OrderRequest,
  fillProfile: FillProfile,
  met: Met | undefined,
): ExpectedFill {
  if (met === undefined || isForAuction(request.timeInForce)) {
    return { fillProfile, available: NO_QUANTITY, quantity: NO_QUANTITY, price: null }
  }
  const shown = shownTo(request.side, met)
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
