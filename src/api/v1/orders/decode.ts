/** Reads requests whose shape is right into the core's words. */
import { LIST_LIMIT_DEFAULT, QUANTITY_PLACES_MAX } from '../../../core/limits'
import { fitsPlaces, placesOf, price, quantity } from '../../../core/money'
import type { OrderRequest } from '../../../core/order/order'
import { type Refused, refusedParam } from '../../../core/refusals'
import { isBefore } from '../../../core/time'
import type { ListQuery, PlaceBody } from './schema'
import type { PageQuery } from './service'

/**
 * The order of a body, or the refusal of a rule that no schema can express.
 *
 * The strict JSON reader lets only exact numbers through, so a number's shortest text is what was
 * sent; a decimal that was sent as text is read as it is [request.decimals].
 */
export function decodeOrder(
  body: PlaceBody,
): OrderRequest | Refused<'missing-parameter' | 'invalid-parameter' | 'limit-price-not-allowed'> {
  const shares = quantity(String(body.quantity))
  if (!fitsPlaces(shares, QUANTITY_PLACES_MAX)) {
    const places = `${placesOf(shares)} decimal places`
    const reason = `it has ${places} and may have at most ${QUANTITY_PLACES_MAX}`
    return refusedParam('invalid-parameter', 'quantity', { reason }) // [order.quantity]
  }
  const limitPrice = body.limitPrice === undefined ? null : price(String(body.limitPrice))
  if (body.orderType === 'LIMIT' && limitPrice === null) {
    return refusedParam('missing-parameter', 'limitPrice') // [order.limitPrice]
  }
  if (body.orderType === 'MARKET' && limitPrice !== null) {
    return refusedParam('limit-price-not-allowed', 'limitPrice')
  }
  return {
    clientOrderId: body.clientOrderId,
    symbol: body.symbol.toUpperCase(),
    side: body.side,
    orderType: body.orderType,
    timeInForce: body.timeInForce ?? 'DAY', // [order.timeInForce]
    quantity: shares,
    limitPrice,
  }
}

/** The page of a list, with null for each parameter that is left out. */
export function decodePage({
  symbol,
  from,
  to,
  limit,
  cursor,
}: ListQuery): PageQuery | Refused<'invalid-range'> {
  if (from !== undefined && to !== undefined && isBefore(to, from)) {
    return refusedParam('invalid-range', 'from') // [time.range]
  }
  return {
    symbol: symbol?.toUpperCase() ?? null,
    from: from ?? null,
    to: to ?? null,
    limit: limit ?? LIST_LIMIT_DEFAULT,
    cursor: cursor ?? null,
  }
}
