/** The time that a part is handed: the machine's, or one that the test moves. */

import { MACHINE_TIME, type Time } from '../../src/server/compose/market-clock'

/** For tests in which nothing takes long. */
export const REAL_TIME: Time = MACHINE_TIME

/** What the machine's clock shows at first. */
const WALL_BEGINS_AT_MS = 1_700_000_000_000

export interface SteeredTime extends Time {
  /** Lets the time pass, and rings each alarm that is due in it. */
  pass(ms: number): void
}

export function steeredTime(): SteeredTime {
  const alarms = new Set<{ readonly atMs: number; readonly ring: () => void }>()
  let nowMs = 0
  return {
    wallNowMs: () => WALL_BEGINS_AT_MS + nowMs,
    elapsedMs: () => nowMs,
    uptimeMs: () => nowMs,
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
