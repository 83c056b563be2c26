/** Example answers of the error codes, for the documentation. */
import { ORDER_SHARES_MAX, ORDER_VALUE_USD_MAX } from '../../core/limits'
import {
  REFUSALS,
  type RefusalCode,
  type RefusalFacts,
  refusalMessage,
  refused,
  refusedParam,
} from '../../core/refusals'
import { docUrlOf, type RefusalBody } from '../wire/refusal'
import { REQUEST_ID_EXAMPLE } from '../wire/schemas'

export interface Occasion {
  readonly param?: string
  readonly data?: RefusalFacts
}

/** The data of the examples. Codes that are not listed take values from PLAUSIBLE, or have none. */
const OCCASIONS: Readonly<Record<string, Occasion>> = {
  'origin-not-allowed': { data: { origin: 'https://app.example' } },
  'page-not-allowed': { data: { origin: 'https://app.example' } },
  'host-not-allowed': { data: { host: 'paper.example:3000' } },
  'client-not-found': { data: { clientId: 'pk_test_3f9c2a71d04b' } },
  'user-not-found': { data: { name: 'alice' } },
  'user-exists': { data: { name: 'alice' } },
  'limit-reached': { data: { max: 100, what: 'accounts' } },
  'rate-limit-exceeded': { data: { retryAfterSeconds: 1 } },
  'unsupported-content-type': { data: { expected: 'application/json' } },
  'body-too-large': { data: { limitBytes: 65_536 } },
  'malformed-body': { data: { reason: 'it is not valid JSON' } },
  'missing-parameter': { param: 'symbol' },
  'unknown-parameter': { param: 'timeinforce' },
  'invalid-parameter': { param: 'side', data: { reason: 'it must be one of BUY, SELL' } },
  'invalid-range': { param: 'from' },
  'range-too-long': { param: 'to', data: { latest: '2027-03-02' } },
  'invalid-cursor': { param: 'cursor' },
  'limit-price-not-allowed': { param: 'limitPrice' },
  'symbol-not-found': { param: 'symbol', data: { symbol: 'ZZZZ' } },
  'exchange-rate-not-found': { data: { base: 'USD', quote: 'JPY' } },
  'control-not-found': { data: { id: 'outcome-1' } },
  'idempotency-key-conflict': { data: { clientOrderId: '0f1c52b6-7a0e-4c1d-9d55-4f8f6c1a2b3c' } },
  'leg-not-amendable': { data: { leg: 'STOP_LOSS', status: 'TRIGGERED' } },
  'below-filled-quantity': {
    param: 'quantity',
    data: { quantity: '3', filledQuantity: '4' },
  },
  'amount-too-small': { data: { amount: '0.10', symbol: 'AAPL', askPrice: '187.50' } },
  'order-type-live-only': { data: { orderType: 'VWAP' } },
  'price-tick-violation': {
    param: 'limitPrice',
    data: { limitPrice: '187.505', decimalPlaces: 2, sentPlaces: 3 },
  },
  'stop-tick-violation': {
    param: 'stopPrice',
    data: { stopPrice: '187.505', decimalPlaces: 2, sentPlaces: 3 },
  },
  'stop-already-reached': { data: { price: '187.48', stopPrice: '190', side: 'SELL' } },
  'order-size-exceeded': { data: { maxQuantity: ORDER_SHARES_MAX, maxValue: ORDER_VALUE_USD_MAX } },
  'exits-crossed': {
    data: { lower: 'stop loss', lowerPrice: '190', upper: 'take profit', upperPrice: '185' },
  },
  'side-not-allowed': { data: { symbol: 'AAPL', tradable: 'SELL_ONLY', side: 'BUY' } },
  'order-hours-closed': {
    data: { timeInForce: 'IOC', retryAfterAt: '2026-03-09T10:00:00.000+09:00' },
  },
  'market-ended': { data: { timeInForce: 'CLS' } },
  'insufficient-buying-power': { data: { required: '1875.00', available: '912.40' } },
  'too-many-streams': { data: { limit: 20, what: 'streams of a client' } },
  'authentication-timeout': { data: { limitSeconds: 5 } },
  'unexpected-message': { data: { messageType: 'authenticate' } },
  'malformed-message': { data: { types: 'authenticate, subscribe, unsubscribe' } },
  'since-out-of-range': { data: { since: 120, oldestSeq: 1, lastSeq: 112 } },
  'snapshot-not-found': { data: { snapshotId: 'snap_1' } },
  'clock-backwards': { data: { now: '2026-03-03T00:00:00.000+09:00' } },
  'server-stopping': { data: { now: '2026-03-03T00:00:00.000+09:00' } },
  'insufficient-holdings': { data: { required: '10', available: '4.5' } },
}

/** Values by placeholder, for codes without an example of their own. */
const PLAUSIBLE: RefusalFacts = { symbol: 'AAPL', accountId: 'acc_37D32AC6199BF55B' }

const WITHOUT_REQUEST_ID: readonly RefusalCode[] = ['request-id-required', 'request-id-invalid']

/** `occasion` replaces the code's own data; callers reach the server at `baseUrl`. */
export function refusalExample<C extends RefusalCode>(
  code: C,
  baseUrl: string,
  occasion: Occasion = {},
): RefusalBody<C> {
  const { param, data } = { ...OCCASIONS[code], ...occasion }
  const placeholders = [...REFUSALS[code].message.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => name,
  )
  const facts =
    data ??
    Object.fromEntries(
      placeholders.flatMap((name) => {
        const fact = PLAUSIBLE[name]
        return fact === undefined ? [] : [[name, fact]]
      }),
    )
  const refusal =
    param !== undefined
      ? refusedParam(code, param, facts)
      : Object.keys(facts).length > 0
        ? refused(code, facts)
        : refused(code)
  return {
    type: REFUSALS[code].type,
    code,
    message: refusalMessage(refusal),
    ...(refusal.param !== undefined && { param: refusal.param }),
    ...(!WITHOUT_REQUEST_ID.includes(code) && { requestId: REQUEST_ID_EXAMPLE }),
    ...(refusal.data !== undefined && { data: refusal.data }),
    docUrl: docUrlOf(code, baseUrl),
  }
}
