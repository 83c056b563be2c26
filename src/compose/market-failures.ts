/** What the process is told where a part of the market could not move. */
import { isFolderLost } from '../store/folder-lost'
import { AccountBusy } from '../trading/back-off'
import type { Reports } from './reports'

const TOLD_EVERY_MS = 60_000

/**
 * An account that another server or session uses is no fault: its orders wait for a later tick.
 * That is one line, once a minute at most, since several servers may use accounts at every tick.
 */
export function marketFailures(
  { background, notice }: Pick<Reports, 'background' | 'notice'>,
  elapsedMs: () => number,
): (error: unknown) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY
  return (error) => {
    // It is told once, for all that it stops.
    if (isFolderLost(error)) return
    if (!(error instanceof AccountBusy)) {
      background('the market could not move and will try again', error)
      return
    }
    if (elapsedMs() - toldAtMs < TOLD_EVERY_MS) return
    toldAtMs = elapsedMs()
    notice?.(`${error.message}: its orders wait for a later tick, and all others go on`)
  }
}
