/** The reset of an account on the wire: a sandbox resets any account, the console one's own. */
import { t } from 'elysia'
import type { AccountReset } from '../../core/account/capital'
import { decimalString } from '../../core/money'
import { toKst } from '../../core/time'
import { answer, decimalText, instantText } from '../../http/wire/schemas'

export const RESET_ANSWER = answer({
  accountId: t.String({ description: 'The account.', examples: ['acc_37D32AC6199BF55B'] }),
  cashAmount: decimalText('USD, all of it free.', '50000.00'),
  canceledOrderIds: t.Array(t.String({ examples: ['ord_01KJQ4Z6N8000000A199BF55B'] }), {
    description: 'The canceled orders, oldest first.',
  }),
  requestedAt: instantText('When it was reset, in market time.'),
})

export const encodeReset = ({ accountId, cash, canceled, requestedAt }: AccountReset) => ({
  accountId,
  cashAmount: decimalString(cash),
  canceledOrderIds: canceled.map(({ orderId }) => orderId),
  requestedAt: toKst(requestedAt),
})
