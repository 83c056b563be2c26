import type { Instant } from '../../core/time'
import type { Drizzle } from '../database'
import { marketControls } from '../schema'

/** True while placing is halted for all. [order.trading-halted] */
export async function isHalted(drizzle: Drizzle): Promise<boolean> {
  const [controls] = await drizzle.select().from(marketControls)
  return controls !== undefined && controls.haltedAt !== null
}

/** Halts placing for all from the instant on; null resumes it. */
export async function setHalted(drizzle: Drizzle, haltedAt: Instant | null): Promise<void> {
  await drizzle
    .insert(marketControls)
    .values({ haltedAt })
    .onConflictDoUpdate({ target: marketControls.only, set: { haltedAt } })
}
