import { ACCOUNT_OR_404 } from '../../../pipeline/account-header'
import { EVERY_BODY, EVERY_CALL } from '../../../wire/refuse'

/** What an order body is refused for whoever asks, whether it is previewed or placed. */
export const ORDER_BODY = [
  ...EVERY_CALL,
  ...EVERY_BODY,
  'limit-price-not-allowed',
  ...ACCOUNT_OR_404,
  'symbol-not-found',
  'order-type-live-only',
  'price-tick-violation',
  'order-size-exceeded',
] as const
