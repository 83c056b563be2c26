/**
 * Which instruments' waiting orders a tick's prices reach: decided in memory, so a quiet tick costs
 * no query.
 */
import type { OpenSession } from '../core/session'
import type { Instant } from '../core/time'
import type { Feed } from '../market/feed'
import type { Frontier } from '../store/open-orders'
import type { TickQuote } from './tick'

/** The quotes that open orders can act on now, by symbol. */
export function reachedQuotes(
  frontiers: readonly Frontier[],
  feed: Feed,
  at: Instant,
  session: OpenSession,
): ReadonlyMap<string, TickQuote> {
  const reached = new Map<string, TickQuote>()
  for (const frontier of frontiers) {
    if (session === 'DAY' && !frontier.dayMarketTradable) continue
    const quote = feed.bidAsk(frontier.symbol, at)
    if (quote === undefined) continue
    const buys = frontier.marketBuys || (frontier.buyLimit?.gte(quote.askPrice) ?? false)
    const sells = frontier.marketSells || (frontier.sellLimit?.lte(quote.bidPrice) ?? false)
    if ((buys && frontier.buysTrade) || (sells && frontier.sellsTrade)) {
      reached.set(frontier.symbol, { at, session, quote })
    }
  }
  return reached
}
