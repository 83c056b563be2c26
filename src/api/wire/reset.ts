/** The reset of an account on the wire: a sandbox resets any account, the console one's own. */
import { t } from 'elysia'
import type { AccountReset } from '../../core/account/capital'
import { decimalString } from '../../core/money'
import { toKst } from '../../core/time'
import { answer, decimalText, instantText } from '../../http/wire/schemas'
import { CONDITIONAL_ORDER_ID } from './orders'

export const RESET_ANSWER = answer({
  accountId: t.String({ description: 'The account.', examples: ['acc_37D32AC6199BF55B'] }),
  cashAmount: decimalText('USD, all of it free.', '50000.00'),
  canceledOrderIds: t.Array(t.String({ examples: ['ord_01KJQ4Z6N8000000A199BF55B'] }), {
    description: 'The canceled orders, oldest first.',
  }),
  conditionalOrderIds: t.Array(CONDITIONAL_ORDER_ID, {
    description: 'The conditional orders that have ended, oldest first.',
  }),
  requestedAt: instantText('When it was reset, in market time.'),
})

export const encodeReset = (reset: AccountReset) => ({
  accountId: reset.accountId,
  cashAmount: decimalString(reset.cash),
  canceledOrderIds: reset.canceled.map(({ orderId }) => orderId),
  conditionalOrderIds: [...reset.conditionalOrderIds],
  requestedAt: toKst(reset.requestedAt),
})
