/**
 * Closes a holding in one step: the orders that hold its shares end, and a part of the shares, or
 * all of them, is sold at the market [close.cancels].
 */
import { type Applied, applyTransition } from '../account/account'
import { NO_QUANTITY, type Percent } from '../money'
import { isRefused, type Refused, refused } from '../refusals'
import type { Order, OrderToPlace } from './order'
import { lockRefusal, PLACE_REFUSALS, type PlaceFacts, place, replay } from './place'
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

export type Closed =
  | { readonly canceled: readonly Applied[]; readonly accepted: Applied }
  | { readonly replayed: Order }

/**
 * Closes the holding. `open` are the account's open orders, in the order of their arrival. If the
 * sale is refused, they stay.
 */
export function close(
  { clientOrderId, symbol, percent, kind }: CloseRequest,
  open: readonly Order[],
  facts: PlaceFacts,
): Closed | Refused<CloseRefusal> {
  const request: OrderToPlace = {
    clientOrderId,
    symbol,
    side: 'SELL',
    orderType: 'MARKET',
    timeInForce: 'DAY',
    quantity: sharesOf(facts.holding.quantity, percent),
    limitPrice: null,
    sizing: { kind, percent },
  }
  const known = replay(request, facts.prior) ?? lockRefusal(facts)
  if (known !== undefined) return known
  if (facts.holding.quantity.eq(NO_QUANTITY)) return refused('holding-not-found', { symbol })
  const canceled: Applied[] = []
  let { account, holding } = facts
  for (const order of open) {
    if (order.symbol !== symbol || order.side !== 'SELL') continue
    const transition = { type: 'Canceled', reason: 'holding-closed' } as const
    const applied = applyTransition({ account, holding, order }, transition, facts.now)
    canceled.push(applied)
    account = applied.account
    holding = applied.holding
  }
  const placement = place(request, { ...facts, account, holding })
  if (isRefused(placement) || 'replayed' in placement) return placement
  return { canceled, accepted: placement.accepted }
}
