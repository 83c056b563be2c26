/** Open, high, low, close and volume of some time of trading, in pips and shares. */
import type { Pips } from './pips'

export interface Bar {
  readonly open: Pips
  readonly high: Pips
  readonly low: Pips
  readonly close: Pips
  readonly volume: number
}

export const joined = (earlier: Bar | undefined, later: Bar): Bar =>
  earlier === undefined
    ? later
    : {
        open: earlier.open,
        high: Math.max(earlier.high, later.high),
        low: Math.min(earlier.low, later.low),
        close: later.close,
        volume: earlier.volume + later.volume,
      }
