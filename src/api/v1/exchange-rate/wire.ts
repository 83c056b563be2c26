/** The exchange rate's query and answer. */
import { t } from 'elysia'
import { wireNumber } from '../../../core/money'
import { toKst } from '../../../core/time'
import { query } from '../../../http/wire/query'
import { answer, instantText, moneyNumber, named } from '../../../http/wire/schemas'
import type { QuotedRate } from './service'

const currencyCode = (description: string, example: string) =>
  t.String({
    description,
    pattern: '^[A-Za-z]{3}$',
    'x-expects': 'three letters, ISO 4217',
    examples: [example],
  })

export const RateSchema = {
  // [exchange-rate.base]
  query: query({
    base: currencyCode('The currency that is bought and sold, ISO 4217, in any case.', 'USD'),
    quote: currencyCode('The currency that is paid with, ISO 4217, in any case.', 'KRW'),
  }),

  // [exchange-rate.fields]
  rate: named(
    'ExchangeRate',
    answer({
      baseCurrency: t.String({ description: 'ISO 4217, upper case.', examples: ['USD'] }),
      quoteCurrency: t.String({ description: 'ISO 4217, upper case.', examples: ['KRW'] }),
      askRate: moneyNumber(
        'Units of the quote currency that a customer pays for one of the base currency. ' +
          'USD/KRW to 2 decimal places, KRW/USD to 10.',
        { examples: [1448.82] },
      ),
      bidRate: moneyNumber(
        'Units of the quote currency that a customer gets for one of the base currency.',
        { examples: [1445.92] },
      ),
      requestedAt: instantText('When the rate was read, in market time.'),
    }),
  ),
}

export const encodeRate = ({ base, quote, askRate, bidRate, requestedAt }: QuotedRate) => ({
  baseCurrency: base,
  quoteCurrency: quote,
  askRate: wireNumber(askRate),
  bidRate: wireNumber(bidRate),
  requestedAt: toKst(requestedAt),
})
