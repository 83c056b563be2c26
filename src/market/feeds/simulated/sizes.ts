/**
 * Shares shown at bid and ask. Each side's size lasts until its next renewal. The slower the price,
 * the larger the size: it is the volume of a quarter of the time in which the price moves a spread,
 * limited to 0.2 … 30 seconds.
 */
import { type Stream, uniform } from './stream'

export interface Sizes {
  /** Shares shown on average. */
  readonly usual: number
  /** Seconds from one renewal to the next, on average. */
  readonly period: number
  /** The draws of the bid, and of the ask. */
  readonly draws: readonly [Stream, Stream]
}

export interface ShownSize {
  readonly size: number
  /** Seconds since the session opened. */
  readonly renewedAt: number
}

const SHORTEST = 8
const LONGEST = 60

/** `secondsPerSpread` is the time in which the price moves a spread. */
export function sizesOf(
  draws: readonly [Stream, Stream],
  sharesPerSecond: number,
  secondsPerSpread: number,
): Sizes {
  const seconds = Math.min(Math.max(0.25 * secondsPerSpread, 0.2), 30)
  return {
    usual: sharesPerSecond * seconds,
    period: Math.min(Math.max(Math.round(2 * seconds), SHORTEST), LONGEST),
    draws,
  }
}

/** The size at a second; `side` is 0 for the bid, 1 for the ask. */
export function shownAt({ usual, period, draws }: Sizes, side: 0 | 1, second: number): ShownSize {
  const stream = draws[side]
  const current = Math.floor(second / period)
  const renewedAt = renewalIn(stream, period, current)
  const renewal = second < renewedAt ? current - 1 : current
  return {
    size: Math.max(1, Math.round(usual * (0.4 + 1.2 * uniform(stream, 2 * renewal + 3)))),
    renewedAt: Math.max(0, renewal === current ? renewedAt : renewalIn(stream, period, renewal)),
  }
}

/** One renewal at a random second of each period; the opening's size holds until the first. */
const renewalIn = (stream: Stream, period: number, number: number): number =>
  number < 0 ? 0 : number * period + Math.floor(period * uniform(stream, 2 * number + 2))
