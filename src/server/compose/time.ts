/** The clocks and the timer of a brokerage, which uses no others. */
import { uptime } from 'node:os'
import { type Alarm, alarm, type MonotonicMs, monotonicNowMs, wallNowMs } from '../../market/clock'

export interface Time {
  /** Milliseconds since 1970 by the machine's clock, with its jumps. */
  readonly wallNowMs: () => number
  readonly elapsedMs: MonotonicMs
  /** Milliseconds since the machine started, including sleep. */
  readonly uptimeMs: () => number
  readonly after: Alarm
}

export const MACHINE_TIME: Time = {
  wallNowMs,
  elapsedMs: monotonicNowMs,
  uptimeMs: () => uptime() * 1_000,
  after: alarm,
}
