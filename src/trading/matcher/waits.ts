/** Makes the matcher wait for its turn, and measures whether it keeps up with its clock. */

import { type Alarm, alarm } from '../../market/clock'
import { isSlow, type Pace } from '../../market/pace'

/** Runs tasks one after the other, in the order in which they were given. */
export type SerialQueue = ReturnType<typeof serialQueue>

export function serialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      waiting++
      const done = last.then(() => {
        waiting--
        return work()
      })
      last = done.catch(() => {})
      return done
    },
    /** True if a task waits for the running task. */
    get isWaitedFor(): boolean {
      return waiting > 0
    },
    /** Resolves when all tasks given so far have ended, successfully or not. */
    async drained(): Promise<void> {
      await last
    },
  }
}

/** The longest delay of a timer. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Makes a sleep that can be ended early; a wake before the sleep ends it at once. */
export function wakeableSleep(after: Alarm = alarm) {
  let end: (() => void) | null = null
  let woken = false
  return {
    wake(): void {
      if (end === null) woken = true
      else end()
    },
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        end = () => {
          cancel()
          end = null
          woken = false
          resolve()
        }
        const cancel = after(Math.min(Math.max(ms, 1), TIMER_MAX_MS), () => end?.())
        if (woken) end()
      }),
  }
}

/** Whether this process's matcher does its work in time. */
export interface MarketPulse {
  /** True once its first turn has ended. */
  readonly begun: boolean
  /** True if this process has the market's lease, as of its last turn. */
  readonly movesMarket: boolean
  /** Wall milliseconds since its next turn was due; 0 if it is in time. */
  readonly lateMs: number
  /** True once it was stopped. */
  readonly stopped: boolean
}

export interface Pulse extends MarketPulse {
  /** Reports that a turn has ended and that the next is due in `nextInMs`. */
  turned(movesMarket: boolean, nextInMs: number): void
  /** Reports that a long turn has played one more instant. */
  stepped(): void
  stop(): void
}

export function openPulse(elapsedMs: () => number): Pulse {
  let dueAtMs = elapsedMs()
  let movesMarket = false
  let begun = false
  let stopped = false
  return {
    turned(moves, nextInMs) {
      begun = true
      movesMarket = moves
      dueAtMs = elapsedMs() + nextInMs
    },
    stepped() {
      dueAtMs = elapsedMs()
    },
    stop() {
      stopped = true
    },
    get begun() {
      return begun
    },
    get movesMarket() {
      return movesMarket
    },
    get lateMs() {
      return Math.max(0, elapsedMs() - dueAtMs)
    },
    get stopped() {
      return stopped
    },
  }
}

const REPORT_EVERY_MS = 60_000

/** Reports a market that is too slow for its clock [clock.pace], once a minute while it is. */
export function paceWatch(
  elapsedMs: () => number,
  report: (pace: Pace) => void = () => {},
): (pace: Pace) => void {
  let reportedAtMs = Number.NEGATIVE_INFINITY
  return (pace) => {
    if (!isSlow(pace) || elapsedMs() - reportedAtMs < REPORT_EVERY_MS) return
    reportedAtMs = elapsedMs()
    report(pace)
  }
}
