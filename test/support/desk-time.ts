/** The time that a desk is handed. */

import { alarm, monotonicNowMs } from '../../src/market/clock'
import type { DeskTime } from '../../src/trading/queue'

/** The machine's own, for tests in which nothing takes long. */
export const REAL_TIME: DeskTime = { elapsedMs: monotonicNowMs, after: alarm }

export interface SteeredTime extends DeskTime {
  /** Lets the time pass, and rings what rings in it. */
  pass(ms: number): void
}

export function steeredTime(): SteeredTime {
  const alarms = new Set<{ readonly atMs: number; readonly ring: () => void }>()
  let nowMs = 0
  return {
    elapsedMs: () => nowMs,
    after(ms, ring) {
      const set = { atMs: nowMs + ms, ring }
      alarms.add(set)
      return () => alarms.delete(set)
    },
    pass(ms) {
      const untilMs = nowMs + ms
      for (;;) {
        const due = [...alarms].filter(({ atMs }) => atMs <= untilMs)
        const next = due.toSorted((one, other) => one.atMs - other.atMs)[0]
        if (next === undefined) break
        alarms.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.ring()
      }
      nowMs = untilMs
    },
  }
}
