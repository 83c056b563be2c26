/** What requests of the right shape ask for. */
import { LIST_LIMIT_DEFAULT, QUANTITY_PLACES_MAX } from '../../../core/limits'
import { fitsPlaces, placesOf, price, quantity } from '../../../core/money'
import type { OrderRequest } from '../../../core/order/order'
import { type Refused, refusedParam } from '../../../core/refusals'
import type { ListQuery, PlaceBody } from './schema'

/**
 * The order that a body of the right shape asks for, or what no schema can say of it (D4).
 *
 * A number has gone through the strict JSON reader, so its shortest text is exactly what was sent;
 * a decimal that was sent as text is read as it is (D1).
 */
export function decodeOrder(
  body: PlaceBody,
): OrderRequest | Refused<'missing-parameter' | 'invalid-parameter' | 'limit-price-not-allowed'> {
  const shares = quantity(String(body.quantity))
  if (!fitsPlaces(shares, QUANTITY_PLACES_MAX)) {
    const places = `${placesOf(shares)} decimal places`
    const reason = `it has ${places} and may have at most ${QUANTITY_PLACES_MAX}`
    return refusedParam('invalid-parameter', 'quantity', { reason })
  }
  const limitPrice = body.limitPrice === undefined ? null : price(String(body.limitPrice))
  if (body.orderType === 'LIMIT' && limitPrice === null) {
    return refusedParam('missing-parameter', 'limitPrice')
  }
  if (body.orderType === 'MARKET' && limitPrice !== null) {
    return refusedParam('limit-price-not-allowed', 'limitPrice')
  }
  return {
    clientOrderId: body.clientOrderId,
    symbol: body.symbol.toUpperCase(),
    side: body.side,
    orderType: body.orderType,
    timeInForce: body.timeInForce ?? 'DAY',
    quantity: shares,
    limitPrice,
  }
}

/** What a list's query asks for, with null for what is left out. */
export const decodePage = ({ symbol, from, to, limit, cursor }: ListQuery) => ({
  symbol: symbol?.toUpperCase() ?? null,
  from: from ?? null,
  to: to ?? null,
  limit: limit ?? LIST_LIMIT_DEFAULT,
  cursor: cursor ?? null,
})
