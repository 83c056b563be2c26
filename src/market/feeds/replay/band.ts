/**
 * The band of the bid within a bar: from the low to one spread below the high, so that bid, ask and
 * every trade are prices of the bar [candle.fills-inside]. If a bar is narrower than the spread,
 * its range is the spread.
 *
 * Within the band walks the base, and the bid is the base rounded down to a tick. The price of a
 * share is the base plus at most the spread less a tick, so it lies between bid and ask. A spread
 * of one tick leaves no choice: there the base is the price.
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

/** The bid and the base at a trade, and the side of the trade. */
export interface BandTouch {
  readonly bid: Pips
  readonly base: number
  readonly atAsk: boolean
}

/** The coin picks the side of the trade if the band has room for both. */
export function bandTouchOf(band: Band, trade: Pips, coin: number): BandTouch {
  const { low, top, spread } = band
  const maySell = trade <= top
  const mayBuy = trade - spread >= low
  if (maySell && (!mayBuy || coin < 0.5)) return { bid: trade, base: trade, atAsk: false }
  const within = (base: number): number => Math.min(Math.max(base, low), low + roomIn(band))
  const wider = spread - tickOf(low)
  if (mayBuy) return { bid: downToTick(trade - spread), base: within(trade - wider), atAsk: true }
  const between = Math.min(Math.max(nearestTick(trade - spread / 2), low), top)
  return { bid: between, base: within(trade - wider / 2), atAsk: false }
}

/** The index of a band's two draws for sides; the walk uses lower indices. */
const SIDES = 1_000_000

export const coinOf = (draws: Stream, which: 'open' | 'close'): number =>
  uniform(draws, which === 'open' ? SIDES : SIDES + 1)

/** The width of the band of bases: up to one tick above the highest bid. */
const roomIn = ({ low, top }: Band): Pips => top - low + tickOf(low)

/** The conditions of a walk of bases within a band. */
export interface BandWalkConditions
  extends Pick<WalkConditions, 'reachesHigh' | 'reachesLow' | 'isCoarse'> {
  /** Bases. */
  readonly from: number
  readonly to: number
  /** Each step's variance, in squared pips. */
  readonly variances: Float64Array
  readonly law: DrawnLaw
}

export interface BandWalk extends Walk {
  /** Each step's standard deviation, as a fraction of the levels' range. */
  readonly deviations: Float64Array
  readonly baseAt: (level: number) => number
  readonly bidAt: (level: number) => Pips
}

/**
 * Draws a walk of bases. A coarse walk reaches its extremes at price changes, any other walk
 * between them.
 */
export function walkIn(band: Band, conditions: BandWalkConditions, draws: Stream): BandWalk {
  const { low, top } = band
  const { from, to, variances, law, isCoarse } = conditions
  const beyond = isCoarse ? 0 : UNSEEN * Math.sqrt(law.variance / law.changes)
  const range = roomIn(band) + 2 * beyond
  const levelOf = (base: number): number => Math.min(Math.max((base - low + beyond) / range, 0), 1)
  const baseAt = (level: number): number => low + level * range - beyond
  const bidAt = (level: number): Pips => Math.min(Math.max(downToTick(baseAt(level)), low), top)
  const deviations = variances.map((variance) => Math.sqrt(variance) / range)
  const levels = { from: levelOf(from), to: levelOf(to) }
  const reachesHigh = conditions.reachesHigh && Math.max(levels.from, levels.to) < 1
  const reachesLow = conditions.reachesLow && Math.min(levels.from, levels.to) > 0
  const jumps = stepJumps(law, variances.length, range)
  const found = walk({ ...levels, deviations, isCoarse, reachesHigh, reachesLow, jumps }, draws)
  return { ...found, deviations, baseAt, bidAt }
}

/** Draws the law of a bar's bases, given the ends and the extremes. */
export function lawIn(
  band: Band,
  { from, to, reachesHigh, reachesLow }: Omit<BandWalkConditions, 'variances' | 'law' | 'isCoarse'>,
  law: PathLaw,
  draws: Stream,
): DrawnLaw {
  const width = roomIn(band)
  const levelOf = (base: number): number => (base - band.low) / width
  const levels = { from: levelOf(from), to: levelOf(to) }
  return drawnLaw(law, { width, ...levels, reachesHigh, reachesLow }, draws)
}
