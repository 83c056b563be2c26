/**
 * A log price from day to day, as a Brownian motion whose clock runs unevenly. Every 1,024 business
 * days there is a level drawn on its own; what lies between is refined by midpoints. At each
 * halving the variance of the stretch is shared unequally, at random, between its halves: a
 * multiplicative cascade, which gives fat tails and volatility that comes in clusters of every
 * length (Mandelbrot, Fisher, Calvet, "A Multifractal Model of Asset Returns", 1997). Since the
 * levels of the blocks are independent, the path always comes back to its trend, so no price runs
 * off in thirty years.
 */
import { remember } from '../../remember'
import { nth } from '../nth'
import { normal, type Stream, substream, uniform } from './stream'

/** How a path moves over one business day, and how much of the variance clock that day takes. */
export interface DailyMove {
  readonly from: number
  readonly to: number
  readonly variance: number
}

export interface DailyPath {
  readonly stream: Stream
  /** Per business day, on average. */
  readonly variance: number
  readonly move: (businessDay: number) => DailyMove
}

export const BUSINESS_DAYS_PER_YEAR = 261
const BLOCK_DAYS = 1_024
const BLOCKS_KEPT = 3
/** A half gets (1 ± 0.45) ÷ 2 of the variance: kurtosis of a day about 5.7, as stocks have. */
const UNEVENNESS = 0.45

interface Block {
  readonly levels: Float64Array
  readonly variances: Float64Array
}

/** `annualVolatility` and `annualDrift` of the logarithm; the level is 0 at business day 0. */
export function dailyPath(
  stream: Stream,
  annualVolatility: number,
  annualDrift: number,
): DailyPath {
  const variance = (annualVolatility * annualVolatility) / BUSINESS_DAYS_PER_YEAR
  const drift = annualDrift / BUSINESS_DAYS_PER_YEAR
  const blockAt = remember(
    BLOCKS_KEPT,
    (index: number) => index,
    (index) => refined(stream, variance, drift, index),
  )
  const move = (businessDay: number): DailyMove => {
    const index = Math.floor(businessDay / BLOCK_DAYS)
    const day = businessDay - index * BLOCK_DAYS
    const { levels, variances } = blockAt(index)
    return { from: nth(levels, day), to: nth(levels, day + 1), variance: nth(variances, day) }
  }
  return { stream, variance, move }
}

function refined(stream: Stream, variance: number, drift: number, index: number): Block {
  const blockVariance = variance * BLOCK_DAYS
  const levels = new Float64Array(BLOCK_DAYS + 1)
  const variances = new Float64Array(BLOCK_DAYS)
  levels[0] = blockLevel(stream, blockVariance, drift, index)
  levels[BLOCK_DAYS] = blockLevel(stream, blockVariance, drift, index + 1)

  const draws = substream(substream(stream, 1), index)
  // Stretches are numbered like a heap: 1 is the block, 2n and 2n + 1 are the halves of n.
  const refine = (stretch: number, from: number, to: number, stretchVariance: number): void => {
    if (to - from === 1) {
      variances[from] = stretchVariance
      return
    }
    const middle = (from + to) / 2
    const share = 0.5 + UNEVENNESS * (uniform(draws, 2 * stretch) - 0.5)
    const start = nth(levels, from)
    const deviation = Math.sqrt(stretchVariance * share * (1 - share))
    levels[middle] =
      start + share * (nth(levels, to) - start) + deviation * normal(draws, 2 * stretch + 1)
    refine(2 * stretch, from, middle, stretchVariance * share)
    refine(2 * stretch + 1, middle, to, stretchVariance * (1 - share))
  }
  refine(1, 0, BLOCK_DAYS, blockVariance)
  return { levels, variances }
}

/** Half the block's variance, so that two such levels are a whole block's variance apart. */
function blockLevel(stream: Stream, blockVariance: number, drift: number, index: number): number {
  if (index === 0) return 0
  const trend = drift * BLOCK_DAYS * index
  return trend + normal(substream(stream, 0), index) * Math.sqrt(blockVariance / 2)
}
