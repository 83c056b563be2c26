/**
 * A trained bot at the replayed market. It looks at each bar a few times, is trained on the final
 * prices of one seed's bars, and trades another seed's.
 */

import type { ShownSecond } from '../../../src/market/feeds/replay/minute'
import { type BarSeries, barAt } from '../../../src/market/feeds/replay/series'
import { type Tape, tapeOf } from '../../../src/market/feeds/replay/tape'
import { walk } from '../../../src/market/feeds/replay/walk'
import { marketKey } from '../../../src/market/feeds/simulated/key'
import { substream } from '../../../src/market/feeds/simulated/stream'
import { streamOf } from '../../support/stream'
import { type BoostedOptions, boosted, type Model } from './boosted'

/** A bar's quotes at equal steps; prices in pips. */
export interface Shown {
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly last: Float64Array
  readonly bidSize: Float64Array
  readonly askSize: Float64Array
  readonly volume: Float64Array
}

export interface Looks {
  readonly features: readonly Float64Array[]
  /** The move until the bar's end, in usual ranges. */
  readonly targets: Float64Array
  /** The price of a purchase, of a sale, and of both at the bar's end, in usual ranges. */
  readonly ask: Float64Array
  readonly bid: Float64Array
  readonly endAsk: Float64Array
  readonly endBid: Float64Array
  readonly bars: Int32Array
}

/** The looks at a bar of 60 steps, the last one three seconds before its end. */
const LOOKS = [1, 4, 8, 14, 20, 27, 34, 41, 47, 52, 55, 57] as const
const STEPS = 60
const USUAL_OF = 20

/** The feed's own path: every second of a minute, and the closes of some minutes of a day. */
export function replayed(series: BarSeries, seed: number): (index: number) => Shown {
  const tape = tapeOf(series, marketKey(seed, 'replay/learned'))
  return (index) => {
    const shown = emptyShown()
    const { seconds } = barAt(series, index)
    for (let step = 0; step < STEPS; step++) {
      if (seconds > STEPS) showClose(shown, step, closeOf(tape, index, seconds, step))
      else showSecond(shown, step, tape.shown(index, step))
    }
    return shown
  }
}

const closeOf = (tape: Tape, index: number, seconds: number, step: number): number => {
  const minute = Math.round((step * (seconds / 60 - 1)) / (STEPS - 1))
  return tape.part(index, minute * 60, minute * 60 + 60).close
}

/**
 * A former path of the market: continuous motion, regardless of the bar's own steps, which shows no
 * steps within a second.
 */
export const continuous =
  (series: BarSeries, seed: number, deviation: number) =>
  (index: number): Shown => {
    const { open, high, low, close } = barAt(series, index)
    const range = high - low + 100
    const shown = emptyShown()
    const walked = {
      from: (open - low + 50) / range,
      to: (close - low + 50) / range,
      deviations: new Float64Array(STEPS - 1).fill((deviation * open) / Math.sqrt(STEPS) / range),
      isCoarse: false,
      reachesHigh: open < high && close < high,
      reachesLow: open > low && close > low,
      jumps: { chance: 1e-6, size: 1 },
    }
    const { levels } = walk(walked, substream(streamOf(seed, 'continuous'), index))
    for (const [step, level] of levels.entries()) showClose(shown, step, low - 50 + level * range)
    return shown
  }

function emptyShown(): Shown {
  const column = (): Float64Array => new Float64Array(STEPS)
  return {
    bid: column(),
    ask: column(),
    last: column(),
    bidSize: column(),
    askSize: column(),
    volume: column(),
  }
}

/** Shows a close, with a cent between bid and ask. */
function showClose(shown: Shown, step: number, pips: number): void {
  shown.bid[step] = pips - 50
  shown.ask[step] = pips + 50
  shown.last[step] = pips
}

function showSecond(shown: Shown, step: number, second: ShownSecond): void {
  shown.bid[step] = second.bid
  shown.ask[step] = second.ask
  shown.last[step] = second.last
  shown.bidSize[step] = second.bidSize
  shown.askSize[step] = second.askSize
  shown.volume[step] = second.volume
}

/** A price that has moved by a good half of a deviation after a few seconds moves on to the end. */
const RULE = { decidesAt: 5, deviations: 0.6, endsAt: 57 } as const
/** The mean range of a walk, in deviations: √(8 ÷ π). */
const RANGE = 1.6

/** The rule's gain of each trade, in usual ranges: of buys and sells, and of buys alone. */
export function ruled(series: BarSeries, shownIn: (index: number) => Shown, from: number) {
  const [both, long]: [number[], number[]] = [[], []]
  for (let index = from; index < series.length; index++) {
    const { bid, ask } = shownIn(index)
    const usual = usualRange(series, index)
    const mid = (step: number): number => ((bid[step] ?? 0) + (ask[step] ?? 0)) / 2
    const moved = (mid(RULE.decidesAt) - mid(0)) / (usual / RANGE)
    if (Math.abs(moved) < RULE.deviations) continue
    const [from, to] = [RULE.decidesAt + 1, RULE.endsAt]
    const bought = ((bid[to] ?? 0) - (ask[from] ?? 0)) / usual
    const sold = ((bid[from] ?? 0) - (ask[to] ?? 0)) / usual
    both.push(moved > 0 ? bought : sold)
    if (moved > 0) long.push(bought)
  }
  return { both, long }
}

export function looksAt(series: BarSeries, shownIn: (index: number) => Shown, from: number): Looks {
  const count = (series.length - from) * LOOKS.length
  const rows: (readonly number[])[] = []
  const column = (): Float64Array => new Float64Array(count)
  const looks = {
    targets: column(),
    ask: column(),
    bid: column(),
    endAsk: column(),
    endBid: column(),
    bars: new Int32Array(count),
  }
  for (let index = from; index < series.length; index++) {
    const usual = usualRange(series, index)
    const shown = shownIn(index)
    const mid = (step: number): number => ((shown.bid[step] ?? 0) + (shown.ask[step] ?? 0)) / 2
    for (const look of LOOKS) {
      const row = rows.length
      rows.push(featuresOf(series, index, shown, look, usual))
      looks.targets[row] = (mid(STEPS - 1) - mid(look + 1)) / usual
      looks.ask[row] = (shown.ask[look + 1] ?? 0) / usual
      looks.bid[row] = (shown.bid[look + 1] ?? 0) / usual
      looks.endAsk[row] = (shown.ask[STEPS - 1] ?? 0) / usual
      looks.endBid[row] = (shown.bid[STEPS - 1] ?? 0) / usual
      looks.bars[row] = index
    }
  }
  const width = rows[0]?.length ?? 0
  const features = Array.from({ length: width }, (_, feature) =>
    Float64Array.from(rows, (row) => row[feature] ?? 0),
  )
  return { ...looks, features }
}

function usualRange(series: BarSeries, index: number): number {
  let sum = 0
  let count = 0
  for (let at = Math.max(0, index - USUAL_OF); at < index; at++) {
    const { high, low } = barAt(series, at)
    sum += high - low
    count++
  }
  return Math.max(sum / Math.max(count, 1), 100)
}

function featuresOf(
  series: BarSeries,
  index: number,
  { bid, ask, last, bidSize, askSize, volume }: Shown,
  look: number,
  usual: number,
): readonly number[] {
  const mid = (step: number): number => ((bid[step] ?? 0) + (ask[step] ?? 0)) / 2
  const now = mid(look)
  let [high, low, highAt, lowAt, changes, squares, largest] = [now, now, look, look, 0, 0, 0]
  let lastChange = 0
  for (let step = look; step >= 0; step--) {
    const price = mid(step)
    if (price > high) [high, highAt] = [price, step]
    if (price < low) [low, lowAt] = [price, step]
    if (step === 0) continue
    const move = price - mid(step - 1)
    if (move !== 0) {
      if (changes === 0) lastChange = look - step
      changes++
    }
    squares += move * move
    if (Math.abs(move) > Math.abs(largest)) largest = move
  }
  const before = barAt(series, Math.max(0, index - 1))
  const range = Math.max(high - low, 1)
  return [
    look,
    (now - mid(0)) / usual,
    (high - now) / usual,
    (now - low) / usual,
    (now - low) / range,
    (now - mid(0)) / range,
    (now - mid(Math.max(0, look - 3))) / usual,
    (now - mid(Math.max(0, look - 10))) / usual,
    largest / usual,
    changes,
    Math.sqrt(squares) / usual,
    lastChange,
    highAt - lowAt,
    (last[look] ?? 0) - now,
    ((bidSize[look] ?? 0) - (askSize[look] ?? 0)) /
      ((bidSize[look] ?? 0) + (askSize[look] ?? 0) || 1),
    volume[look] ?? 0,
    (before.close - before.open) / usual,
    (before.high - before.low) / usual,
  ]
}

const OPTIONS: BoostedOptions = { trees: 80, depth: 4, rate: 0.1, leaf: 40 }

export const learnt = (looks: Looks): Model =>
  boosted({ features: looks.features, targets: looks.targets }, OPTIONS)

export interface Outcome {
  /** The gain of each trade after the spread, in usual ranges: all trades, and buys alone. */
  readonly both: readonly number[]
  readonly long: readonly number[]
  /** Gains before the spread. */
  readonly gross: readonly number[]
  /** The correlation of predictions and moves. */
  readonly correlation: number
}

/** Trades at most once in a bar: at the first look at which more than the spread is predicted. */
export function traded(model: Model, looks: Looks): Outcome {
  const [both, long, gross]: [number[], number[], number[]] = [[], [], []]
  const predictions = looks.targets.map((_, row) => model(looks.features, row))
  const doneBoth = new Set<number>()
  const doneLong = new Set<number>()
  for (const [row, predicted] of predictions.entries()) {
    const bar = looks.bars[row] ?? 0
    const [ask, bid] = [looks.ask[row] ?? 0, looks.bid[row] ?? 0]
    const spread = ask - bid
    if (Math.abs(predicted) <= spread) continue
    const bought = (looks.endBid[row] ?? 0) - ask
    const sold = bid - (looks.endAsk[row] ?? 0)
    if (!doneBoth.has(bar)) {
      doneBoth.add(bar)
      both.push(predicted > 0 ? bought : sold)
      gross.push(Math.sign(predicted) * (looks.targets[row] ?? 0))
    }
    if (predicted > 0 && !doneLong.has(bar)) {
      doneLong.add(bar)
      long.push(bought)
    }
  }
  return { both, long, gross, correlation: correlation(predictions, looks.targets) }
}

function correlation(one: Float64Array, other: Float64Array): number {
  const mean = (values: Float64Array) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [first, second] = [mean(one), mean(other)]
  let [both, ones, others] = [0, 0, 0]
  for (let index = 0; index < one.length; index++) {
    const [a, b] = [(one[index] ?? 0) - first, (other[index] ?? 0) - second]
    both += a * b
    ones += a * a
    others += b * b
  }
  return both / Math.sqrt(ones * others || 1)
}
