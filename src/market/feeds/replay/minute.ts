/** Bid, ask, sizes, last trade and volume at each second of a minute. */
import type { Bar } from '../bar'
import { nth } from '../nth'
import { type Pips, upToTick } from '../pips'
import { ln } from '../simulated/elementary'
import { type Stream, substream, uniform } from '../simulated/stream'
import { type Band, type BandTouch, walkIn } from './band'

export const MINUTE_SECONDS = 60

/** An imported minute, or a minute of a daily bar. */
export interface Minute {
  readonly band: Band
  readonly bar: Bar
  readonly opens: BandTouch
  readonly closes: BandTouch
  /** Of the price's movement, in squared pips. */
  readonly variance: number
  /** How far the path exceeds its samples, in deviations of a second. */
  readonly unseen: number
  /** Shares of the minute before, or an expectation of them. */
  readonly volumeBefore: number
  /** The auctions' parts of the shares, in the first and the last second. */
  readonly crossed: { readonly open: number; readonly close: number }
  readonly draws: Stream
}

export interface ShownSecond {
  readonly bid: Pips
  readonly bidSize: number
  readonly ask: Pips
  readonly askSize: number
  readonly last: Pips
  /** The second of the minute in which each size was renewed. */
  readonly bidRenewed: number
  readonly askRenewed: number
  /** Of the minute up to and including this second. */
  readonly volume: number
}

const STREAMS = { walk: 0, sides: 1, shares: 2, bidSizes: 3, askSizes: 4 } as const

export function secondsOfMinute(minute: Minute): readonly ShownSecond[] {
  const bids = bidsOf(minute)
  const volumes = volumesOf(minute)
  const { band, bar } = minute
  const asks = bids.path.map((bid) => Math.min(band.high, upToTick(bid + band.spread)))
  const bidSizes = sizesOf(minute, bids.path, volumes, substream(minute.draws, STREAMS.bidSizes))
  const askSizes = sizesOf(minute, asks, volumes, substream(minute.draws, STREAMS.askSizes))
  const sides = substream(minute.draws, STREAMS.sides)
  const lastAt = (second: number): Pips => {
    if (second === 0) return bar.open
    if (second === MINUTE_SECONDS - 1) return bar.close
    if (second === bids.highAt) return band.high
    if (second === bids.lowAt) return band.low
    return nth(uniform(sides, second) < 0.5 ? bids.path : asks, second)
  }
  return Array.from({ length: MINUTE_SECONDS }, (_, second) => ({
    bid: nth(bids.path, second),
    bidSize: nth(bidSizes.shown, second),
    ask: nth(asks, second),
    askSize: nth(askSizes.shown, second),
    last: lastAt(second),
    bidRenewed: nth(bidSizes.renewed, second),
    askRenewed: nth(askSizes.renewed, second),
    volume: nth(volumes, second),
  }))
}

function bidsOf({ band, opens, closes, variance, unseen, draws }: Minute) {
  const { low, top } = band
  const last = MINUTE_SECONDS - 1
  const path = new Float64Array(MINUTE_SECONDS).fill(opens.bid)
  path[last] = closes.bid
  const isHigh = ({ bid, atAsk }: BandTouch): boolean => bid === top && atAsk
  const isLow = ({ bid, atAsk }: BandTouch): boolean => bid === low && !atAsk
  const reachesHigh = !isHigh(opens) && !isHigh(closes)
  const reachesLow = !isLow(opens) && !isLow(closes)
  if (top === low) {
    const [highAt, lowAt] = anySeconds(substream(draws, STREAMS.walk))
    return { path, highAt: reachesHigh ? highAt : -1, lowAt: reachesLow ? lowAt : -1 }
  }
  const variances = new Float64Array(last).fill(variance / MINUTE_SECONDS)
  const found = walkIn(
    ...([band, opens.bid, closes.bid, variances] as const),
    { reachesHigh, reachesLow, unseen },
    substream(draws, STREAMS.walk),
  )
  for (let second = 1; second < last; second++) {
    path[second] = found.bidAt(nth(found.levels, second))
  }
  // The last second shows the close, so an extreme of its step moves to the second before.
  const highAt = reachesHigh ? Math.min(Math.max(found.highStep, 1), last - 1) : -1
  let lowAt = reachesLow ? Math.min(Math.max(found.lowStep, 1), last - 1) : -1
  if (lowAt === highAt && lowAt > 0) lowAt += lowAt > 1 ? -1 : 1
  if (highAt > 0) path[highAt] = top
  if (lowAt > 0) path[lowAt] = low
  return { path, highAt, lowAt }
}

/** Two seconds, neither the first nor the last. */
function anySeconds(draws: Stream): readonly [number, number] {
  const one = 1 + Math.floor(uniform(draws, 0) * (MINUTE_SECONDS - 2))
  const other = 1 + Math.floor(uniform(draws, 1) * (MINUTE_SECONDS - 3))
  return [one, other < one ? other : other + 1]
}

/** Shares from the minute's beginning to the end of each second. */
function volumesOf({ bar: { volume }, crossed, draws }: Minute): Float64Array {
  const shares = substream(draws, STREAMS.shares)
  const through = new Float64Array(MINUTE_SECONDS)
  let weights = 0
  for (let second = 0; second < MINUTE_SECONDS; second++) {
    weights += -ln(uniform(shares, second))
    through[second] = weights
  }
  const continuous = 1 - crossed.open - crossed.close
  for (let second = 0; second < MINUTE_SECONDS; second++) {
    const part = crossed.open + (continuous * nth(through, second)) / weights
    through[second] = Math.floor(volume * part)
  }
  through[MINUTE_SECONDS - 1] = volume
  return through
}

/** The chance per second that a size is renewed while its price does not change. */
const RENEWED = 1 / 8

/**
 * About the volume that traded in a size's lifetime, so that an account which takes every size
 * trades as much as the market did. Without volume no size is shown.
 */
function sizesOf(
  { bar: { volume }, volumeBefore }: Minute,
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
      uniform(draws, 2 * second) >= RENEWED
    if (stands) {
      shown[second] = nth(shown, second - 1)
      renewed[second] = nth(renewed, second - 1)
      continue
    }
    const before = second === 0 ? 0 : nth(volumes, second - 1)
    const recent = (volumeBefore * (MINUTE_SECONDS - second)) / MINUTE_SECONDS + before
    const size = (recent / MINUTE_SECONDS / RENEWED) * (0.5 + uniform(draws, 2 * second + 1))
    shown[second] = Math.min(Math.max(1, Math.round(size)), volume)
    renewed[second] = second
  }
  return { shown, renewed }
}
