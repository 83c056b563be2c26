/** An imported bar and its duration. */
import type { Bar } from '../bar'

/** `open`, `high`, `low` and `close` lie on their ticks. */
export interface TimedBar extends Bar {
  /** A multiple of 60. */
  readonly seconds: number
}
