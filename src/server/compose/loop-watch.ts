/**
 * Watches whether the event loop turns, for the time at which a request arrived [request.deadline].
 *
 * A process sees a request when it reads it. While its loop stands still, in a long statement of
 * the embedded database or stopped by the system, requests wait in their sockets, and the kernel
 * does not say since when. What is read first after a standstill may have come at its beginning, so
 * it counts as come then: an order is refused rather than carried out after its client gave up.
 */
import type { Alarm, MonotonicMs } from '../../market/clock'

export interface LoopWatch {
  begin(): void
  end(): void
  /** The earliest that bytes read at `readAtMs` can have come, both in monotonic milliseconds. */
  arrivedAtMs(readAtMs: number): number
}

/** How often the loop shows that it turns. */
const PULSE_EVERY_MS = 100
/** A pulse that comes later than this after the one before shows a standstill. */
const STANDSTILL_MS = 350

export function loopWatch(elapsedMs: MonotonicMs, after: Alarm): LoopWatch {
  let cancel = (): void => {}
  /** The last pulse; null: nobody watches. */
  let pulseAtMs: number | null = null
  /** The pulse before it, if the loop stood still between the two. */
  let stoodSinceMs: number | null = null

  function pulse(): void {
    const nowMs = elapsedMs()
    const stood = pulseAtMs !== null && nowMs - pulseAtMs > STANDSTILL_MS
    // The sockets are read between two pulses: what came before the last one is not read yet.
    stoodSinceMs = stood ? pulseAtMs : null
    pulseAtMs = nowMs
    cancel = after(PULSE_EVERY_MS, pulse)
  }

  return {
    begin: pulse,
    end() {
      cancel()
      pulseAtMs = null
      stoodSinceMs = null
    },
    arrivedAtMs(readAtMs) {
      if (stoodSinceMs !== null) return stoodSinceMs
      return pulseAtMs !== null && readAtMs - pulseAtMs > STANDSTILL_MS ? pulseAtMs : readAtMs
    },
  }
}
