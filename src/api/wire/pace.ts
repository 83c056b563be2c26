/** How fast the market's clock runs, as the wire has it (D16): in a server's health, for one. */
import { t } from 'elysia'
import type { Pace } from '../../core/pace'

export const PACE_FIELDS = {
  speed: t.Number({
    description: "Market seconds per second; 1 on the system's clock.",
    examples: [60],
  }),
  speedReached: t.Union([t.Number(), t.Null()], {
    description:
      'What the speed has been in the last seconds: less than `speed` where the machine is too ' +
      'slow for it, since the clock waits for the market. Null where it has not run for 3 s ' +
      'since its speed was set, and while it stands still.',
    examples: [60],
  }),
}

export const encodePace = ({ speed, speedReached }: Pace) => ({
  speed,
  speedReached: speedReached === null ? null : Math.round(speedReached * 100) / 100,
})
