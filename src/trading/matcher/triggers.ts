/** What the market shows to the legs of conditional orders that wait for their triggers. */
import { type Tradability, tradesInSession } from '../../core/instrument'
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import type { TradabilityOf } from './exhausted'
import {
  isReachedFromAbove,
  makesAct,
  priceOf,
  type TriggerPrices,
  type Watch,
} from './trigger-book'

/** While an instrument is suspended, or has no price, nothing in it is triggered. */
const isShown = (session: Parameters<typeof tradesInSession>[0], tradability: Tradability) =>
  tradability.tradable !== 'SUSPENDED' && tradesInSession(session, tradability)

/**
 * The prices at the tick that make some leg act, by symbol [conditional.trigger]. A stale or
 * doubtful price is none: the feed shows no quote then [conditional.live].
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
    const prices = looked.get(symbol) ?? pricesOf(feed, symbol, at)
    looked.set(symbol, prices)
    const price = priceOf(prices, watch)
    if (price !== undefined && makesAct(watch, price)) reaching.set(symbol, prices)
  }
  return reaching
}

/** Each kind of price is looked up if a leg goes by it, once. */
function pricesOf(
  feed: Pick<Feed, 'quote' | 'bidAsk'>,
  symbol: string,
  at: Instant,
): TriggerPrices {
  let sides: ReturnType<Feed['bidAsk']> | null = null
  let quote: ReturnType<Feed['quote']> | null = null
  const sidesNow = () => {
    if (sides === null) sides = feed.bidAsk(symbol, at)
    return sides
  }
  return {
    get LAST() {
      if (quote === null) quote = feed.quote(symbol, at)
      return quote?.price
    },
    get SELL() {
      return sidesNow()?.bidPrice
    },
    get BUY() {
      return sidesNow()?.askPrice
    },
  }
}

/** The session, an hour, a minute: the longest that helps. */
const PARTS_MINUTES = [Number.POSITIVE_INFINITY, 60, 1]

/**
 * Until when, exclusive, no leg can act from the instant on [conditional.skipped]: at most
 * `limitMs`. The last
 * price is never outside the lowest bid and the highest ask, so their reach is its as well.
 */
export function untriggeredUntilMs(
  watches: readonly Watch[],
  tradabilityOf: TradabilityOf,
  feed: Pick<Feed, 'calendar' | 'reach'>,
  at: Instant,
  limitMs: number,
): number {
  const { session } = feed.calendar.sessionAt(at)
  const nowMs = at.epochMilliseconds
  if (session === 'CLOSED') return nowMs
  let untilMs = limitMs
  for (const watch of watches) {
    const { symbol } = watch
    if (!watch.sessions.includes(session) || !isShown(session, tradabilityOf(symbol))) continue
    const part = PARTS_MINUTES.map((minutes) => feed.reach?.(symbol, at, minutes)).find(
      (each) =>
        each === undefined ||
        !makesAct(watch, isReachedFromAbove(watch) ? each.lowest : each.highest),
    )
    untilMs = Math.min(untilMs, part?.untilMs ?? nowMs)
    if (untilMs <= nowMs) break
  }
  return untilMs
}
