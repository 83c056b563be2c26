/** Servers on the system clock whose machine's clock is set by a file in a folder. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../../src/core/time'
import { wallNowMs } from '../../src/market/clock'
import { type ServerProcess, type Settings, startServer } from './server-process'

const WRONG_CLOCK = new URL('./wrong-clock.ts', import.meta.url).pathname

export interface WallClock {
  start(settings: Settings): ServerProcess
  /** Sets the clock of all of its servers forward, or back, from where it began. */
  setOff(byMs: number): Promise<void>
}

/** The machine's clock says this instant now. */
export async function wallClockIn(folder: string, now: Instant): Promise<WallClock> {
  const file = join(folder, 'off-by')
  const baseMs = now.epochMilliseconds - wallNowMs()
  const setOff = (byMs: number) => writeFile(file, String(baseMs + byMs))
  await setOff(0)
  return {
    start: (settings) =>
      startServer(
        { MARKET_CLOCK: 'system', MARKET_SPEED: '1', CLOCK_OFF_BY_FILE: file, ...settings },
        WRONG_CLOCK,
      ),
    setOff,
  }
}
