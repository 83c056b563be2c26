/** Servers on the system clock whose machine's clock the test sets. */
import { rm } from 'node:fs/promises'
import type { Instant } from '../../src/core/time'
import { aFolder } from './folders'
import { type WallClock, wallClockIn } from './wall-clock-in'

export interface SteeredWallClock extends WallClock {
  remove(): Promise<void>
}

/** The machine's clock says this instant now. */
export async function steeredWallClock(now: Instant): Promise<SteeredWallClock> {
  const folder = await aFolder()
  return {
    ...(await wallClockIn(folder, now)),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
