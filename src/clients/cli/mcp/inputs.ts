/** The inputs that several tools take. */
import { z } from 'zod'
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../core/limits'

export const symbol = z.string().min(1).max(20).describe('A symbol such as AAPL.')
export const side = z.enum(['BUY', 'SELL'])

export const decimalText = z
  .union([z.string().regex(/^\d{1,12}(?:\.\d{1,10})?$/), z.number().positive()])
  .transform((value) => plain(value))

/** The exact text; a small number without an exponent. */
export const plain = (value: string | number): string =>
  typeof value === 'string' ? value : value.toFixed(10).replace(/\.?0+$/, '')

export const clientOrderId = z
  .string()
  .min(1)
  .max(CLIENT_ORDER_ID_LENGTH_MAX)
  .describe('An id that you choose, new for each order. The same again never orders twice.')
