/** What placing an order would do now (D7), without doing it. */

import { type Amount, NO_AMOUNT, notional, type Price, type Quantity } from '../money'
import type { BidAsk } from '../quote'
import type { RefusalCode, Refused } from '../refusals'
import { type Circumstances, refusalForNow, refusalOfLock, refusalOfTerms } from './checks'
import type { OrderRequest } from './order'

export interface Preview {
  readonly quantity: Quantity
  /** USD per share: the limit, or what the market shows on its side; null without a price. */
  readonly price: Price | null
  /** USD: quantity × price. Fees and taxes are 0. */
  readonly amount: Amount
  /** Why the order would be refused now; null when it would be accepted. */
  readonly rejectReason: RefusalCode | null
}

/** Refused only where no account could place the order at any time. */
export function preview(
  request: OrderRequest,
  circumstances: Circumstances,
): Preview | Refused<'order-type-live-only' | 'price-tick-violation' | 'order-size-exceeded'> {
  const never = refusalOfTerms(request, circumstances.quote)
  if (never !== undefined) return never
  const price = request.limitPrice ?? shownPrice(request, circumstances.quote)
  const now = refusalOfLock(circumstances) ?? refusalForNow(request, circumstances)
  return {
    quantity: request.quantity,
    price,
    amount: price === null ? NO_AMOUNT : notional(price, request.quantity),
    rejectReason: now?.refused ?? null,
  }
}

function shownPrice({ side }: OrderRequest, quote: BidAsk | undefined): Price | null {
  if (quote === undefined) return null
  return side === 'BUY' ? quote.askPrice : quote.bidPrice
}
