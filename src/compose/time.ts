/** The clocks and the timer that a brokerage is handed: nothing in it reads any other. */
import { type Alarm, alarm, type MonotonicMs, monotonicNowMs, wallNowMs } from '../market/clock'

export interface Time {
  /** Milliseconds since 1970 by the machine's clock, with its jumps. */
  readonly wallNowMs: () => number
  readonly elapsedMs: MonotonicMs
  readonly after: Alarm
}

export const MACHINE_TIME: Time = { wallNowMs, elapsedMs: monotonicNowMs, after: alarm }
