/** Open, high, low, close and volume of any run of a session's minutes, in pips and shares. */
import {
  lastTradeBy,
  minuteExtremes,
  minuteVolume,
  pipsAt,
  tradePips,
  tradesIn,
  volumeThrough,
} from './minute'
import { nth } from './nth'
import type { Pips } from './pips'
import type { SessionPath } from './session-path'

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

/** From one minute (inclusive) to another (exclusive), all of them over; at least one. */
export function barOfMinutes(path: SessionPath, from: number, to: number): Bar {
  const open = pipsAt(path, nth(path.levels, from))
  let high = open
  let low = open
  let opened = open
  let close = open
  for (let minute = from; minute < to; minute++) {
    const extremes = minuteExtremes(path, minute)
    const next = pipsAt(path, nth(path.levels, minute + 1))
    close = tradesIn(path, minute) === 1 ? opened : next
    opened = next
    high = Math.max(high, close, pipsAt(path, extremes.high))
    low = Math.min(low, close, pipsAt(path, extremes.low))
  }
  return { open, high, low, close, volume: nth(path.volumes, to) - nth(path.volumes, from) }
}

/** What a minute has traded by one of its seconds (0 … 59). */
export function barOfFormingMinute(path: SessionPath, minute: number, second: number): Bar {
  const trades = tradesIn(path, minute)
  const last = lastTradeBy(second, trades)
  const open = tradePips(path, minute, 0)
  let high = open
  let low = open
  let close = open
  for (let trade = 1; trade <= last; trade++) {
    close = tradePips(path, minute, trade)
    high = Math.max(high, close)
    low = Math.min(low, close)
  }
  return { open, high, low, close, volume: volumeThrough(last, trades, minuteVolume(path, minute)) }
}
