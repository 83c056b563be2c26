/**
 * How a trading date's movement and trading are spread over it. `at` is the part of the session
 * that has passed, 0 … 1. Only proportions matter within a session.
 */
import type { OpenSession } from '../../../core/session'

export interface SessionShape {
  /** Of the date's variance: before the session opens, while nothing trades, and during it. */
  readonly gapVariance: number
  readonly variance: number
  /** Of the date's shares. */
  readonly volume: number
  /** Of the spread and of the sizes shown in REGULAR. */
  readonly spread: number
  readonly size: number
  readonly varianceAt: (at: number) => number
  readonly volumeAt: (at: number) => number
}

/**
 * The gaps and the variances add up to 1. From one REGULAR close to the next open is 40 % of the
 * variance. REGULAR has the well-known U, steeper in the morning.
 */
export const SESSION_SHAPE: Readonly<Record<OpenSession, SessionShape>> = {
  DAY: {
    gapVariance: 0.1,
    variance: 0.06,
    volume: 0.01,
    spread: 5,
    size: 0.08,
    varianceAt: () => 1,
    volumeAt: () => 1,
  },
  PRE: {
    gapVariance: 0.04,
    variance: 0.12,
    volume: 0.035,
    spread: 2.5,
    size: 0.25,
    varianceAt: (at) => 0.5 + at * at,
    volumeAt: (at) => 0.2 + 2 * at * at,
  },
  REGULAR: {
    gapVariance: 0,
    variance: 0.6,
    volume: 0.915,
    spread: 1,
    size: 1,
    varianceAt: (at) => 0.6 + 2.6 * (1 - at) * (1 - at) * (1 - at) * (1 - at) + 0.8 * at * at * at,
    volumeAt: (at) => 0.5 + 2 * (2 * at - 1) * (2 * at - 1),
  },
  AFTER: {
    gapVariance: 0,
    variance: 0.08,
    volume: 0.04,
    spread: 2.5,
    size: 0.25,
    varianceAt: (at) => 0.4 + 1.6 * (1 - at) * (1 - at),
    volumeAt: (at) => 0.2 + 2 * (1 - at) * (1 - at),
  },
}
