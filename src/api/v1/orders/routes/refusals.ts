import { PREVIEW_REFUSALS } from '../../../../core/order/place'
import { ACCOUNT } from '../../../pipeline/account-header'
import { EVERY_BODY, EVERY_CALL } from '../../../wire/refuse'

/** What an order body is refused for whoever asks, whether it is previewed or placed. */
export const ORDER_BODY = [
  ...EVERY_CALL,
  ...EVERY_BODY,
  'limit-price-not-allowed',
  ...ACCOUNT,
  ...PREVIEW_REFUSALS,
] as const
