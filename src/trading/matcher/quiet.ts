/**
 * Stretches of a session in which no price can reach a resting order: they are passed in one step.
 * The outcome is the same as tick by tick, since a feed that tells how far its prices reach leaves
 * out no tick of the stretch.
 */
import { letsTrade, type Tradability, tradesInSession } from '../../core/instrument'
import type { Side } from '../../core/order/order'
import type { OpenSession } from '../../core/session'
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import type { RestingInstrument, RestingSide } from './instrument-orders'

/** Whether an instrument's orders may trade. */
export type TradabilityOf = (symbol: string) => Tradability

/** The session, an hour, a minute: the longest that helps. */
const PARTS_MINUTES = [Number.POSITIVE_INFINITY, 60, 1]

/** Until when, exclusive, no order can be reached from the instant on: at most `limitMs`. */
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
  let untilMs = limitMs
  for (const resting of instruments) {
    const tradability = tradabilityOf(resting.symbol)
    untilMs = Math.min(untilMs, quietOne(resting, tradability, feed, at, session) ?? limitMs)
    if (untilMs <= nowMs) break
  }
  return untilMs
}

/** Null: for the rest of the session. */
function quietOne(
  { symbol, buys, sells, hasLastChance }: RestingInstrument,
  tradability: Tradability,
  { reach }: Pick<Feed, 'reach'>,
  at: Instant,
  session: OpenSession,
): number | null {
  const nowMs = at.epochMilliseconds
  if (hasLastChance) return nowMs
  const waits = (side: Side, { atMarket, best }: RestingSide): boolean =>
    letsTrade(tradability.tradable, side) && (atMarket || best !== null)
  const [mayBuy, maySell] = [waits('BUY', buys), waits('SELL', sells)]
  if (!tradesInSession(session, tradability) || !(mayBuy || maySell)) return null
  if ((mayBuy && buys.atMarket) || (maySell && sells.atMarket)) return nowMs
  for (const minutes of PARTS_MINUTES) {
    const part = reach?.(symbol, at, minutes)
    if (part === undefined) return nowMs
    // An ask is above its bid, so above the lowest bid.
    const isReached =
      (mayBuy && buys.best?.gte(part.lowest)) || (maySell && sells.best?.lte(part.highest))
    if (isReached !== true) return part.untilMs
  }
  return nowMs
}
