/**
 * A machine's clock without its jumps [clock.steady]: the market stamps orders with it, so an hour
 * that was wrong for seconds would stand in the books, and stop the market until that hour is over.
 *
 * What the wall clock says is compared with how much time has passed since it was last believed.
 * Slews and small steps, as NTP makes them, are followed; so is the time that the machine was
 * asleep, which its uptime counts. Any other jump is not: time goes on at its pace, until the clock
 * agrees again. A jump forward that stands for ten minutes is believed after all, as where a
 * virtual machine was paused, unless it is longer than a week or the database's clock contradicts.
 */
import type { MonotonicMs } from './clock'

const STEP_MAX_MS = 2_000
/** The uptime is told in whole seconds. */
const UPTIME_ROUNDED_MS = 1_000
const BELIEVED_AFTER_MS = 600_000
const BELIEVED_MAX_MS = 7 * 86_400_000

export interface SteadyClock {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** How far the wall clock is ahead, or behind where it is negative; null: it is followed. */
  readonly apartMs: number | null
  /** What the database's clock says at this moment. */
  compareWith(databaseMs: number): void
}

export interface SteadyClockDeps {
  readonly wallMs: () => number
  readonly elapsedMs: MonotonicMs
  /** Since the machine was started, its sleep included. */
  readonly uptimeMs: () => number
}

interface Jump {
  readonly apartMs: number
  readonly sinceMs: number
  /** The database's clock has not made it. */
  readonly contradicted: boolean
}

export function steadyClock({ wallMs, elapsedMs, uptimeMs }: SteadyClockDeps): SteadyClock {
  /** Wall less elapsed time, as it was last believed. */
  let offsetMs = wallMs() - elapsedMs()
  /** Uptime less elapsed time: it grows while the machine sleeps. */
  let sleptMs = uptimeMs() - elapsedMs()
  let jump: Jump | null = null
  /** Database's less steady time: the two may have been apart from the beginning. */
  let databaseAheadMs: number | null = null

  function believe(apartMs: number): void {
    offsetMs += apartMs
    sleptMs = uptimeMs() - elapsedMs()
    jump = null
  }

  function wasAsleep(apartMs: number): boolean {
    const asleepMs = uptimeMs() - elapsedMs() - sleptMs
    return asleepMs > UPTIME_ROUNDED_MS && isSmall(apartMs - asleepMs, UPTIME_ROUNDED_MS)
  }

  /** The clock may jump once more: each jump is judged anew. */
  function jumpNow(apartMs: number): Jump {
    if (jump !== null && isSmall(apartMs - jump.apartMs)) return jump
    return { apartMs, sinceMs: elapsedMs(), contradicted: false }
  }

  const isBelieved = ({ apartMs, sinceMs, contradicted }: Jump): boolean =>
    apartMs > 0 &&
    apartMs <= BELIEVED_MAX_MS &&
    !contradicted &&
    elapsedMs() - sinceMs >= BELIEVED_AFTER_MS

  function nowMs(): number {
    const apartMs = wallMs() - elapsedMs() - offsetMs
    if (isSmall(apartMs) || wasAsleep(apartMs)) believe(apartMs)
    else {
      jump = jumpNow(apartMs)
      if (isBelieved(jump)) believe(apartMs)
    }
    return Math.floor(elapsedMs() + offsetMs)
  }

  return {
    nowMs,
    get apartMs() {
      return jump?.apartMs ?? null
    },
    compareWith(databaseMs) {
      const aheadMs = databaseMs - nowMs()
      if (jump === null || databaseAheadMs === null) databaseAheadMs = aheadMs
      else {
        const jumpedMs = aheadMs - databaseAheadMs
        jump = { ...jump, contradicted: !isSmall(jumpedMs - jump.apartMs) }
      }
    },
  }
}

const isSmall = (ms: number, moreMs = 0): boolean => Math.abs(ms) <= STEP_MAX_MS + moreMs
