import { sql } from 'drizzle-orm'
import type { Instant } from '../../core/time'
import type { Drizzle } from '../database'
import { type StatementRunner, statement } from '../pg/statement'
import { marketControls } from '../schema'
import { isPlacingHalted } from './accounts'

const readHalt = statement([], sql`select ${isPlacingHalted}`, ([halted]) => halted === true)

/** True while placing is halted for all. [order.trading-halted] */
export async function isHalted(runner: StatementRunner): Promise<boolean> {
  const [halted = false] = await runner.all(readHalt, {})
  return halted
}

/** Halts placing for all from the instant on; null resumes it. */
export async function setHalted(drizzle: Drizzle, haltedAt: Instant | null): Promise<void> {
  await drizzle
    .insert(marketControls)
    .values({ haltedAt })
    .onConflictDoUpdate({ target: marketControls.only, set: { haltedAt } })
}
