/**
 * The distribution of movement and trading over a trading date. `at` is the elapsed part of the
 * session, 0 … 1. Within a session only proportions matter.
 */
import type { OpenSession } from '../../../core/session'
import { memoize } from '../../memoize'
import type { SessionSpan } from '../trading-day'

export interface SessionShape {
  /**
   * Parts of the variance from one REGULAR close to the next: in the closed time before the
   * session, and in the session. AFTER comes first and has a part of the whole; later sessions have
   * parts of the remainder.
   */
  readonly gapVariance: number
  readonly variance: number
  /** The session's part of the date's shares, including auctions. */
  readonly volume: number
  /** The auctions' parts of the session's shares. */
  readonly auctions: { readonly open: number; readonly close: number }
  /** Relative to the spread in REGULAR. */
  readonly spread: number
  readonly varianceAt: (at: number) => number
  readonly volumeAt: (at: number) => number
}

/** Multiplies, since only multiplication has identical results on every machine. */
function power12(x: number): number {
  const cube = x * x * x
  return cube * cube * cube * cube
}

const SHAPES_KEPT = 16
const NO_AUCTIONS = { open: 0, close: 0 }

/** REGULAR has the well-known U, steeper in the morning, and 60 % of the variance. */
export const SESSION_SHAPE: Readonly<Record<OpenSession, SessionShape>> = {
  DAY: {
    gapVariance: 0.1,
    variance: 0.06,
    volume: 0.004,
    auctions: NO_AUCTIONS,
    spread: 5,
    varianceAt: () => 1,
    volumeAt: () => 1,
  },
  PRE: {
    gapVariance: 0.04,
    variance: 0.13,
    volume: 0.03,
    auctions: NO_AUCTIONS,
    spread: 2.5,
    varianceAt: (at) => 0.5 + at * at,
    volumeAt: (at) => 0.2 + 2 * at * at,
  },
  REGULAR: {
    gapVariance: 0.02,
    variance: 0.65,
    volume: 0.936,
    auctions: { open: 0.015, close: 0.09 },
    spread: 1,
    varianceAt: (at) => 0.6 + 6 * power12(1 - at) + 0.8 * at * at * at,
    volumeAt: (at) => 0.5 + 2 * (2 * at - 1) * (2 * at - 1),
  },
  AFTER: {
    gapVariance: 0,
    variance: 0.08,
    volume: 0.03,
    auctions: NO_AUCTIONS,
    spread: 2.5,
    varianceAt: (at) => 0.4 + 1.6 * (1 - at) * (1 - at),
    volumeAt: (at) => 0.2 + 2 * (1 - at) * (1 - at),
  },
}

/** Each minute's standard deviation on an average date, up to a factor. */
export const usualDeviations = memoize(
  SHAPES_KEPT,
  ({ index, minutes }: SessionSpan) => minutes * 4 + index,
  ({ session, minutes }) => {
    const { varianceAt } = SESSION_SHAPE[session]
    return Float64Array.from({ length: minutes }, (_, minute) =>
      Math.sqrt(varianceAt((minute + 0.5) / minutes)),
    )
  },
)
