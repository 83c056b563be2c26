/**
 * The instants at which the market moves: the ticks of an open session, on a grid that counts from
 * 1970, and the session boundaries, each at its exact instant however coarse the grid is
 * [session.exact-boundary].
 */
import { TICK_LATE_MS_MAX } from '../core/limits'
import { atMs, type Instant } from '../core/time'
import type { MarketCalendar } from './calendar'

/** While CLOSED the next instant is the next boundary; null where the market never opens again. */
export function nextInstantAfter(
  calendar: MarketCalendar,
  afterMs: number,
  tickMs: number,
): Instant | null {
  const after = atMs(afterMs)
  const boundary = calendar.nextBoundaryAfter(after)
  if (boundary === null || calendar.sessionAt(after).session === 'CLOSED') return boundary
  const tickAtMs = (Math.floor(afterMs / tickMs) + 1) * tickMs
  return tickAtMs < boundary.epochMilliseconds ? atMs(tickAtMs) : boundary
}

/** The last tick of the grid, at the instant or before it. */
export const tickAt = (atEpochMs: number, tickMs: number): number =>
  Math.floor(atEpochMs / tickMs) * tickMs

/**
 * By the machine's clock, where a tick is decided [clock.tick-late]. The limit counts from the next
 * tick on: before it this one is the newest there is, and a boundary is carried out with the tick
 * after it.
 */
export const isTooLate = (tick: Instant, now: Instant, tickMs: number): boolean =>
  now.epochMilliseconds > tick.epochMilliseconds + tickMs + TICK_LATE_MS_MAX
