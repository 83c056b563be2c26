/** The speed of the market's clock [clock.pace]. */

/** Market milliseconds per wall millisecond. */
export interface Pace {
  /** The speed that was set; 0 if the clock stands still. */
  readonly speed: number
  /**
   * The measured speed of the last seconds, with holds and without jumps by `moveTo`; null for the
   * first 3 s after the speed was set, and while it is 0.
   */
  readonly speedReached: number | null
}

/** The pace of a market whose clock is the system's. */
export const SYSTEM_PACE: Pace = { speed: 1, speedReached: 1 }

/** The operator is warned below this share of the speed. */
const SLOW_BELOW = 0.9

export const isSlow = ({ speed, speedReached }: Pace): boolean =>
  speedReached !== null && speedReached < speed * SLOW_BELOW

/** The warning for the operator. */
export const slowness = ({ speed, speedReached }: Pace): string =>
  'this machine is too slow for MARKET_SPEED: the market runs at ' +
  `${shortSpeed(speedReached)} of ${speed} market seconds per second`

const shortSpeed = (speed: number | null): string =>
  speed === null ? 'an unknown number' : speed.toLocaleString('en-US', { maximumFractionDigits: 1 })
