/** Finds the prices that trigger waiting legs of conditional orders. */
import { priceOf, type TriggerPrices, triggerPrices } from '../../core/conditional/trigger'
import { type Tradability, tradesInSession } from '../../core/instrument'
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import { earliestUntilMs, type TradabilityOf, unreachedUntilMs } from './exhausted'
import { isReachedFromAbove, makesAct, type Watch } from './trigger-book'

/**
 * Returns whether the instrument may trigger a leg: it trades in the session and is not
 * suspended.
 */
const isShown = (session: Parameters<typeof tradesInSession>[0], tradability: Tradability) =>
  tradability.tradable !== 'SUSPENDED' && tradesInSession(session, tradability)

/**
 * Returns the prices at the tick that make a leg act, by symbol [conditional.trigger]. A stale or
 * doubtful price does not count: the feed then shows no quote [conditional.live].
 */
export function reachingPrices(
  watches: readonly Watch[],
  tradabilityOf: TradabilityOf,
  feed: Pick<Feed, 'calendar' | 'quote' | 'bidAsk'>,
  at: Instant,
): ReadonlyMap<string, TriggerPrices> {
  const { session } = feed.calendar.sessionAt(at)
  const reaching = new Map<string, TriggerPrices>()
  if (session === 'CLOSED') return reaching
  const looked = new Map<string, TriggerPrices>()
  for (const watch of watches) {
    const { symbol } = watch
    if (!watch.sessions.includes(session) || !isShown(session, tradabilityOf(symbol))) continue
    const prices = looked.get(symbol) ?? shownPrices(feed, symbol, at)
    looked.set(symbol, prices)
    const price = priceOf(prices, watch)
    if (price !== undefined && makesAct(watch, price)) reaching.set(symbol, prices)
  }
  return reaching
}

const shownPrices = (
  feed: Pick<Feed, 'quote' | 'bidAsk'>,
  symbol: string,
  at: Instant,
): TriggerPrices =>
  triggerPrices(
    () => feed.quote(symbol, at)?.price,
    () => feed.bidAsk(symbol, at),
  )

/**
 * Returns the time before which no leg can act from the instant on [conditional.skipped], at most
 * `limitMs`. The last price is never outside the lowest bid and the highest ask, so their reach
 * covers it too.
 */
export function untriggeredUntilMs(
  watches: readonly Watch[],
  tradabilityOf: TradabilityOf,
  feed: Pick<Feed, 'calendar' | 'reach'>,
  at: Instant,
  limitMs: number,
): number {
  const { session } = feed.calendar.sessionAt(at)
  if (session === 'CLOSED') return at.epochMilliseconds
  return earliestUntilMs(watches, at, limitMs, (watch, untilMs) => {
    const { sessions, symbol } = watch
    if (!sessions.includes(session) || !isShown(session, tradabilityOf(symbol))) return untilMs
    return unreachedUntilMs(feed, symbol, at, untilMs, ({ highest, lowest }) =>
      makesAct(watch, isReachedFromAbove(watch) ? lowest : highest),
    )
  })
}
