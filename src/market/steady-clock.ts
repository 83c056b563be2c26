/**
 * The machine's clock without its jumps [clock.steady]. The market stamps orders with it. If the
 * clock were an hour ahead for a few seconds, its stamps would stay in the books and stop the
 * market for that hour.
 *
 * The wall clock is compared with the time that has elapsed since it was last trusted. The steady
 * clock follows slews and small steps, as NTP makes them, and the time that the machine was asleep,
 * which its uptime counts. It ignores other jumps, and continues at its pace until the wall clock
 * agrees again. After ten minutes it trusts a jump forward, such as that of a virtual machine that
 * was paused, unless the jump exceeds a week or the database's clock contradicts it.
 */
import type { MonotonicMs } from './clock'

const STEP_MAX_MS = 2_000
/** The uptime has whole seconds, so reading it more often is useless. */
const UPTIME_STEP_MS = 1_000
const TRUST_AFTER_MS = 600_000
const TRUST_MAX_MS = 7 * 86_400_000

export interface SteadyClock {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** The size of the jump that is ignored now, negative if backward; null if none is. */
  readonly jumpMs: number | null
  /** Compares a jump with the database's clock of this moment. */
  compareWith(databaseMs: number): void
}

export interface SteadyClockDeps {
  readonly wallMs: () => number
  readonly elapsedMs: MonotonicMs
  /** Since the machine started, including sleep. */
  readonly uptimeMs: () => number
}

interface Jump {
  readonly sizeMs: number
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

  function trust(sizeMs: number, atMs: number): void {
    offsetMs += sizeMs
    jump = null
    if (isSmall(sizeMs) && atMs - uptimeReadAtMs < UPTIME_STEP_MS) return
    sleptMs = uptimeMs() - atMs
    uptimeReadAtMs = atMs
  }

  function wasAsleep(sizeMs: number): boolean {
    const asleepMs = uptimeMs() - elapsedMs() - sleptMs
    return asleepMs > UPTIME_STEP_MS && isSmall(sizeMs - asleepMs, UPTIME_STEP_MS)
  }

  /** A further jump starts its own ten minutes. */
  function jumpOf(sizeMs: number): Jump {
    if (jump !== null && isSmall(sizeMs - jump.sizeMs)) return jump
    return { sizeMs, sinceMs: elapsedMs(), contradicted: false }
  }

  const isTrusted = ({ sizeMs, sinceMs, contradicted }: Jump): boolean =>
    sizeMs > 0 && sizeMs <= TRUST_MAX_MS && !contradicted && elapsedMs() - sinceMs >= TRUST_AFTER_MS

  function nowMs(): number {
    const atMs = elapsedMs()
    const sizeMs = wallMs() - atMs - offsetMs
    if (isSmall(sizeMs) || wasAsleep(sizeMs)) trust(sizeMs, atMs)
    else {
      jump = jumpOf(sizeMs)
      if (isTrusted(jump)) trust(sizeMs, atMs)
    }
    return Math.floor(atMs + offsetMs)
  }

  return {
    nowMs,
    get jumpMs() {
      return jump?.sizeMs ?? null
    },
    compareWith(databaseMs) {
      const aheadMs = databaseMs - nowMs()
      if (jump === null || databaseAheadMs === null) databaseAheadMs = aheadMs
      else {
        const jumpedMs = aheadMs - databaseAheadMs
        jump = { ...jump, contradicted: !isSmall(jumpedMs - jump.sizeMs) }
      }
    },
  }
}

const isSmall = (ms: number, moreMs = 0): boolean => Math.abs(ms) <= STEP_MAX_MS + moreMs
