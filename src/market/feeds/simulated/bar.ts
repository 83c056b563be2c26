/** Bars of a session's minutes. */
import type { Bar } from '../bar'
import { nth } from '../nth'
import { addSeconds, extremesOf } from './extremes'
import { closingPrice, lastTrade } from './last-trade'
import { BAR_FIELDS, type SessionPath, secondsOf } from './session-path'
import { sharesBy } from './volumes'

const LAST_SECOND = 59

/** The bar of complete minutes, `from` (inclusive) to `to` (exclusive); at least one. */
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

/** The bar of one minute, cached in its session for pages of 1m candles. */
export function barOfMinute(path: SessionPath, minute: number): Bar {
  const bars = path.minuteBars()
  const at = minute * BAR_FIELDS
  if (nth(bars, at) === 0) {
    const { open, high, low, close, volume } = barOfMinutes(path, minute, minute + 1)
    bars.set([open, high, low, close, volume], at)
  }
  return {
    open: nth(bars, at),
    high: nth(bars, at + 1),
    low: nth(bars, at + 2),
    close: nth(bars, at + 3),
    volume: nth(bars, at + 4),
  }
}

/** The bar of a minute up to one of its seconds (0 … 59). */
export function barOfFormingMinute(path: SessionPath, minute: number, second: number): Bar {
  const range = { high: 0, low: Number.POSITIVE_INFINITY }
  addSeconds(path, minute, secondsOf(path, minute), second + 1, range)
  const before = minute === 0 ? 0 : sharesBy(path.volumes(), minute - 1, LAST_SECOND)
  return {
    open: lastTrade(path, minute, 0).price,
    ...range,
    close: lastTrade(path, minute, second).price,
    volume: sharesBy(path.volumes(), minute, second) - before,
  }
}
