/**
 * The instants at which the market moves: the ticks of an open session, on a grid that counts from
 * 1970, and the session boundaries, each at its exact instant however coarse the grid is (D5).
 */
import type { Session } from '../core/session'
import { atMs, type Instant } from '../core/time'
import { nextBoundaryAfter, sessionAt } from '../market/calendar'

export interface Step {
  readonly at: Instant
  /** The session that is on from this instant; nothing trades while CLOSED. */
  readonly session: Session
}

/** The first step after an instant. While CLOSED there is none before the next boundary. */
export function nextStep(afterMs: number, tickMs: number): Step {
  const after = atMs(afterMs)
  const boundary = nextBoundaryAfter(after)
  const tickAtMs = (Math.floor(afterMs / tickMs) + 1) * tickMs
  const ticks = sessionAt(after).session !== 'CLOSED' && tickAtMs < boundary.epochMilliseconds
  const at = ticks ? atMs(tickAtMs) : boundary
  return { at, session: sessionAt(at).session }
}

/** The tick that is on at an instant: the last one of the grid. */
export const tickAt = (atEpochMs: number, tickMs: number): number =>
  Math.floor(atEpochMs / tickMs) * tickMs
