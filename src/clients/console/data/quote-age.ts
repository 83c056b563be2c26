/** How old the quote of a live market is. */
import { msOf } from './time'

interface Quoted {
  /** Live prices alone have it. */
  readonly quotedAt?: string
  readonly requestedAt: string
}

/** Whole seconds, by the server's clock; null where the market is not a live one [live.seen]. */
export function quoteAgeSeconds(quote: Quoted | null): number | null {
  if (quote?.quotedAt === undefined) return null
  return Math.max(0, Math.floor((msOf(quote.requestedAt) - msOf(quote.quotedAt)) / 1_000))
}
