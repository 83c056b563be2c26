/** Attempts to place an order, and for each refusal what makes an attempt guilty of it. */

import { NO_AMOUNT, NO_QUANTITY, price, quantity } from '../../src/core/money'
import type { OrderRequest } from '../../src/core/order/order'
import { type PlaceFacts, type PlaceRefusal, place } from '../../src/core/order/place'
import { isRefused, type Refused } from '../../src/core/refusals'
import {
  aHolding,
  anAccount,
  anInstrument,
  anOrder,
  aQuote,
  aRequest,
  closedHours,
  NOW,
  someHours,
} from './examples'

export interface Attempt {
  readonly request: OrderRequest
  readonly facts: PlaceFacts
}

/** An attempt that is accepted unless a change prevents it. */
export const anAttempt = (
  request: Partial<OrderRequest> = {},
  facts: Partial<PlaceFacts> = {},
): Attempt => ({
  request: aRequest(request),
  facts: {
    account: anAccount(),
    holding: aHolding(),
    instrument: anInstrument(),
    quote: aQuote(),
    hours: someHours(),
    halted: false,
    prior: undefined,
    auctionAt: null,
    now: NOW,
    ...facts,
  },
})

export const refusalOf = ({ request, facts }: Attempt): Refused<PlaceRefusal> | undefined => {
  const outcome = place(request, facts)
  return isRefused(outcome) ? outcome : undefined
}

/** The posting of an attempt that is accepted. */
export function acceptedOf({ request, facts }: Attempt) {
  const outcome = place(request, facts)
  if ('accepted' in outcome) return outcome.accepted
  throw new Error(`Not accepted: ${JSON.stringify(outcome)}`)
}

const asking = ({ request, facts }: Attempt, changes: Partial<OrderRequest>): Attempt => ({
  request: { ...request, ...changes },
  facts,
})

const knowing = ({ request, facts }: Attempt, changes: Partial<PlaceFacts>): Attempt => ({
  request,
  facts: { ...facts, ...changes },
})

/** Every refusal of the ladder; the command looks up the account and the instrument before it. */
export type Guilt = Exclude<PlaceRefusal, 'account-not-found' | 'symbol-not-found'>
export const isGuilt = (code: PlaceRefusal): code is Guilt => code in GUILTY

export const GUILTY: Readonly<Record<Guilt, (attempt: Attempt) => Attempt>> = {
  'account-locked': (attempt) =>
    knowing(attempt, { account: { ...attempt.facts.account, locked: true } }),
  'trading-halted': (attempt) => knowing(attempt, { halted: true }),
  'idempotency-key-conflict': (attempt) =>
    knowing(attempt, { prior: anOrder({ quantity: quantity('11') }) }),
  'order-type-live-only': (attempt) => asking(attempt, { orderType: 'VWAP' }),
  'price-tick-violation': (attempt) =>
    asking(attempt, { orderType: 'LIMIT', limitPrice: price('10.001') }),
  'order-size-exceeded': (attempt) => asking(attempt, { quantity: quantity('1000001') }),
  'quote-unavailable': (attempt) =>
    knowing(asking(attempt, { orderType: 'MARKET', limitPrice: null }), { quote: undefined }),
  'instrument-suspended': (attempt) =>
    knowing(attempt, { instrument: { ...attempt.facts.instrument, tradable: 'SUSPENDED' } }),
  'side-not-allowed': (attempt) =>
    knowing(attempt, {
      instrument: {
        ...attempt.facts.instrument,
        tradable: attempt.request.side === 'BUY' ? 'SELL_ONLY' : 'BUY_ONLY',
      },
    }),
  'day-market-not-tradable': (attempt) =>
    knowing(attempt, {
      hours: someHours({ session: 'DAY' }),
      instrument: { ...attempt.facts.instrument, dayMarketTradable: false },
    }),
  'order-hours-closed': (attempt) =>
    knowing(asking(attempt, { timeInForce: 'IOC' }), { hours: closedHours() }),
  'market-ended': (attempt) =>
    knowing(asking(attempt, { timeInForce: 'CLS' }), { auctionAt: null }),
  'insufficient-buying-power': (attempt) =>
    knowing(attempt, { account: { ...attempt.facts.account, cash: NO_AMOUNT } }),
  'insufficient-holdings': (attempt) =>
    knowing(asking(attempt, { side: 'SELL' }), { holding: aHolding({ quantity: NO_QUANTITY }) }),
}
