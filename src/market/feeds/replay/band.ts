/**
 * The band of the bid within a bar: from the low to one spread below the high. So bid, ask and
 * every trade are prices of the bar [candle.fills-inside]. If a bar is narrower than the spread,
 * its range is the spread.
 */
import type { Bar } from '../bar'
import { downToTick, type Pips, roundedToTick, tickOf } from '../pips'
import { type Stream, uniform } from '../simulated/stream'
import type { Walked } from './chances'
import { type DrawnLaw, drawnLaw, stepJumps, UNSEEN } from './drawn-law'
import type { PathLaw } from './expected'
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

/** The levels of bids: fractions of the band and half a tick beyond either end. */
const roomIn = ({ low, top }: Band): Pips => top - low + tickOf(low)

/** How bids within a band are walked. */
export interface BandWalked extends Pick<Walked, 'reachesHigh' | 'reachesLow' | 'isCoarse'> {
  readonly from: Pips
  readonly to: Pips
  /** Of each step, in squared pips. */
  readonly variances: Float64Array
  readonly law: DrawnLaw
}

export interface BandWalk extends Walk {
  /** Of the steps, in parts of the levels' range. */
  readonly deviations: Float64Array
  readonly bidAt: (level: number) => Pips
}

/** A walk that is not coarse passes the bar's extremes between the changes of its price. */
export function walkIn(band: Band, walked: BandWalked, draws: Stream): BandWalk {
  const { low, top } = band
  const { from, to, variances, law, isCoarse } = walked
  const tick = tickOf(low)
  const beyond = isCoarse ? 0 : UNSEEN * Math.sqrt(law.variance / law.changes)
  const range = roomIn(band) + 2 * beyond
  const levelOf = (bid: Pips): number =>
    Math.min(Math.max((bid - low + tick / 2 + beyond) / range, 0), 1)
  const bidAt = (level: number): Pips => {
    const bid = roundedToTick(low + level * range - beyond - tick / 2)
    return Math.min(Math.max(bid, low), top)
  }
  const deviations = variances.map((variance) => Math.sqrt(variance) / range)
  const levels = { from: levelOf(from), to: levelOf(to) }
  const reachesHigh = walked.reachesHigh && Math.max(levels.from, levels.to) < 1
  const reachesLow = walked.reachesLow && Math.min(levels.from, levels.to) > 0
  const jumps = stepJumps(law, variances.length, range)
  const found = walk({ ...levels, deviations, isCoarse, reachesHigh, reachesLow, jumps }, draws)
  return { ...found, deviations, bidAt }
}

/** The law of a bar's bids, drawn as likely as they make it. */
export function lawIn(
  band: Band,
  { from, to, reachesHigh, reachesLow }: Omit<BandWalked, 'variances' | 'law' | 'isCoarse'>,
  law: PathLaw,
  draws: Stream,
): DrawnLaw {
  const width = roomIn(band)
  const levelOf = (bid: Pips): number => (bid - band.low + tickOf(band.low) / 2) / width
  const levels = { from: levelOf(from), to: levelOf(to) }
  return drawnLaw(law, { width, ...levels, reachesHigh, reachesLow }, draws)
}
