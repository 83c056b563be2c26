/** An exchange rate as a value: who makes it, or who sent it, is another file's. */
import type { Big } from '../core/money'

/** Units of the quote currency for one of the base currency, for a customer. */
export interface ExchangeRate {
  /** The customer buys the base currency at it; never below the bid [exchange-rate.fields]. */
  readonly askRate: Big
  readonly bidRate: Big
}

/** Won for a dollar. */
export interface SentRate extends ExchangeRate {
  readonly atMs: number
}
