/**
 * The market's time [clock.market]. Everything that the market does reads this clock, and no other.
 */
import { atMs, type Instant } from '../core/time'

/**
 * Milliseconds since some fixed moment; never goes back. Tokens and rate limits use wall clocks,
 * not this.
 */
export type MonotonicMs = () => number

export interface MarketClock {
  /** The market's instant, in whole milliseconds; never earlier than what it said before. */
  now(): Instant
  /** Wall milliseconds until the market gets there; null when it stands still and never will. */
  wallMsUntil(at: Instant): number | null
}

/** Milliseconds since 1970 of this machine. */
export const wallNowMs = (): number => Date.now()
export const monotonicNowMs: MonotonicMs = () => performance.now()

/** Rings once, after so many milliseconds; what it returns takes the alarm back. */
export type Alarm = (ms: number, ring: () => void) => () => void

export const alarm: Alarm = (ms, ring) => {
  const timer = setTimeout(ring, ms)
  return () => clearTimeout(timer)
}

/** It has been `startsAt` already, where it is given one. */
export function systemClock(nowMs: () => number = wallNowMs, startsAt?: Instant): MarketClock {
  let latestMs = startsAt?.epochMilliseconds ?? Number.NEGATIVE_INFINITY
  return {
    now() {
      // A corrected system clock may step back; the market's time stands still until it is past.
      latestMs = Math.max(latestMs, nowMs())
      return atMs(latestMs)
    },
    wallMsUntil: (at) => Math.max(0, at.epochMilliseconds - nowMs()),
  }
}
