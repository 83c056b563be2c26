/**
 * The machine's clock without its jumps [clock.steady]. The market stamps orders with it: an hour
 * that is wrong for seconds would stay in the books, and halt the market until that hour is over.
 *
 * The wall clock is compared with the time that has elapsed since it was last trusted. Slews and
 * small steps, as NTP makes them, are followed, and so is the time that the machine was asleep,
 * which its uptime counts. Other jumps are ignored: time continues at its pace until the clock
 * agrees again. A jump forward is trusted once it has lasted for ten minutes, as after a paused
 * virtual machine, unless it exceeds a week or the database's clock contradicts it.
 */
import type { MonotonicMs } from './clock'

const STEP_MAX_MS = 2_000
/** The uptime comes in whole seconds, so it is read no more often. */
const UPTIME_ROUNDED_MS = 1_000
const BELIEVED_AFTER_MS = 600_000
const BELIEVED_MAX_MS = 7 * 86_400_000

export interface SteadyClock {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** How far the wall clock is ahead, negative if behind; null while it is followed. */
  readonly apartMs: number | null
  /** Takes the database's clock of this moment as a witness. */
  compareWith(databaseMs: number): void
}

export interface SteadyClockDeps {
  readonly wallMs: () => number
  readonly elapsedMs: MonotonicMs
  /** Since the machine started, including sleep. */
  readonly uptimeMs: () => number
}

interface Jump {
  readonly apartMs: number
  readonly sinceMs: number
  /** The database's clock has not made the jump. */
  readonly contradicted: boolean
}

export function steadyClock({ wallMs, elapsedMs, uptimeMs }: SteadyClockDeps): SteadyClock {
  /** Wall time minus elapsed time, when the wall clock was last trusted. */
  let offsetMs = wallMs() - elapsedMs()
  /** Uptime minus elapsed time: it grows while the machine sleeps. */
  let sleptMs = uptimeMs() - elapsedMs()
  let uptimeReadAtMs = elapsedMs()
  let jump: Jump | null = null
  /** The database's time minus the steady time: they may differ from the start. */
  let databaseAheadMs: number | null = null

  function believe(apartMs: number, atMs: number): void {
    offsetMs += apartMs
    jump = null
    if (isSmall(apartMs) && atMs - uptimeReadAtMs < UPTIME_ROUNDED_MS) return
    sleptMs = uptimeMs() - atMs
    uptimeReadAtMs = atMs
  }

  function wasAsleep(apartMs: number): boolean {
    const asleepMs = uptimeMs() - elapsedMs() - sleptMs
    return asleepMs > UPTIME_ROUNDED_MS && isSmall(apartMs - asleepMs, UPTIME_ROUNDED_MS)
  }

  /** A further jump starts its own ten minutes. */
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
    const atMs = elapsedMs()
    const apartMs = wallMs() - atMs - offsetMs
    if (isSmall(apartMs) || wasAsleep(apartMs)) believe(apartMs, atMs)
    else {
      jump = jumpNow(apartMs)
      if (isBelieved(jump)) believe(apartMs, atMs)
    }
    return Math.floor(atMs + offsetMs)
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
