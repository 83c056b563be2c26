/** The time of a simulated world: it stands still until it is moved, and rings what is due. */
import type { Time } from '../../src/server/compose/market-clock'

export interface Timeline {
  /** Milliseconds since 1970. */
  readonly nowMs: number
  /** The time as a process has it; `end` silences its alarms, as the end of the process does. */
  process(): { readonly time: Time; end(): void }
  wait(ms: number): Promise<void>
  /** Moves to the next alarm, at most to `untilMs`; false: there is none before. */
  ringNext(untilMs: number): boolean
  leapTo(atMs: number): void
}

interface Alarm {
  readonly atMs: number
  readonly place: number
  readonly ring: () => void
}

export function timeline(beginsAtMs: number): Timeline {
  const alarms = new Set<Alarm>()
  let nowMs = beginsAtMs
  let places = 0

  function after(ms: number, ring: () => void, mine?: Set<Alarm>): () => void {
    const alarm = { atMs: nowMs + Math.max(ms, 0), place: places++, ring }
    alarms.add(alarm)
    mine?.add(alarm)
    return () => {
      alarms.delete(alarm)
      mine?.delete(alarm)
    }
  }

  function nextAlarm(): Alarm | undefined {
    let next: Alarm | undefined
    for (const alarm of alarms) {
      if (next === undefined || alarm.atMs < next.atMs) next = alarm
      else if (alarm.atMs === next.atMs && alarm.place < next.place) next = alarm
    }
    return next
  }

  return {
    get nowMs() {
      return nowMs
    },
    process() {
      const mine = new Set<Alarm>()
      let ended = false
      return {
        time: {
          wallNowMs: () => Math.floor(nowMs),
          elapsedMs: () => nowMs - beginsAtMs,
          uptimeMs: () => nowMs - beginsAtMs,
          after: (ms, ring) => (ended ? () => {} : after(ms, ring, mine)),
        },
        end() {
          ended = true
          for (const alarm of mine) alarms.delete(alarm)
        },
      }
    },
    wait: (ms) => new Promise((resume) => void after(ms, resume)),
    ringNext(untilMs) {
      const next = nextAlarm()
      if (next === undefined || next.atMs > untilMs) {
        nowMs = Math.max(nowMs, untilMs)
        return false
      }
      alarms.delete(next)
      nowMs = Math.max(nowMs, next.atMs)
      next.ring()
      return true
    },
    leapTo(atMs) {
      nowMs = Math.max(nowMs, atMs)
    },
  }
}
