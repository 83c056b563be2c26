/** Bid, ask, sizes, last trade and volume at each second of a minute. */
import type { Bar } from '../bar'
import { nth } from '../nth'
import { type Pips, tickOf, upToTick } from '../pips'
import { ln } from '../simulated/elementary'
import { type Stream, substream, uniform } from '../simulated/stream'
import { type Band, type BandTouch, type BandWalkConditions, lawIn, walkIn } from './band'
import { coarseSteps, type DrawnLaw } from './drawn-law'
import type { PathLaw } from './expectation'
import {
  type Offsets,
  type PassedInSecond,
  type PriceStep,
  passedIn,
  printedRange,
  type SecondBefore,
  stepInto,
  stepsAlong,
} from './prints'

export const MINUTE_SECONDS = 60

/** An imported minute, or a minute of a daily bar. */
export interface Minute {
  readonly band: Band
  readonly bar: Bar
  readonly opens: BandTouch
  readonly closes: BandTouch
  readonly offsets: Offsets
  /** Whether prints hit standing orders [fill.print]. */
  readonly hasPrints: boolean
  /** The second before the minute; undefined if the market did not trade in it. */
  readonly before: SecondBefore | undefined
  /** A minute of a daily bar has a drawn law; for an imported minute it is still to be drawn. */
  readonly law: DrawnLaw | PathLaw
  /** The spread if the minute has only one price. */
  readonly usualSpread: Pips
  /** Shares of the previous minute, or their expectation. */
  readonly volumeBefore: number
  /** The seconds whose shares a size shows. */
  readonly sizeSeconds: number
  /** The auctions' parts of the shares, in the first and the last second. */
  readonly auctions: { readonly open: number; readonly close: number }
  readonly draws: Stream
}

export interface ShownSecond {
  readonly bid: Pips
  readonly bidSize: number
  readonly ask: Pips
  readonly askSize: number
  readonly last: Pips
  /** The prints of the second that ends here; undefined if nothing traded in it [fill.print]. */
  readonly passed: PassedInSecond | undefined
  /** The second of the minute in which each size was renewed. */
  readonly bidRenewed: number
  readonly askRenewed: number
  /** Shares of the minute up to the end of this second. */
  readonly volume: number
}

const STREAMS = {
  walk: 0,
  sides: 1,
  shares: 2,
  bidSizes: 3,
  askSizes: 4,
  law: 5,
  changes: 6,
  onePrice: 7,
  prints: 8,
} as const

export function secondsOfMinute(minute: Minute): readonly ShownSecond[] {
  const { band, bar, draws } = minute
  const { bids, asks, highAt, lowAt, passedBy } = pricesOf(minute)
  const volumes = volumesOf(minute)
  const bidSizes = sizesOf(minute, bids, volumes, substream(draws, STREAMS.bidSizes))
  const askSizes = sizesOf(minute, asks, volumes, substream(draws, STREAMS.askSizes))
  const sides = substream(draws, STREAMS.sides)
  const onePrice = onePriceSide(minute)
  const lastAt = (second: number): Pips => {
    if (second === 0 || onePrice !== undefined) return bar.open
    if (second === MINUTE_SECONDS - 1) return bar.close
    if (second === highAt) return band.high
    if (second === lowAt) return band.low
    return nth(uniform(sides, second) < 0.5 ? bids : asks, second)
  }
  return Array.from({ length: MINUTE_SECONDS }, (_, second) => ({
    bid: onePrice === 'ask' ? Math.max(1, bar.low - minute.usualSpread) : nth(bids, second),
    bidSize: onePrice === 'ask' ? 0 : nth(bidSizes.shown, second),
    ask: onePrice === 'bid' ? upToTick(bar.high + minute.usualSpread) : nth(asks, second),
    askSize: onePrice === 'bid' ? 0 : nth(askSizes.shown, second),
    last: lastAt(second),
    passed: bar.volume === 0 || onePrice !== undefined ? undefined : passedBy(second),
    bidRenewed: nth(bidSizes.renewed, second),
    askRenewed: nth(askSizes.renewed, second),
    volume: nth(volumes, second),
  }))
}

/**
 * The side on which a minute of one price traded. The other side is a spread away, outside of the
 * bar, and shows no size, so nothing fills there [candle.fills-inside].
 */
function onePriceSide({ bar: { high, low }, draws }: Minute): 'bid' | 'ask' | undefined {
  if (high > low) return undefined
  return uniform(substream(draws, STREAMS.onePrice), 0) < 0.5 ? 'bid' : 'ask'
}

function pricesOf(minute: Minute) {
  const { band, before, opens, offsets, closes, hasPrints, law, draws } = minute
  const { low, top } = band
  const isHigh = ({ bid, atAsk }: BandTouch): boolean => bid === top && atAsk
  const isLow = ({ bid, atAsk }: BandTouch): boolean => bid === low && !atAsk
  const reachesHigh = !isHigh(opens) && !isHigh(closes)
  const reachesLow = !isLow(opens) && !isLow(closes)
  const ends = { from: opens.base, to: closes.base, reachesHigh, reachesLow }
  const path = standsStill(band)
    ? constantBids(minute, ends)
    : walkBids(
        minute,
        ends,
        'variance' in law ? law : lawIn(band, ends, law, substream(draws, STREAMS.law)),
      )
  const bids = new Float64Array(MINUTE_SECONDS)
  const asks = new Float64Array(MINUTE_SECONDS)
  const askOf = (bid: Pips): Pips => Math.min(band.high, upToTick(bid + band.spread))
  for (let second = 0; second < MINUTE_SECONDS; second++) {
    const bid = nth(path.bids, nth(path.steps, second))
    bids[second] = second === path.lowAt ? low : bid
    asks[second] = second === path.highAt ? band.high : askOf(bid)
  }
  const prints = substream(draws, STREAMS.prints)
  const range = printedRange(band, prints)
  const opening = before && stepInto(before, opens.base + offsets.from)
  const passedBy = (second: number): PassedInSecond | undefined => {
    const step = second === 0 ? opening : path.stepBy(second)
    return hasPrints && step ? passedIn(range, step, second, prints) : undefined
  }
  return { bids, asks, highAt: path.highAt, lowAt: path.lowAt, passedBy }
}

/** A bar no wider than its spread shows its two prices throughout, if they are ticks apart. */
const standsStill = ({ low, top, high, spread }: Band): boolean =>
  top === low && (high === low || spread > tickOf(low))

type Ends = Pick<BandWalkConditions, 'from' | 'to' | 'reachesHigh' | 'reachesLow'>

/** The bids in order, and the index of each second's bid. */
interface MinuteBids {
  readonly bids: Float64Array
  readonly steps: Int16Array
  /** The seconds of the highest and the lowest trade; −1 if no inner second shows it. */
  readonly highAt: number
  readonly lowAt: number
  /** The price's step in the second that ends with this one; undefined if it has no path. */
  readonly stepBy: (second: number) => PriceStep | undefined
}

function constantBids({ draws, opens }: Minute, ends: Ends): MinuteBids {
  const { reachesHigh, reachesLow } = ends
  const [highAt, lowAt] = anySeconds(substream(draws, STREAMS.walk))
  return {
    bids: Float64Array.of(opens.bid),
    steps: new Int16Array(MINUTE_SECONDS),
    highAt: reachesHigh ? highAt : -1,
    lowAt: reachesLow ? lowAt : -1,
    stepBy: () => undefined,
  }
}

function walkBids(minute: Minute, ends: Ends, law: DrawnLaw): MinuteBids {
  const { band, draws, offsets, opens, closes } = minute
  const { reachesHigh, reachesLow } = ends
  const changes = coarseSteps(law.changes, ends)
  const isCoarse = changes <= MINUTE_SECONDS
  const count = Math.min(changes, STEPS_MAX)
  const variances = new Float64Array(count).fill(law.variance / count)
  const conditions = { ...ends, variances, law, isCoarse }
  const found = walkIn(band, conditions, substream(draws, STREAMS.walk))
  const bids = found.levels.map((level) => found.bidAt(level))
  bids[0] = opens.bid
  bids[count] = closes.bid
  // The last step shows the close, so an extreme within it moves to the step before.
  const inner = (step: number): number => Math.min(Math.max(step, 1), count - 1)
  // A fine walk reaches its extremes within a second. To show one among prices that do not reach it
  // would reveal that the bar goes no farther.
  const highStep = isCoarse && reachesHigh ? inner(found.highStep) : -1
  let lowStep = isCoarse && reachesLow ? inner(found.lowStep) : -1
  if (lowStep === highStep && lowStep > 0) lowStep += lowStep > 1 ? -1 : 1
  const seconds = changeSeconds(count, substream(draws, STREAMS.changes))
  const steps = new Int16Array(MINUTE_SECONDS)
  for (let second = 0, step = 0; second < MINUTE_SECONDS; second++) {
    if (step < count && second === nth(seconds, step)) step++
    steps[second] = step
  }
  const secondOf = (step: number): number => (step > 0 ? nth(seconds, step - 1) : -1)
  const variance = law.variance / count
  const stepTo = stepsAlong(found, { offsets, reachesHigh, reachesLow, variance })
  return {
    bids,
    steps,
    highAt: secondOf(highStep),
    lowAt: secondOf(lowStep),
    stepBy: (second) => stepTo(nth(steps, second - 1), nth(steps, second)),
  }
}

/** The seconds after the open. */
const STEPS_MAX = MINUTE_SECONDS - 1

/** The seconds in which the price changes, in order; all are equally likely. */
function changeSeconds(steps: number, draws: Stream): Float64Array {
  const keys = Float64Array.from({ length: STEPS_MAX }, (_, second) => uniform(draws, second))
  const latest = Float64Array.from(keys).sort()[steps - 1] ?? 1
  const seconds = new Float64Array(steps)
  for (let second = 0, found = 0; second < STEPS_MAX && found < steps; second++) {
    if (nth(keys, second) <= latest) seconds[found++] = second + 1
  }
  return seconds
}

/** Two distinct seconds, neither the first nor the last. */
function anySeconds(draws: Stream): readonly [number, number] {
  const one = 1 + Math.floor(uniform(draws, 0) * (MINUTE_SECONDS - 2))
  const other = 1 + Math.floor(uniform(draws, 1) * (MINUTE_SECONDS - 3))
  return [one, other < one ? other : other + 1]
}

/** A second trades at least this part of the mean, more than the smallest sizes shown. */
const LEAST_WEIGHT = 1 / 3

/** Shares from the minute's beginning to the end of each second. */
function volumesOf({ bar: { volume }, auctions, draws }: Minute): Float64Array {
  const shares = substream(draws, STREAMS.shares)
  const through = new Float64Array(MINUTE_SECONDS)
  let weights = 0
  for (let second = 0; second < MINUTE_SECONDS; second++) {
    weights += LEAST_WEIGHT - (1 - LEAST_WEIGHT) * ln(uniform(shares, second))
    through[second] = weights
  }
  const continuous = 1 - auctions.open - auctions.close
  for (let second = 0; second < MINUTE_SECONDS; second++) {
    const part = auctions.open + (continuous * nth(through, second)) / weights
    through[second] = Math.floor(volume * part)
  }
  through[MINUTE_SECONDS - 1] = volume
  return through
}

/** The chance per second that a size is renewed while its price stays the same. */
const RENEWAL = 1 / 8

/**
 * The seconds whose shares a size shows: a quarter of the time in which the price moves by a
 * spread, as in the simulated market, or of the time between two price changes if that is longer.
 */
export function sizeSecondsOf(spread: Pips, { variance, changes }: SizeLaw): number {
  const between = MINUTE_SECONDS * Math.max(spread ** 2 / variance, 1 / changes)
  return Math.min(Math.max(between / 4, SHORTEST), 1 / RENEWAL)
}

/** A minute's movement, as earlier bars lead to expect it. */
type SizeLaw = Pick<DrawnLaw, 'variance' | 'changes'>

const SHORTEST = 0.2

/** Each second's size, from the shares before it. Without volume no size is shown. */
function sizesOf(
  { bar: { volume }, sizeSeconds, volumeBefore }: Minute,
  prices: Float64Array,
  volumes: Float64Array,
  draws: Stream,
) {
  const shown = new Float64Array(MINUTE_SECONDS)
  const renewed = new Float64Array(MINUTE_SECONDS)
  for (let second = 0; second < MINUTE_SECONDS; second++) {
    const stands =
      second > 0 &&
      nth(prices, second) === nth(prices, second - 1) &&
      uniform(draws, 2 * second) >= RENEWAL
    if (stands) {
      shown[second] = nth(shown, second - 1)
      renewed[second] = nth(renewed, second - 1)
      continue
    }
    const before = second === 0 ? 0 : nth(volumes, second - 1)
    const recent = (volumeBefore * (MINUTE_SECONDS - second)) / MINUTE_SECONDS + before
    const size = (recent / MINUTE_SECONDS) * sizeSeconds * (0.5 + uniform(draws, 2 * second + 1))
    shown[second] = Math.min(Math.max(1, Math.round(size)), volume)
    renewed[second] = second
  }
  return { shown, renewed }
}
