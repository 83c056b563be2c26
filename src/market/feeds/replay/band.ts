/**
 * The band of the bid within a bar: from the low to one spread below the high, so that bid, ask and
 * every trade are prices of the bar [candle.fills-inside]. If a bar is narrower than the spread,
 * its range is the spread.
 */
import type { Bar } from '../bar'
import { downToTick, nearestTick, type Pips, tickOf } from '../pips'
import { type Stream, uniform } from '../simulated/stream'
import type { WalkConditions } from './chances'
import { type DrawnLaw, drawnLaw, stepJumps, UNSEEN } from './drawn-law'
import type { PathLaw } from './expectation'
import { type Walk, walk } from './walk'

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

/** The bid at a trade, and the side of the trade. */
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
  const between = nearestTick(trade - spread / 2)
  return { bid: Math.min(Math.max(between, low), top), atAsk: false }
}

/** The index of a band's two draws for sides; the walk uses lower indices. */
const SIDES = 1_000_000

export const coinOf = (draws: Stream, which: 'open' | 'close'): number =>
  uniform(draws, which === 'open' ? SIDES : SIDES + 1)

/** The width of the band, with half a tick beyond either end: bids are levels in it. */
const roomIn = ({ low, top }: Band): Pips => top - low + tickOf(low)

/** The conditions of a walk of bids within a band. */
export interface BandWalkConditions
  extends Pick<WalkConditions, 'reachesHigh' | 'reachesLow' | 'isCoarse'> {
  readonly from: Pips
  readonly to: Pips
  /** Each step's variance, in squared pips. */
  readonly variances: Float64Array
  readonly law: DrawnLaw
}

export interface BandWalk extends Walk {
  /** Each step's standard deviation, as a fraction of the levels' range. */
  readonly deviations: Float64Array
  readonly bidAt: (level: number) => Pips
}

/**
 * Draws a walk of bids. A coarse walk reaches its extremes at price changes, any other walk between
 * them.
 */
export function walkIn(band: Band, conditions: BandWalkConditions, draws: Stream): BandWalk {
  const { low, top } = band
  const { from, to, variances, law, isCoarse } = conditions
  const tick = tickOf(low)
  const beyond = isCoarse ? 0 : UNSEEN * Math.sqrt(law.variance / law.changes)
  const range = roomIn(band) + 2 * beyond
  const levelOf = (bid: Pips): number =>
    Math.min(Math.max((bid - low + tick / 2 + beyond) / range, 0), 1)
  const bidAt = (level: number): Pips => {
    const bid = nearestTick(low + level * range - beyond - tick / 2)
    return Math.min(Math.max(bid, low), top)
  }
  const deviations = variances.map((variance) => Math.sqrt(variance) / range)
  const levels = { from: levelOf(from), to: levelOf(to) }
  const reachesHigh = conditions.reachesHigh && Math.max(levels.from, levels.to) < 1
  const reachesLow = conditions.reachesLow && Math.min(levels.from, levels.to) > 0
  const jumps = stepJumps(law, variances.length, range)
  const found = walk({ ...levels, deviations, isCoarse, reachesHigh, reachesLow, jumps }, draws)
  return { ...found, deviations, bidAt }
}

/** Draws the law of a bar's bids, given the bids. */
export function lawIn(
  band: Band,
  { from, to, reachesHigh, reachesLow }: Omit<BandWalkConditions, 'variances' | 'law' | 'isCoarse'>,
  law: PathLaw,
  draws: Stream,
): DrawnLaw {
  const width = roomIn(band)
  const levelOf = (bid: Pips): number => (bid - band.low + tickOf(band.low) / 2) / width
  const levels = { from: levelOf(from), to: levelOf(to) }
  return drawnLaw(law, { width, ...levels, reachesHigh, reachesLow }, draws)
}
