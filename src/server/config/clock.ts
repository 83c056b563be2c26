/** The market's clock: MARKET_CLOCK [run.clock] and MARKET_SPEED [run.speed]. */
import { MARKET_SPEED_MAX, YEAR_MAX, YEAR_MIN } from '../../core/limits'
import {
  FIRST_INSTANT,
  type Instant,
  isBefore,
  LAST_INSTANT,
  parseInstant,
  type Temporal,
} from '../../core/time'
import type { Setting } from './setting'

export type ClockConfig =
  | { readonly kind: 'system' }
  | {
      readonly kind: 'simulated'
      /** `open`: at a time at which the market is open. */
      readonly startsAt: Instant | 'open'
      /** Market seconds per second; 0 stands still until it is advanced. */
      readonly speed: number
    }

export const MARKET_CLOCK: Setting<Temporal.Instant | 'system' | 'open'> = {
  variable: 'MARKET_CLOCK',
  unset: 'system',
  allowed:
    `system, open, or an ISO 8601 time of the years ${YEAR_MIN} to ${YEAR_MAX} ` +
    'such as 2026-03-02T09:30-05:00',
  read: (text) => (text === 'system' || text === 'open' ? text : startInstant(text)),
}

function startInstant(text: string): Instant | undefined {
  const instant = parseInstant(text)
  if (instant === undefined) return undefined
  return isBefore(instant, FIRST_INSTANT) || isBefore(LAST_INSTANT, instant) ? undefined : instant
}

export const MARKET_SPEED: Setting<number> = {
  variable: 'MARKET_SPEED',
  unset: 1,
  allowed: `0 to ${MARKET_SPEED_MAX}, decimals allowed`,
  read: (text) => {
    if (!/^\d{1,5}(?:\.\d{1,6})?$/.test(text)) return undefined
    const speed = Number(text)
    return speed <= MARKET_SPEED_MAX ? speed : undefined
  },
}
