/**
 * Draws the minutes of a daily bar's REGULAR. Volume and volatility are highest at both ends and
 * move together, and the day keeps the bar's four prices.
 */
import { type Bar, joinBars } from '../bar'
import { nth } from '../nth'
import { type Pips, tickOf } from '../pips'
import { exp, ln } from '../simulated/elementary'
import { normal, type Stream, substream, uniform } from '../simulated/stream'
import { type Band, bandOf, bandTouchOf, coinOf, lawIn, walkIn } from './band'
import { type DrawnLaw, UNSEEN } from './drawn-law'
import type { Expectation, PathLaw } from './expectation'
import { MINUTE_SECONDS, type Minute, sizeSecondsOf } from './minute'
import type { TimedBar } from './series'

export interface Day {
  readonly minute: (index: number) => Minute
  /** The bar from one minute (inclusive) to another (exclusive). */
  readonly barOf: (from: number, to: number) => Bar
  /** Shares before each minute; the last element is the day's total. */
  readonly volumes: Float64Array
}

/** The auctions' usual parts of a date's shares, and their variation. */
const AUCTIONS = { open: 0.015, close: 0.09, deviation: 0.3 } as const

const STREAMS = { walk: 0, busy: 1, edges: 2, minutes: 3, auctions: 4, law: 5 } as const

export function dayOf(bar: TimedBar, expected: Expectation, draws: Stream): Day {
  const minutes = bar.seconds / MINUTE_SECONDS
  const band = bandOf(bar, expected.spread)
  const busy = busyness(minutes, substream(draws, STREAMS.busy))
  const shares = distribute(1, minutes, varianceAt, busy)
  const auctions = auctionsOf(bar.volume, substream(draws, STREAMS.auctions))
  const volumes = volumesOf(bar.volume, minutes, busy, auctions)
  const bids = bidsOf(bar, band, expected.law, shares, draws)
  const asks = (bid: Pips): Pips => Math.min(band.high, bid + band.spread)

  const minute = (index: number): Minute => {
    const low = nth(bids.low, index)
    const own = bandOf({ ...bar, low, high: asks(nth(bids.high, index)) }, band.spread)
    const [first, last] = [index === 0, index === minutes - 1]
    const minuteDraws = substream(substream(draws, STREAMS.minutes), index)
    const atAsk = (which: 'open' | 'close') => coinOf(minuteDraws, which) >= 0.5
    const inCell = (bid: Pips, atAsk: boolean) => ({ bid, atAsk, base: bid + tickOf(bid) / 2 })
    const opens = first ? bids.opens : inCell(nth(bids.from, index), atAsk('open'))
    const closes = last ? bids.closes : inCell(nth(bids.to, index), atAsk('close'))
    const law = minuteLaw(nth(shares, index) * bids.law.variance)
    const middle = (band.spread - tickOf(bar.low)) / 2
    const volume = nth(volumes, index + 1) - nth(volumes, index)
    const part = (shares: number): number => (volume === 0 ? 0 : Math.min(1, shares / volume))
    return {
      band: own,
      bar: {
        open: first ? bar.open : opens.atAsk ? asks(opens.bid) : opens.bid,
        high: own.high,
        low,
        close: last ? bar.close : closes.atAsk ? asks(closes.bid) : closes.bid,
        volume,
      },
      opens,
      closes,
      law,
      offsets: {
        from: first ? bar.open - opens.base : middle,
        to: last ? bar.close - closes.base : middle,
      },
      hasPrints: expected.hasPrints,
      before: first
        ? undefined
        : {
            price: nth(bids.to, index - 1) + band.spread / 2,
            variance: law.variance / MINUTE_SECONDS,
          },
      usualSpread: expected.spread,
      sizeSeconds: sizeSecondsOf(
        expected.spread,
        minuteLaw(nth(shares, index) * exp(expected.law.logVariance.mean)),
      ),
      volumeBefore: index === 0 ? expected.volume : nth(volumes, index) - nth(volumes, index - 1),
      auctions: { open: first ? part(auctions.open) : 0, close: last ? part(auctions.close) : 0 },
      draws: minuteDraws,
    }
  }

  return {
    minute,
    volumes,
    barOf(from, to) {
      let whole: Bar | undefined
      for (let index = from; index < to; index++) whole = joinBars(whole, minute(index).bar)
      if (whole === undefined) throw new Error(`no minutes from ${from} to ${to}`)
      return whole
    },
  }
}

/** The session's U shape; `at` is the elapsed part of the session. */
const varianceAt = (at: number): number => 0.6 + 2.6 * (1 - at) ** 4 + 0.8 * at ** 3
const volumeAt = (at: number): number => 0.5 + 2 * (2 * at - 1) ** 2

/** A minute's activity, 1 on average; busy spells last about half an hour. */
const CALMING = 0.97
const SPELLS = 0.4
const MINUTES = 0.3

function busyness(minutes: number, draws: Stream): Float64Array {
  const busy = new Float64Array(minutes)
  let spell = normal(draws, 0)
  for (let minute = 0; minute < minutes; minute++) {
    busy[minute] = exp(SPELLS * spell + MINUTES * normal(draws, 2 * minute + 1))
    spell = CALMING * spell + Math.sqrt(1 - CALMING ** 2) * normal(draws, 2 * minute + 2)
  }
  return busy
}

/** Distributes a total over the minutes. */
function distribute(
  total: number,
  minutes: number,
  shape: (at: number) => number,
  busy: Float64Array,
): Float64Array {
  const weights = busy.map((each, minute) => each * shape((minute + 0.5) / minutes))
  const sum = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (total * weight) / sum)
}

interface AuctionShares {
  readonly open: number
  readonly close: number
}

/** Draws the auctions' shares: a constant part would reveal the day's shares at the opening. */
function auctionsOf(volume: number, draws: Stream): AuctionShares {
  const shares = (usual: number, draw: number): number =>
    Math.floor(volume * usual * exp(AUCTIONS.deviation * normal(draws, draw)))
  return { open: shares(AUCTIONS.open, 0), close: shares(AUCTIONS.close, 1) }
}

function volumesOf(
  volume: number,
  minutes: number,
  busy: Float64Array,
  auctions: AuctionShares,
): Float64Array {
  const shares = distribute(volume - auctions.open - auctions.close, minutes, volumeAt, busy)
  const before = new Float64Array(minutes + 1)
  let sum = auctions.open
  for (let minute = 1; minute < minutes; minute++) {
    sum += nth(shares, minute - 1)
    before[minute] = Math.floor(sum)
  }
  before[minutes] = volume
  return before
}

/** A minute's law: a price change each second, and a rare jump. */
const minuteLaw = (variance: number): DrawnLaw => ({
  variance,
  changes: MINUTE_SECONDS,
  jumps: { chance: 0.003, size: 5 },
})

/** Each minute's bid in its first and last second, and its lowest and highest bid. */
function bidsOf(bar: Bar, band: Band, known: PathLaw, shares: Float64Array, draws: Stream) {
  const minutes = shares.length
  const opens = bandTouchOf(band, bar.open, coinOf(draws, 'open'))
  const closes = bandTouchOf(band, bar.close, coinOf(draws, 'close'))
  const ends = {
    from: opens.base,
    to: closes.base,
    reachesHigh: opens.bid !== band.top && closes.bid !== band.top,
    reachesLow: opens.bid !== band.low && closes.bid !== band.low,
  }
  const law = lawIn(band, ends, known, substream(draws, STREAMS.law))
  const variances = shares.map((share) => share * law.variance)
  const path = walkIn(
    band,
    { ...ends, variances, law, isCoarse: false },
    substream(draws, STREAMS.walk),
  )
  const edges = substream(draws, STREAMS.edges)
  const column = (): Float64Array => new Float64Array(minutes)
  const [from, to, low, high] = [column(), column(), column(), column()]
  for (let minute = 0; minute < minutes; minute++) {
    const [before, after] = [nth(path.levels, minute), nth(path.levels, minute + 1)]
    const variance = nth(path.deviations, minute) ** 2
    const begins =
      minute === 0 ? before : stepInto(before, after, variance, normal(edges, 3 * minute))
    const unseen = UNSEEN * Math.sqrt(variance / MINUTE_SECONDS)
    const reach = (toEdge: (level: number) => number, draw: number): number =>
      toEdge(farthest(toEdge(begins), toEdge(after), variance, uniform(edges, draw)) - unseen)
    from[minute] = minute === 0 ? opens.bid : path.bidAt(begins)
    to[minute] = minute === minutes - 1 ? closes.bid : path.bidAt(after)
    const ends = [nth(from, minute), nth(to, minute)] as const
    high[minute] =
      path.highStep === minute + 1
        ? band.top
        : Math.max(...ends, path.bidAt(reach((level) => level, 3 * minute + 1)))
    low[minute] =
      path.lowStep === minute + 1
        ? band.low
        : Math.min(...ends, path.bidAt(reach((level) => 1 - level, 3 * minute + 2)))
  }
  return { opens, closes, from, to, low, high, law }
}

/** A minute's first level: the second between two minutes is a step of the path too. */
function stepInto(before: number, after: number, variance: number, normal: number): number {
  const part = 1 / MINUTE_SECONDS
  const level = before + (after - before) * part + Math.sqrt(variance * part * (1 - part)) * normal
  return Math.min(Math.max(level, 0), 1)
}

/**
 * The maximum of a bridge that does not exceed 1: solves P(maximum > m) =
 * exp(−2 (m − from) (m − to) ÷ variance) for m.
 */
function farthest(from: number, to: number, variance: number, uniform: number): number {
  const passes = exp(-Math.min(200, (2 * (1 - from) * (1 - to)) / variance))
  const chance = passes + (1 - passes) * uniform
  return (from + to + Math.sqrt((from - to) ** 2 - 2 * variance * ln(chance))) / 2
}
