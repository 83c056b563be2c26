/**
 * The instants at which the market moves: the ticks of an open session, on a grid that starts at
 * 1970, and the session boundaries, which need not lie on the grid [session.exact-boundary].
 */
import { TICK_LATE_MS_MAX } from '../core/limits'
import { atMs, type Instant } from '../core/time'
import type { MarketCalendar } from './calendar'

/**
 * The next tick or boundary; while CLOSED the next boundary, or null if the market never reopens.
 */
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
 * Whether the machine's clock has passed the limit for deciding a tick [clock.tick-late]. The limit
 * counts from the next tick: until then this one is the newest, and a boundary is processed with
 * the tick after it.
 */
export const isTooLate = (tick: Instant, now: Instant, tickMs: number): boolean =>
  now.epochMilliseconds > tick.epochMilliseconds + tickMs + TICK_LATE_MS_MAX
