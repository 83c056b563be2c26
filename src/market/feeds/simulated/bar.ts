/** Open, high, low, close and volume of any run of a session's minutes, in pips and shares. */
import type { Bar } from '../bar'
import { nth } from '../nth'
import { extremesOf, seen } from './extremes'
import { closingPrice, lastTrade } from './last-trade'
import { BAR_FIELDS, type SessionPath, secondsOf } from './session-path'
import { sharesBy } from './volumes'

const LAST_SECOND = 59

/** Over complete minutes, `from` (inclusive) to `to` (exclusive); at least one. */
export function barOfMinutes(path: SessionPath, from: number, to: number): Bar {
  const { minutes, session } = path.span
  const { high, low } = extremesOf(path, from, to)
  const open = lastTrade(path, from, 0).price
  const before = from === 0 ? 0 : sharesBy(path.volumes(), from - 1, LAST_SECOND)
  if (session === 'REGULAR' && to === minutes) {
    // The closing auction's print belongs to the last minute.
    const close = closingPrice(path)
    return {
      open,
      high: Math.max(high, close),
      low: Math.min(low, close),
      close,
      volume: path.shares - before,
    }
  }
  const close = lastTrade(path, to - 1, LAST_SECOND).price
  return { open, high, low, close, volume: sharesBy(path.volumes(), to - 1, LAST_SECOND) - before }
}

/** The same of one minute, kept with its session: pages of 1m candles ask for it each time. */
export function barOfMinute(path: SessionPath, minute: number): Bar {
  const kept = path.minuteBars()
  const at = minute * BAR_FIELDS
  if (nth(kept, at) === 0) {
    const { open, high, low, close, volume } = barOfMinutes(path, minute, minute + 1)
    kept.set([open, high, low, close, volume], at)
  }
  return {
    open: nth(kept, at),
    high: nth(kept, at + 1),
    low: nth(kept, at + 2),
    close: nth(kept, at + 3),
    volume: nth(kept, at + 4),
  }
}

/** A minute's trades up to one of its seconds (0 … 59). */
export function barOfFormingMinute(path: SessionPath, minute: number, second: number): Bar {
  const found = { high: 0, low: Number.POSITIVE_INFINITY }
  seen(path, minute, secondsOf(path, minute), 0, second + 1, found)
  const before = minute === 0 ? 0 : sharesBy(path.volumes(), minute - 1, LAST_SECOND)
  return {
    open: lastTrade(path, minute, 0).price,
    ...found,
    close: lastTrade(path, minute, second).price,
    volume: sharesBy(path.volumes(), minute, second) - before,
  }
}
