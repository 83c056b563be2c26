/**
 * A trained bot at the seconds of a minute, on exact prices: the grid of bid and ask would hide
 * most of them. It reads a quarter of a minute so far and bets on its end, for a small spread.
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  drawEnds,
  drawQuarter,
  type MinutePath,
  QUARTER,
  QUARTERS,
} from '../../../src/market/feeds/simulated/bridge'
import { normal } from '../../../src/market/feeds/simulated/stream'
import { streamOf } from '../../support/stream'
import { boosted, type Model } from './boosted'
import { ofRun } from './length'
import { SURE, scoreOf } from './score'

setDefaultTimeout(1_800_000)

const MINUTES = ofRun(4_000, 40_000)
const LOOKS = [4, 6, 8, 10, 12] as const
/** In deviations of the minute; as of a liquid name on a volatile day. */
const SPREAD = 0.1

type Quarters = readonly Float64Array[]

/** The levels of each quarter's seconds, and of the second after it. */
function quartersOf(seed: number): Quarters {
  const walk = streamOf(seed, 'minutes')
  const levels = new Float64Array(MINUTES + 1)
  for (let minute = 0; minute < MINUTES; minute++) {
    levels[minute + 1] = (levels[minute] ?? 0) + normal(walk, minute)
  }
  const deviations = new Float64Array(MINUTES).fill(1)
  const factor = { deviations, seconds: streamOf(seed, 'seconds') }
  const path: MinutePath = { levels, deviations, sources: [{ weight: 1, factor }], halts: [] }
  const ends = new Float64Array(QUARTERS + 1)
  const quarters: Float64Array[] = []
  for (let minute = 0; minute < MINUTES; minute++) {
    drawEnds(path, minute, ends)
    for (let quarter = 0; quarter < QUARTERS; quarter++) {
      const seconds = new Float64Array(QUARTER + 1)
      drawQuarter(path, minute, quarter, ends, seconds, 0)
      seconds[QUARTER] = ends[quarter + 1] ?? 0
      quarters.push(seconds)
    }
  }
  return quarters
}

/** A former path of the market: at its bound it stands still. */
const heldAt =
  (reach: number) =>
  (seconds: Float64Array): Float64Array => {
    const [from, to] = [seconds[0] ?? 0, seconds[QUARTER] ?? 0]
    return seconds.map((level, second) => {
      const line = from + ((to - from) * second) / QUARTER
      return line + Math.min(Math.max(level - line, -reach), reach)
    })
  }

function samplesOf(quarters: Quarters) {
  const rows: number[][] = []
  const targets: number[] = []
  for (const seconds of quarters) {
    const at = (second: number): number => seconds[second] ?? 0
    for (const look of LOOKS) {
      const steps = [0, 1, 2].map((back) => at(look - back) - at(look - back - 1))
      const [one = 0, two = 0, three = 0] = steps
      const apart = Math.max(Math.abs(one - two), Math.abs(two - three))
      rows.push([look, at(look) - at(0), one, two, three, apart < 1e-9 ? 1 : 0])
      targets.push(at(QUARTER) - at(look))
    }
  }
  const features = [0, 1, 2, 3, 4, 5].map((feature) =>
    Float64Array.from(rows, (row) => row[feature] ?? 0),
  )
  return { features, targets: Float64Array.from(targets) }
}

const learnt = (quarters: Quarters): Model =>
  boosted(samplesOf(quarters), { trees: 40, depth: 4, rate: 0.15, leaf: 15 })

/** The t of the bets, after the spread. */
function earned(model: Model, quarters: Quarters): number {
  const { features, targets } = samplesOf(quarters)
  const results: number[] = []
  for (const [sample, target] of targets.entries()) {
    const predicted = model(features, sample)
    if (Math.abs(predicted) > SPREAD) results.push(Math.sign(predicted) * target - SPREAD)
  }
  return results.length < 2 ? 0 : scoreOf(results).t
}

describe('a trained bot at the seconds of a minute', () => {
  const studied = quartersOf(1)
  const played = quartersOf(2)
  test('earns nothing', () => expect(earned(learnt(studied), played)).toBeLessThan(SURE))
  test('control: gets rich if a path stands still at its bound', () => {
    const held = heldAt(0.4)
    expect(earned(learnt(studied.map(held)), played.map(held))).toBeGreaterThan(2 * SURE)
  })
  test('no second moves exactly as the one before and the one after it', () => {
    let least = 1
    for (const seconds of studied) {
      for (let second = 3; second < QUARTER; second++) {
        const step = (back: number): number =>
          (seconds[second - back] ?? 0) - (seconds[second - back - 1] ?? 0)
        const apart = Math.max(Math.abs(step(0) - step(1)), Math.abs(step(1) - step(2)))
        least = Math.min(least, apart)
      }
    }
    expect(least).toBeGreaterThan(1e-12)
  })
})
