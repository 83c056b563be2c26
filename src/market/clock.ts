/** The market's time. Everything that the market does reads this clock [clock.market]. */
import { atMs, type Instant } from '../core/time'

/** Milliseconds since some fixed moment; they never decrease. */
export type MonotonicMs = () => number

export interface MarketClock {
  /** The market's instant, in whole milliseconds; it never decreases [clock.never-back]. */
  now(): Instant
  /** Wall milliseconds until the market reaches the instant; null while the clock stands still. */
  wallMsUntil(at: Instant): number | null
}

/** This machine's milliseconds since 1970. */
export const wallNowMs = (): number => Date.now()
export const monotonicNowMs: MonotonicMs = () => performance.now()

/** Calls `ring` once, after `ms` milliseconds. The returned function cancels it. */
export type Alarm = (ms: number, ring: () => void) => () => void

export const alarm: Alarm = (ms, ring) => {
  const timer = setTimeout(ring, ms)
  return () => clearTimeout(timer)
}

/** Caches the latest instant: a clock is often read several times within a millisecond. */
export function instantsOf(): (epochMs: number) => Instant {
  let latest = atMs(0)
  let latestMs = 0
  return (epochMs) => {
    if (epochMs === latestMs) return latest
    latestMs = epochMs
    latest = atMs(epochMs)
    return latest
  }
}

/** The system's clock; never earlier than `startsAt`. */
export function systemClock(nowMs: () => number, startsAt?: Instant): MarketClock {
  let latestMs = startsAt?.epochMilliseconds ?? Number.NEGATIVE_INFINITY
  const instantOf = instantsOf()
  return {
    now() {
      // If the system clock steps back, market time stands still until the clock has caught up.
      latestMs = Math.max(latestMs, nowMs())
      return instantOf(latestMs)
    },
    wallMsUntil: (at) => Math.max(0, at.epochMilliseconds - nowMs()),
  }
}
