/**
 * Which instruments' waiting orders a tick reaches: decided in memory, so a quiet tick costs no
 * query.
 */

import { letsTrade, tradesInSession } from '../../core/instrument'
import { NO_QUANTITY } from '../../core/money'
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import type { BestResting } from '../../store/tables/open-orders'
import type { TickQuote } from '../commands/tick'
import type { UsedUp } from './used-up'

/** What the open orders that act now are tried against, by symbol. */
export function crossedQuotes(
  frontiers: readonly BestResting[],
  feed: Feed,
  at: Instant,
  used: Pick<UsedUp, 'isUsedUp'>,
): ReadonlyMap<string, TickQuote> {
  const { session } = feed.calendar.sessionAt(at)
  const reached = new Map<string, TickQuote>()
  for (const frontier of frontiers) {
    const { symbol, tradable } = frontier
    const trades = session !== 'CLOSED' && tradesInSession(session, frontier)
    const quote = trades ? feed.bidAsk(symbol, at) : undefined
    const tick = { at, session, symbol, quote }
    // Where no size is shown nothing executes, whatever the price.
    const buys =
      letsTrade(tradable, 'BUY') &&
      quote?.askSize.gt(NO_QUANTITY) === true &&
      (frontier.marketBuys || (frontier.buyLimit?.gte(quote.askPrice) ?? false)) &&
      !used.isUsedUp('BUY', tick, frontier.lastBuyLimit)
    const sells =
      letsTrade(tradable, 'SELL') &&
      quote?.bidSize.gt(NO_QUANTITY) === true &&
      (frontier.marketSells || (frontier.sellLimit?.lte(quote.bidPrice) ?? false)) &&
      !used.isUsedUp('SELL', tick, frontier.lastSellLimit)
    if (buys || sells || frontier.lastChance) reached.set(symbol, tick)
  }
  return reached
}
