/** What of a run's beginning makes the same run again. */

import type { Instant } from '../../../core/time'
import { type Config, type Environment, VARIABLES } from '../../../server/config/config'

/** Throws why a run that begins like this could not be played again. */
export function refuseUnrepeatable({ database, clock, seed }: Config): void {
  if (database.kind !== 'memory') throw new Error('a run is recorded in memory, without DATA_DIR')
  if (seed === 'random') throw new Error('a run is recorded with a seed that is a number')
  if (clock.kind !== 'simulated' || clock.speed !== 0) {
    throw new Error('a run is recorded with a clock that stands still until it is moved: --speed 0')
  }
}

/** Of this run alone, or nobody's business. */
const LEFT_OUT = /^(?:HOST|PORT|SCENARIO)$|(?:SECRET|KEY)$/

/** The variables without secrets and addresses, and the time at which the market began. */
export function repeatable(env: Environment, began: Instant): Readonly<Record<string, string>> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    VARIABLES.includes(name) && !LEFT_OUT.test(name) && value !== undefined ? [[name, value]] : [],
  )
  return { ...Object.fromEntries(kept), MARKET_CLOCK: began.toString() }
}
