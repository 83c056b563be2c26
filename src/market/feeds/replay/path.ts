/**
 * The one path that the price takes through a bar, second by second:
 *
 *   close ≥ open   open → low → high → close
 *   close < open   open → high → low → close
 *
 * in straight lines whose corners are at the beginning, at 1/3, at 2/3 and at 59/60 of the bar's
 * time (of a minute: its seconds 0, 20, 40 and 59), then the close stands. Between corners a price
 * is rounded half-up to its tick; the corners are the bar's own prices, so a bar shows all four.
 */
import type { Bar } from '../bar'
import { type Pips, roundedToTick } from '../pips'

/** `open`, `high`, `low` and `close` lie on their ticks. */
export interface TimedBar extends Bar {
  /** A multiple of 60. */
  readonly seconds: number
}

type Corner = readonly [second: number, price: Pips]

function cornersOf({ open, high, low, close, seconds }: TimedBar): readonly Corner[] {
  const [second, third] = close >= open ? [low, high] : [high, low]
  return [
    [0, open],
    [seconds / 3, second],
    [(seconds / 3) * 2, third],
    [(seconds / 60) * 59, close],
  ]
}

/** At a whole second, 0 … seconds − 1. */
export function priceAt(bar: TimedBar, second: number): Pips {
  let [fromSecond, from]: Corner = [0, bar.open]
  for (const [toSecond, to] of cornersOf(bar)) {
    if (second < toSecond) {
      // Whole numbers below 2^53: the same on every machine.
      const moved = ((to - from) * (second - fromSecond)) / (toSecond - fromSecond)
      return roundedToTick(from + moved)
    }
    fromSecond = toSecond
    from = to
  }
  return from
}

/** Shares traded from the bar's beginning to the end of a second. */
export const volumeThrough = ({ volume, seconds }: TimedBar, second: number): number =>
  Math.floor((volume * (second + 1)) / seconds)

/** What the seconds `from` … `to` (both inclusive) trade: between corners the price never turns. */
export function partOf(bar: TimedBar, from: number, to: number): Bar {
  if (from === 0 && to === bar.seconds - 1) return bar
  const open = priceAt(bar, from)
  const close = priceAt(bar, to)
  const passed = cornersOf(bar)
    .filter(([second]) => from <= second && second <= to)
    .map(([, price]) => price)
  return {
    open,
    high: Math.max(open, close, ...passed),
    low: Math.min(open, close, ...passed),
    close,
    volume: volumeThrough(bar, to) - (from === 0 ? 0 : volumeThrough(bar, from - 1)),
  }
}
