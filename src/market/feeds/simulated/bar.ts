/** Open, high, low, close and volume of any run of a session's minutes, in pips and shares. */
import type { Bar } from '../bar'
import { nth } from '../nth'
import {
  lastTradeBy,
  minuteHigh,
  minuteLow,
  minuteVolume,
  pipsAt,
  tradeLevel,
  tradesIn,
  volumeThrough,
} from './minute'
import type { SessionPath } from './session-path'

/** From one minute (inclusive) to another (exclusive), all of them over; at least one. */
export function barOfMinutes(path: SessionPath, from: number, to: number): Bar {
  let high = nth(path.levels, from)
  let low = high
  for (let minute = from; minute < to; minute++) {
    high = Math.max(high, minuteHigh(path, minute))
    low = Math.min(low, minuteLow(path, minute))
  }
  const close = tradeLevel(path, to - 1, tradesIn(path, to - 1) - 1)
  const volume = nth(path.volumes, to) - nth(path.volumes, from)
  return barOf(path, { open: nth(path.levels, from), high, low, close }, volume)
}

/** What a minute has traded by one of its seconds (0 … 59). */
export function barOfFormingMinute(path: SessionPath, minute: number, second: number): Bar {
  const trades = tradesIn(path, minute)
  const last = lastTradeBy(second, trades)
  const open = nth(path.levels, minute)
  let high = open
  let low = open
  let close = open
  for (let trade = 1; trade <= last; trade++) {
    close = tradeLevel(path, minute, trade)
    high = Math.max(high, close)
    low = Math.min(low, close)
  }
  const volume = volumeThrough(last, trades, minuteVolume(path, minute))
  return barOf(path, { open, high, low, close }, volume)
}

/** Log prices are compared and only the results become prices: both orders agree. */
const barOf = (path: SessionPath, levels: Omit<Bar, 'volume'>, volume: number): Bar => ({
  open: pipsAt(path, levels.open),
  high: pipsAt(path, levels.high),
  low: pipsAt(path, levels.low),
  close: pipsAt(path, levels.close),
  volume,
})
