/** Encodes an exchange rate. */
import { wireNumber } from '../../../core/money'
import { toKst } from '../../../core/time'
import type { QuotedRate } from './service'

export const encodeRate = ({ base, quote, askRate, bidRate, requestedAt }: QuotedRate) => ({
  baseCurrency: base,
  quoteCurrency: quote,
  askRate: wireNumber(askRate),
  bidRate: wireNumber(bidRate),
  requestedAt: toKst(requestedAt),
})
