/** How fast the market's clock goes (D3, D16). */

/** Market milliseconds per wall millisecond. */
export interface Pace {
  /** As it is to run; 0 stands still. */
  readonly speed: number
  /**
   * As it has run in the last seconds, holds included and jumps by `moveTo` left out; null before
   * it has run for 3 s since its speed was set, and while that is 0.
   */
  readonly speedReached: number | null
}

/** The pace of a market whose clock is the system's. */
export const SYSTEM_PACE: Pace = { speed: 1, speedReached: 1 }

/** A smaller share of the speed is told to the operator. */
const SLOW_BELOW = 0.9

export const isSlow = ({ speed, speedReached }: Pace): boolean =>
  speedReached !== null && speedReached < speed * SLOW_BELOW

/** What the operator is told of a slow one. */
export const slowness = ({ speed, speedReached }: Pace): string =>
  'this machine is too slow for MARKET_SPEED: the market runs at ' +
  `${shortSpeed(speedReached)} of ${speed} market seconds per second`

const shortSpeed = (speed: number | null): string =>
  speed === null ? 'an unknown number' : speed.toLocaleString('en-US', { maximumFractionDigits: 1 })
