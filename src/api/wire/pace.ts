/** The pace of the market's clock in answers, for example in a server's health [clock.pace]. */
import { t } from 'elysia'
import type { Pace } from '../../market/pace'

export const PACE_FIELDS = {
  speed: t.Number({
    description: "Market seconds per second; 1 on the system's clock.",
    examples: [60],
  }),
  speedReached: t.Union([t.Number(), t.Null()], {
    description:
      'The speed of the last seconds: less than `speed` on a machine that is too slow for it, ' +
      'since the clock waits for the market. Null for 3 s after its speed was set, and while ' +
      'its speed is 0.',
    examples: [60],
  }),
}

export const encodePace = ({ speed, speedReached }: Pace) => ({
  speed,
  speedReached: speedReached === null ? null : Math.round(speedReached * 100) / 100,
})
