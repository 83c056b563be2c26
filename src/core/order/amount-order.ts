/** An order for an amount of money: its shares are computed at its acceptance [order.amount]. */
import { type Amount, decimalString, NO_QUANTITY } from '../money'
import { isRefused, type Refused, refused } from '../refusals'
import type { OrderToPlace, Side } from './order'
import { PLACE_REFUSALS, type PlaceFacts, type Placement, place } from './place'
import { sharesFor } from './sizing'

export interface AmountRequest {
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: Side
  readonly usd: Amount
}

/** Every refusal of an amount order. */
export const AMOUNT_REFUSALS = [...PLACE_REFUSALS, 'amount-too-small'] as const
export type AmountRefusal = (typeof AMOUNT_REFUSALS)[number]

/** Places the order. If there is no quote, a new order is refused, so its shares do not matter. */
export function placeAmount(
  { clientOrderId, symbol, side, usd }: AmountRequest,
  facts: PlaceFacts,
): Placement | Refused<AmountRefusal> {
  const { quote } = facts
  const request: OrderToPlace = {
    clientOrderId,
    symbol,
    side,
    orderType: 'MARKET',
    timeInForce: 'DAY',
    quantity: quote === undefined ? NO_QUANTITY : sharesFor(usd, quote.askPrice),
    limitPrice: null,
    sizing: { kind: 'AMOUNT', usd },
  }
  const placement = place(request, facts)
  if (isRefused(placement) || 'replayed' in placement || quote === undefined) return placement
  if (request.quantity.gt(NO_QUANTITY)) return placement
  return refused('amount-too-small', {
    amount: decimalString(usd),
    symbol,
    askPrice: decimalString(quote.askPrice),
  })
}
