/**
 * Detects standstills of the event loop, to estimate when a request arrived [request.deadline].
 *
 * While the loop stands still, in a long statement of the embedded database or because the system
 * has stopped the process, requests wait in their sockets, and the kernel does not report for how
 * long. A request that is read after a standstill may have arrived at its beginning, and counts as
 * if it had: an order is refused, and not placed after its client gave up.
 */
import type { Alarm, MonotonicMs } from '../../market/clock'

export interface LoopWatch {
  begin(): void
  end(): void
  /**
   * The earliest possible arrival of bytes that were read at `readAtMs`, in monotonic milliseconds.
   */
  arrivedAtMs(readAtMs: number): number
}

/** The interval of pulses, which show that the loop runs. */
const PULSE_EVERY_MS = 100
/** A longer time between two pulses is a standstill. */
const STANDSTILL_MS = 350

export function loopWatch(elapsedMs: MonotonicMs, after: Alarm): LoopWatch {
  let cancel = (): void => {}
  /** The last pulse; null before `begin` and after `end`. */
  let pulseAtMs: number | null = null
  /** The pulse before it, if the loop stood still between the two. */
  let standstillFromMs: number | null = null

  function pulse(): void {
    const nowMs = elapsedMs()
    const isStandstill = pulseAtMs !== null && nowMs - pulseAtMs > STANDSTILL_MS
    // Requests that came during the standstill are read after this pulse and before the next one.
    // So the standstill counts until then.
    standstillFromMs = isStandstill ? pulseAtMs : null
    pulseAtMs = nowMs
    cancel = after(PULSE_EVERY_MS, pulse)
  }

  return {
    begin: pulse,
    end() {
      cancel()
      pulseAtMs = null
      standstillFromMs = null
    },
    arrivedAtMs(readAtMs) {
      if (standstillFromMs !== null) return standstillFromMs
      return pulseAtMs !== null && readAtMs - pulseAtMs > STANDSTILL_MS ? pulseAtMs : readAtMs
    },
  }
}
