/**
 * The band of the bid within a bar: from the low to one spread below the high. So bid, ask and
 * every trade are prices of the bar [candle.fills-inside]. If a bar is narrower than the spread,
 * its range is the spread.
 */
import type { Bar } from '../bar'
import { downToTick, type Pips, roundedToTick, tickOf } from '../pips'
import { type Stream, uniform } from '../simulated/stream'
import { type Walk, type Walked, walk } from './walk'

export interface Band {
  readonly low: Pips
  /** The highest bid. */
  readonly top: Pips
  readonly high: Pips
  readonly spread: Pips
}

export const bandOf = ({ low, high }: Bar, spread: Pips): Band => {
  const narrow = Math.min(spread, high - low)
  return { low, high, spread: narrow, top: downToTick(high - narrow) }
}

/** The bid at a trade, and which side was hit. */
export interface BandTouch {
  readonly bid: Pips
  readonly atAsk: boolean
}

/** The coin picks the side of the trade if the band has room for both. */
export function bandTouchOf({ low, top, spread }: Band, trade: Pips, coin: number): BandTouch {
  const maySell = trade <= top
  const mayBuy = trade - spread >= low
  if (maySell && (!mayBuy || coin < 0.5)) return { bid: trade, atAsk: false }
  if (mayBuy) return { bid: downToTick(trade - spread), atAsk: true }
  const between = roundedToTick(trade - spread / 2)
  return { bid: Math.min(Math.max(between, low), top), atAsk: false }
}

/** The index of a band's two draws for sides; the walk uses the lower ones. */
const SIDES = 1_000_000

export const coinOf = (draws: Stream, which: 'open' | 'close'): number =>
  uniform(draws, which === 'open' ? SIDES : SIDES + 1)

/**
 * How far a continuous path exceeds its samples, one per step, in deviations of a step (Broadie,
 * Glasserman, Kou, "A Continuity Correction for Discrete Barrier Options", 1997).
 */
export const UNSEEN = 0.5826
/** The plausible ratios of a bar's range to its deviation. */
const RANGE = { most: 3.5, least: 0.7 } as const

export interface ExtremesToReach extends Pick<Walked, 'reachesHigh' | 'reachesLow'> {
  /** How far the path exceeds its samples, in deviations of a step. */
  readonly unseen: number
}

export interface BandWalk extends Walk {
  /** Of the steps, in parts of the levels' range. */
  readonly deviations: Float64Array
  readonly bidAt: (level: number) => Pips
}

/** `variances`: of each step, in squared pips; scaled if the range is implausible for them. */
export function walkIn(
  { low, top }: Band,
  from: Pips,
  to: Pips,
  variances: Float64Array,
  { unseen, ...reaches }: ExtremesToReach,
  draws: Stream,
): BandWalk {
  const tick = tickOf(low)
  const room = top - low + tick
  const total = variances.reduce((sum, variance) => sum + variance, 0)
  const plausible = Math.min(Math.max(total, (room / RANGE.most) ** 2), (room / RANGE.least) ** 2)
  const overshoot = unseen * Math.sqrt(plausible / variances.length)
  const range = room + 2 * overshoot
  const levelOf = (bid: Pips): number => (bid - low + tick / 2 + overshoot) / range
  const bidAt = (level: number): Pips => {
    const bid = roundedToTick(low + level * range - overshoot - tick / 2)
    return Math.min(Math.max(bid, low), top)
  }
  const scale = Math.sqrt(plausible / total) / range
  const deviations = variances.map((variance) => Math.sqrt(variance) * scale)
  const walked = { from: levelOf(from), to: levelOf(to), deviations, ...reaches }
  return { ...walk(walked, draws), deviations, bidAt }
}
