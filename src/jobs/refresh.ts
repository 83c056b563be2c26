/**
 * Instruments and pins that other processes change are read anew also while nobody asks for them:
 * otherwise whoever asks first, an hour later, would be told what was an hour ago.
 */
import { monotonicNowMs } from '../market/clock'
import { repeat } from './repeat'

/** Changes are seen within 5 s, so a reading has half of that to be slow in. */
const EVERY_MS = 2_500

interface Kept {
  refresh(): Promise<void>
}

export const refreshing = (kept: readonly Kept[], failed: (error: unknown) => void) =>
  repeat(EVERY_MS, () => Promise.all(kept.map((one) => one.refresh())).then(() => {}), {
    elapsedMs: monotonicNowMs,
    failed,
  })
