/**
 * Compares the prices of a tick, or of a stretch of ticks, with what rests in the books: which
 * orders do they cross, which legs do they trigger, and until when do they reach nothing?
 */
import { priceOf, type TriggerPrices, triggerPrices } from '../../core/conditional/trigger'
import { letsTrade, type Tradability, tradesInSession } from '../../core/instrument'
import { NO_QUANTITY, type Price } from '../../core/money'
import { nearestPrice } from '../../core/order/matching'
import type { Side } from '../../core/order/order'
import type { OpenSession } from '../../core/session'
import type { Instant } from '../../core/time'
import type { Feed, Reach } from '../../market/feed'
import { tickQuoteAt } from '../commands/meeting'
import type { TickQuote } from '../commands/tick'
import type { RestingInstrument, RestingSide } from './order-book'
import { isReachedFromAbove, makesAct, type Watch } from './trigger-book'

/** Returns whether an instrument's orders may trade. */
export type TradabilityOf = (symbol: string) => Tradability

/** Returns the quotes that resting orders cross at the instant, by symbol. */
export function crossedQuotes(
  instruments: readonly RestingInstrument[],
  tradabilityOf: TradabilityOf,
  feed: Feed,
  at: Instant,
  isUsedUp: (side: Side, tick: TickQuote, lastLimit: Price | null) => boolean,
): ReadonlyMap<string, TickQuote> {
  const { session } = feed.calendar.sessionAt(at)
  const crossed = new Map<string, TickQuote>()
  for (const { symbol, buys, sells, hasLastChance } of instruments) {
    const tradability = tradabilityOf(symbol)
    const trades = session !== 'CLOSED' && tradesInSession(session, tradability)
    const quote = trades ? tickQuoteAt(feed, symbol, at) : undefined
    const tick = { at, session, symbol, quote }
    // Without a size shown nothing executes, whatever the price.
    const crosses =
      (letsTrade(tradability.tradable, 'BUY') &&
        quote?.askSize.gt(NO_QUANTITY) === true &&
        (buys.atMarket || (buys.best?.gte(nearestPrice('BUY', quote)) ?? false)) &&
        !isUsedUp('BUY', tick, buys.worst)) ||
      (letsTrade(tradability.tradable, 'SELL') &&
        quote?.bidSize.gt(NO_QUANTITY) === true &&
        (sells.atMarket || (sells.best?.lte(nearestPrice('SELL', quote)) ?? false)) &&
        !isUsedUp('SELL', tick, sells.worst))
    if (crosses || hasLastChance) crossed.set(symbol, tick)
  }
  return crossed
}

/** Minutes of the stretches to look at, shortest first: a minute, an hour, the session. */
const PARTS_MINUTES = [1, 60, Number.POSITIVE_INFINITY]

/**
 * Returns the time before which the instrument's prices reach nothing that waits, from the instant
 * on. Looks at one stretch after the other, until it is reached or ends at `limitMs` or later.
 */
function unreachedUntilMs(
  { reach }: Pick<Feed, 'reach'>,
  symbol: string,
  at: Instant,
  limitMs: number,
  isReached: (stretch: Reach) => boolean,
): number {
  let untilMs = at.epochMilliseconds
  for (const minutes of PARTS_MINUTES) {
    if (untilMs >= limitMs) break
    const stretch = reach?.(symbol, at, minutes)
    if (stretch === undefined || isReached(stretch)) break
    untilMs = stretch.untilMs
  }
  return untilMs
}

/**
 * Returns the earliest of the times that `untilMsOf` finds, at most `limitMs`. Each item is given
 * the earliest time so far, and needs to look no further.
 */
function earliestUntilMs<Item>(
  items: readonly Item[],
  at: Instant,
  limitMs: number,
  untilMsOf: (item: Item, limitMs: number) => number,
): number {
  let untilMs = limitMs
  for (const item of items) {
    if (untilMs <= at.epochMilliseconds) break
    untilMs = Math.min(untilMs, untilMsOf(item, untilMs))
  }
  return untilMs
}

/**
 * Finds a stretch of a session in which no price can reach a resting order, so that the player
 * passes it in one step. The outcome is the same as tick by tick: the feed's reach covers every
 * tick of the stretch.
 *
 * Returns the time before which no order can be reached from the instant on, at most `limitMs`.
 */
export function quietUntilMs(
  instruments: readonly RestingInstrument[],
  tradabilityOf: TradabilityOf,
  feed: Pick<Feed, 'calendar' | 'reach'>,
  at: Instant,
  limitMs: number,
): number {
  const { session } = feed.calendar.sessionAt(at)
  const nowMs = at.epochMilliseconds
  if (session === 'CLOSED') return nowMs
  return earliestUntilMs(instruments, at, limitMs, (resting, untilMs) => {
    const { buys, hasLastChance, sells, symbol } = resting
    if (hasLastChance) return nowMs
    const tradability = tradabilityOf(symbol)
    const waits = (side: Side, { atMarket, best }: RestingSide): boolean =>
      letsTrade(tradability.tradable, side) && (atMarket || best !== null)
    const [mayBuy, maySell] = [waits('BUY', buys), waits('SELL', sells)]
    if (!tradesInSession(session, tradability) || !(mayBuy || maySell)) return untilMs
    if ((mayBuy && buys.atMarket) || (maySell && sells.atMarket)) return nowMs
    return unreachedUntilMs(feed, symbol, at, untilMs, ({ highest, lowest }) => {
      // An ask is above its bid, so above the lowest bid.
      const isBought = mayBuy && buys.best?.gte(lowest) === true
      return isBought || (maySell && sells.best?.lte(highest) === true)
    })
  })
}

/**
 * Returns whether the instrument may trigger a leg that is watched in these sessions: it trades in
 * the session and is not suspended.
 */
export const mayTrigger = (
  sessions: readonly OpenSession[],
  session: OpenSession,
  tradability: Tradability,
): boolean =>
  sessions.includes(session) &&
  tradability.tradable !== 'SUSPENDED' &&
  tradesInSession(session, tradability)

/**
 * Returns the prices at the tick that make a leg act, by symbol [conditional.trigger]. A stale or
 * doubtful price does not count: the feed then shows no quote. A price at which the market has
 * halted the instrument does not count either [conditional.live].
 */
export function reachingPrices(
  watches: readonly Watch[],
  tradabilityOf: TradabilityOf,
  feed: Pick<Feed, 'calendar' | 'quote' | 'bidAsk' | 'haltedUntil'>,
  at: Instant,
): ReadonlyMap<string, TriggerPrices> {
  const { session } = feed.calendar.sessionAt(at)
  const reaching = new Map<string, TriggerPrices>()
  if (session === 'CLOSED') return reaching
  const looked = new Map<string, TriggerPrices>()
  for (const watch of watches) {
    const { sessions, symbol } = watch
    if (!mayTrigger(sessions, session, tradabilityOf(symbol))) continue
    const prices = looked.get(symbol) ?? shownPrices(feed, symbol, at)
    looked.set(symbol, prices)
    const price = priceOf(prices, watch)
    if (price === undefined || !makesAct(watch, price)) continue
    if (feed.haltedUntil?.(symbol, at) === undefined) reaching.set(symbol, prices)
  }
  return reaching
}

/** Returns the prices that the feed shows, of which each is looked up if a leg uses it. */
export const shownPrices = (
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
    if (!mayTrigger(sessions, session, tradabilityOf(symbol))) return untilMs
    return unreachedUntilMs(feed, symbol, at, untilMs, ({ highest, lowest }) =>
      makesAct(watch, isReachedFromAbove(watch) ? lowest : highest),
    )
  })
}
