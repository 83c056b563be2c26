/**
 * Decides the close of a holding: whatever holds its shares ends, and a part of the shares, or all
 * of them, is sold at the market [close.cancels].
 */
import { NO_QUANTITY, type Percent } from '../money'
import { type Refused, refused } from '../refusals'
import type { Order, OrderToPlace } from './order'
import {
  lockRefusal,
  momentRefusal,
  PLACE_REFUSALS,
  type PlaceFacts,
  replay,
  termsRefusal,
} from './place'
import { type Sizing, sharesOf } from './sizing'

export interface CloseRequest {
  readonly clientOrderId: string
  readonly symbol: string
  /** Percentage of the shares held. */
  readonly percent: Percent
  /** CLOSE_ALL if the close is one of all the account's holdings. */
  readonly kind: Exclude<Sizing['kind'], 'AMOUNT'>
}

/** Every refusal of closing. */
export const CLOSE_REFUSALS = [...PLACE_REFUSALS, 'holding-not-found'] as const
export type CloseRefusal = (typeof CLOSE_REFUSALS)[number]

/**
 * Every refusal of closing all holdings. A refusal for one holding does not affect the others
 * [close.all].
 */
export const CLOSE_ALL_REFUSALS = [
  'account-not-found',
  'idempotency-key-conflict',
  'account-locked',
  'trading-halted',
] as const
export type CloseAllRefusal = (typeof CLOSE_ALL_REFUSALS)[number]

/** The sale that closes the holding, or the order of the same close that was placed before. */
export type Closing = { readonly sale: OrderToPlace } | { readonly replayed: Order }

/**
 * Decides the close of the holding. All that holds its shares ends with the close, so all of them
 * can be sold.
 */
export function close(
  { clientOrderId, symbol, percent, kind }: CloseRequest,
  facts: PlaceFacts,
): Closing | Refused<CloseRefusal> {
  const sale: OrderToPlace = {
    clientOrderId,
    symbol,
    side: 'SELL',
    orderType: 'MARKET',
    timeInForce: 'DAY',
    quantity: sharesOf(facts.holding.quantity, percent),
    limitPrice: null,
    sizing: { kind, percent },
  }
  const known = replay(sale, facts.prior) ?? lockRefusal(facts)
  if (known !== undefined) return known
  if (facts.holding.quantity.eq(NO_QUANTITY)) return refused('holding-not-found', { symbol })
  const holding = { ...facts.holding, heldQuantity: NO_QUANTITY }
  return termsRefusal(sale, facts.quote) ?? momentRefusal(sale, { ...facts, holding }) ?? { sale }
}
