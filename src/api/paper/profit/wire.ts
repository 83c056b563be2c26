/** The answer of an account's profit. */
import { t } from 'elysia'
import { add, decimalString } from '../../../core/money'
import { toKst } from '../../../core/time'
import { answer, decimalText, instantText, named, oneOf } from '../../../http/wire/schemas'
import type { AccountProfit } from './service'

// [paper.profit]
export const ProfitSchema = named(
  'AccountProfit',
  answer({
    accountId: t.String({ description: 'The account.', examples: ['acc_37D32AC6199BF55B'] }),
    currency: oneOf(['USD'], 'The currency; always `USD`.'),
    capitalAmount: decimalText(
      'USD: the initial cash, or that of the last reset, and what was put in since.',
      '100000.00',
    ),
    profitAmount: decimalText('USD: the total asset less the capital.', '31.30'),
    realizedProfitAmount: decimalText(
      'USD that sales have paid beyond the average cost of their shares, since the beginning or ' +
        'the last reset; a loss is negative.',
      '20.10',
    ),
    unrealizedProfitAmount: decimalText(
      'USD that the holdings are worth beyond their cost; a loss is negative.',
      '11.20',
    ),
    resetAt: t.Optional(instantText("The account's last reset, if there was one.")),
  }),
)

export const encodeProfit = ({ accountId, capital, realized, unrealized }: AccountProfit) => ({
  accountId,
  currency: 'USD' as const,
  capitalAmount: decimalString(capital.amount),
  profitAmount: decimalString(add(realized, unrealized)),
  realizedProfitAmount: decimalString(realized),
  unrealizedProfitAmount: decimalString(unrealized),
  ...(capital.resetAt !== null && { resetAt: toKst(capital.resetAt) }),
})
