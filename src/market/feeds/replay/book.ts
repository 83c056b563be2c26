/**
 * Bid and ask around a bar's price. Each is as many ticks away from it as the bar is quiet, and
 * shows the shares that trade in a second of the bar: whoever takes all of it, every second, has
 * traded as much as the market did.
 */
import { type Pips, tickOf, upToTick } from '../pips'
import type { TimedBar } from './path'

export interface Book {
  readonly bid: Pips
  readonly ask: Pips
  /** Shares at either of them. */
  readonly size: number
}

export const NO_SIZE = 0

/** Ticks from the price to either side, by the shares of a minute; the first row that fits. */
const DISTANCES = [
  { sharesFrom: 10_000, ticks: 1 },
  { sharesFrom: 1_000, ticks: 2 },
  { sharesFrom: 100, ticks: 5 },
  { sharesFrom: 0, ticks: 10 },
] as const

export function bookAt({ volume, seconds }: TimedBar, price: Pips): Book {
  const perMinute = (volume * 60) / seconds
  const ticks = DISTANCES.find(({ sharesFrom }) => perMinute >= sharesFrom)?.ticks ?? 0
  const tick = tickOf(price)
  return {
    bid: Math.max(tick, price - ticks * tick),
    ask: upToTick(price + ticks * tick),
    size: Math.ceil(volume / seconds),
  }
}
