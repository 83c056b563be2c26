/** Whether this process's matcher does its work in time, and as fast as its clock. */

import { isSlow, type Pace } from '../../core/pace'

export interface MarketPulse {
  /** Its first turn has ended. */
  readonly begun: boolean
  /** This process has the market's lease, as far as it knows. */
  readonly movesMarket: boolean
  /** Wall milliseconds since its next turn was due; 0: it is in time. */
  readonly lateMs: number
  /** It was stopped. */
  readonly stopped: boolean
}

export interface Pulse extends MarketPulse {
  /** A turn has ended; the next is due in so many milliseconds. */
  turned(movesMarket: boolean, nextInMs: number): void
  /** A long turn has played one more instant. */
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
