/**
 * Stretches of a session in which no price can reach a resting order: they are passed in one step.
 * The outcome is the same as tick by tick, since a feed that tells how far its prices reach leaves
 * out no tick of the stretch.
 */
import { letsTrade, tradesInSession } from '../../core/instrument'
import type { Side } from '../../core/order/order'
import type { OpenSession } from '../../core/session'
import type { Instant } from '../../core/time'
import type { Feed, Reach } from '../../market/feed'
import type { BestResting } from '../../store/tables/resting-orders'

/** The session, an hour, a minute: the longest that helps. */
const PARTS_MINUTES = [Number.POSITIVE_INFINITY, 60, 1]

/** Until when, exclusive, no order can be reached from the instant on: at most `limitMs`. */
export function quietUntilMs(
  best: readonly BestResting[],
  feed: Pick<Feed, 'calendar' | 'reach'>,
  at: Instant,
  limitMs: number,
): number {
  const { session } = feed.calendar.sessionAt(at)
  const nowMs = at.epochMilliseconds
  if (session === 'CLOSED') return nowMs
  let untilMs = limitMs
  for (const resting of best) {
    untilMs = Math.min(untilMs, quietOne(resting, feed, at, session) ?? limitMs)
    if (untilMs <= nowMs) break
  }
  return untilMs
}

/** Null: for the rest of the session. */
function quietOne(
  resting: BestResting,
  { reach }: Pick<Feed, 'reach'>,
  at: Instant,
  session: OpenSession,
): number | null {
  const nowMs = at.epochMilliseconds
  const { symbol } = resting
  if (resting.lastChance) return nowMs
  const waits = (side: Side, limit: unknown, atAnyPrice: boolean): boolean =>
    letsTrade(resting.tradable, side) && (atAnyPrice || limit !== null)
  const buys = waits('BUY', resting.buyLimit, resting.marketBuys)
  const sells = waits('SELL', resting.sellLimit, resting.marketSells)
  if (!tradesInSession(session, resting) || !(buys || sells)) return null
  if ((buys && resting.marketBuys) || (sells && resting.marketSells)) return nowMs
  for (const minutes of PARTS_MINUTES) {
    const part = reach?.(symbol, at, minutes)
    if (part === undefined) return nowMs
    if (!(buys && reachesBuys(part, resting)) && !(sells && reachesSells(part, resting))) {
      return part.untilMs
    }
  }
  return nowMs
}

/** An ask is above its bid, so above the lowest bid. */
const reachesBuys = ({ lowest }: Reach, { buyLimit }: BestResting): boolean =>
  buyLimit?.gte(lowest) ?? false
const reachesSells = ({ highest }: Reach, { sellLimit }: BestResting): boolean =>
  sellLimit?.lte(highest) ?? false
