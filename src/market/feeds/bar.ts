/** A bar in pips and whole shares, and the join of two bars. */
import type { Pips } from './pips'

export interface Bar {
  readonly open: Pips
  readonly high: Pips
  readonly low: Pips
  readonly close: Pips
  readonly volume: number
}

export const joinBars = (earlier: Bar | undefined, later: Bar): Bar =>
  earlier === undefined
    ? later
    : {
        open: earlier.open,
        high: Math.max(earlier.high, later.high),
        low: Math.min(earlier.low, later.low),
        close: later.close,
        volume: earlier.volume + later.volume,
      }
