/** The answer of a preview of a conditional order [conditional.preview]. */
import { t } from 'elysia'
import type { ConditionalPreview } from '../../../../core/conditional/place'
import { wireNumber } from '../../../../core/money'
import { answer, moneyNumber, named } from '../../../../http/wire/schemas'
import { ORDER_FIELDS } from '../../../wire/orders'

const { currency, market } = ORDER_FIELDS

export const PreviewSchema = named(
  'ConditionalPreview',
  answer({
    valid: t.Boolean({ description: 'Whether the conditional order would be accepted now.' }),
    market,
    currency,
    estimatedPrice: moneyNumber(
      'USD per share at which its first order is counted: its limit, or else its stop, or else ' +
        'the price that the market shows; 0 without one.',
      { examples: [300] },
    ),
    orderAmount: moneyNumber('USD: quantity × unit price.', { examples: [3000] }),
    holdAmount: moneyNumber(
      'USD that it would hold of the buying power until its first order does: 3 % more than the ' +
        'order amount without a limit, nothing for a SELL.',
      { examples: [3090] },
    ),
    rejectReason: t.Union([t.String(), t.Null()], {
      description: 'The code with which it would be refused now; null if it is valid.',
      examples: [null],
    }),
  }),
)

export const encodePreview = ({ price, amount, hold, rejectReason }: ConditionalPreview) => ({
  valid: rejectReason === null,
  market: 'US' as const,
  currency: 'USD' as const,
  estimatedPrice: price === null ? 0 : wireNumber(price),
  orderAmount: wireNumber(amount),
  holdAmount: wireNumber(hold),
  rejectReason,
})
