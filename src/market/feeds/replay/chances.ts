/**
 * How likely a walk is to end where it must, and to reach the extremes that it must, from each
 * level at each time: computed backwards on a grid, as densities of the levels that are given.
 *
 * Levels are fractions of the range: the path stays within 0 … 1. A step is normal, or with a small
 * chance a jump (Laplace). If a walk is coarse, it reaches an extreme with a step; otherwise it is
 * continuous within its normal steps: a Brownian bridge from x to y with variance s² exceeds 1 with
 * probability exp(−2 (1 − x) (1 − y) ÷ s²), and the derivative is the density of a maximum at 1.
 */
import { exp } from '../simulated/elementary'

export interface Walked {
  readonly from: number
  readonly to: number
  /** The standard deviation of each step, as a fraction of the range. */
  readonly deviations: Float64Array
  /** Whether the extremes are levels between steps, and none is passed within a step. */
  readonly isCoarse: boolean
  readonly reachesHigh: boolean
  readonly reachesLow: boolean
  /** The chance that a step is a jump, and the mean size of one as a fraction of the range. */
  readonly jumps: { readonly chance: number; readonly size: number }
}

/** The extremes still to be reached, as bits. */
export const HIGH = 1
export const LOW = 2
export const SETS = 4

export interface Chances {
  /** The density of completing the walk after a step, from a level that lacks extremes. */
  readonly after: (step: number, missing: number, level: number) => number
}

/** Points of the grid for each deviation of the last step; their bounds; and the normal's reach. */
const GRID = { perDeviation: 1.6, least: 12, most: 160, reach: 4 } as const
/** Computed for every fourth of many steps, and for the last few. */
const STRIDE = { of: 4, manySteps: 100 } as const
/** Beyond this exponent an edge is negligible. */
const FAR = 25
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)

export function chancesOf(walked: Walked): Chances {
  const { deviations, to } = walked
  const steps = deviations.length
  const stops = stopsOf(steps)
  const narrowest = Math.max(deviations[steps - 1] ?? 0, 1e-6)
  const wanted = Math.ceil(GRID.perDeviation / narrowest)
  const cells = Math.min(Math.max(wanted, GRID.least), GRID.most)
  const points = cells + 1
  const size = SETS * points
  const table = new Float64Array((stops.length - 1) * size)
  const last = stops.length - 2
  for (let point = 0; point < points; point++) {
    passage(walked, point / cells, to, deviations[steps - 1] ?? 0)
    for (let set = 0; set < SETS; set++) {
      table[last * size + set * points + point] = passed[set] ?? 0
    }
  }
  let kernel: Kernel | undefined
  for (let stop = last - 1; stop > 0; stop--) {
    const [from, until] = [stops[stop] ?? 0, stops[stop + 1] ?? 0]
    let variance = 0
    for (let step = from; step < until; step++) variance += (deviations[step] ?? 0) ** 2
    const deviation = Math.sqrt(variance)
    if (kernel?.deviation !== deviation) kernel = kernelOf(walked, deviation, cells)
    stepBack(walked, kernel, table, stop * size, (stop + 1) * size, until - from)
  }

  const at = (stop: number, missing: number, cell: number, part: number): number => {
    const index = stop * size + missing * points + cell
    return (table[index] ?? 0) * (1 - part) + (table[index + 1] ?? 0) * part
  }
  let stop = 1
  return {
    after(step, missing, level) {
      while (step > (stops[stop] ?? 0)) stop++
      while (stop > 1 && step <= (stops[stop - 1] ?? 0)) stop--
      const cell = Math.min(Math.floor(level * cells), cells - 1)
      const part = level * cells - cell
      const later = at(stop, missing, cell, part)
      const [before, next] = [stops[stop - 1] ?? 0, stops[stop] ?? 0]
      if (step === next || stop === 1) return later
      const passed = (step - before) / (next - before)
      return passed * later + (1 - passed) * at(stop - 1, missing, cell, part)
    },
  }
}

/** The steps for which densities are computed, from 0; the last one is the end. */
function stopsOf(steps: number): Int32Array {
  const stride = steps >= STRIDE.manySteps ? STRIDE.of : 1
  const stops = [0]
  for (let stop = 0; stop < steps; ) {
    stop += stop + stride * 2 > steps ? 1 : stride
    stops.push(stop)
  }
  return Int32Array.from(stops)
}

/** The last result of `passage`, by the extremes that a step reaches. */
export const passed = new Float64Array(SETS)

export const normalDensity = (move: number, deviation: number): number => {
  const squares = (move / deviation) ** 2 / 2
  return squares > 200 ? 0 : exp(-squares) / (deviation * ROOT_TWO_PI)
}

export const jumpDensity = ({ jumps: { chance, size } }: Walked, move: number): number =>
  (chance / (2 * size)) * exp(-Math.min(200, Math.abs(move) / size))

/** The density of a step between two levels within the range, into `passed`. */
export function passage(walked: Walked, level: number, next: number, deviation: number): void {
  normalPassage(walked, level, next, deviation)
  passed[0] = (passed[0] ?? 0) + jumpDensity(walked, next - level)
}

/** Without the jumps. */
export function normalPassage(
  { isCoarse, jumps }: Walked,
  level: number,
  next: number,
  deviation: number,
): void {
  const density = (1 - jumps.chance) * normalDensity(next - level, deviation)
  if (isCoarse) {
    passed[0] = density
    passed[HIGH] = 0
    passed[LOW] = 0
    passed[HIGH | LOW] = 0
    return
  }
  const twice = 2 / (deviation * deviation)
  const above = twice * (1 - level) * (1 - next)
  const below = twice * level * next
  const passesHigh = above > FAR ? 0 : exp(-above)
  const passesLow = below > FAR ? 0 : exp(-below)
  const highest = twice * (2 - level - next) * passesHigh
  const lowest = twice * (level + next) * passesLow
  passed[0] = density * (1 - passesHigh) * (1 - passesLow)
  passed[HIGH] = density * highest * (1 - passesLow)
  passed[LOW] = density * lowest * (1 - passesHigh)
  passed[HIGH | LOW] = density * highest * lowest
}

/** The normal part of a step between any two points of the grid that it reaches. */
interface Kernel {
  readonly deviation: number
  readonly cells: number
  readonly reach: number
  /** By the extremes that the step reaches; a coarse walk has the first one only. */
  readonly densities: readonly Float64Array[]
}

function kernelOf(walked: Walked, deviation: number, cells: number): Kernel {
  const reach = Math.min(cells, Math.ceil(GRID.reach * deviation * cells))
  const width = 2 * reach + 1
  const count = walked.isCoarse ? 1 : SETS
  const densities = Array.from({ length: count }, () => new Float64Array((cells + 1) * width))
  for (let point = 0; point <= cells; point++) {
    for (let next = Math.max(0, point - reach); next <= Math.min(cells, point + reach); next++) {
      const weight = (next === 0 || next === cells ? 0.5 : 1) / cells
      normalPassage(walked, point / cells, next / cells, deviation)
      for (let set = 0; set < count; set++) {
        const column = densities[set]
        if (column) column[point * width + next - point + reach] = weight * (passed[set] ?? 0)
      }
    }
  }
  return { deviation, cells, reach, densities }
}

/** Computes the densities of a stop, at `here` of the table, from those of the next one. */
function stepBack(
  walked: Walked,
  { deviation, cells, reach, densities }: Kernel,
  table: Float64Array,
  here: number,
  ahead: number,
  steps: number,
): void {
  const points = cells + 1
  const width = 2 * reach + 1
  for (let set = 0; set < SETS; set++) {
    const into = here + set * points
    for (let reached = 0; reached < densities.length; reached++) {
      if ((reached & ~set) !== 0) continue
      const column = densities[reached]
      const from = ahead + (set & ~reached) * points
      if (column === undefined) continue
      for (let point = 0; point < points; point++) {
        const first = Math.max(0, point - reach)
        const end = Math.min(cells, point + reach)
        let entry = point * width + first - point + reach
        let sum = 0
        for (let next = first; next <= end; next++) {
          sum += (column[entry++] ?? 0) * (table[from + next] ?? 0)
        }
        table[into + point] = (table[into + point] ?? 0) + sum
      }
    }
    addJumps(walked, table, into, ahead + set * points, cells, steps)
    if (walked.isCoarse) addExtremes(walked, table, into, ahead, set, cells, deviation)
  }
}

/** A jump may lead to any level: a Laplace kernel is a sum from either side. */
function addJumps(
  { jumps: { chance, size } }: Walked,
  table: Float64Array,
  into: number,
  from: number,
  cells: number,
  steps: number,
): void {
  const fades = exp(-Math.min(200, 1 / (cells * size)))
  const scale = (steps * chance) / (2 * size * cells)
  const weight = (point: number): number => (point === 0 || point === cells ? 0.5 : 1)
  let sum = 0
  for (let point = 0; point <= cells; point++) {
    sum = sum * fades + weight(point) * (table[from + point] ?? 0)
    table[into + point] = (table[into + point] ?? 0) + scale * sum
  }
  sum = 0
  for (let point = cells; point >= 0; point--) {
    table[into + point] = (table[into + point] ?? 0) + scale * sum
    sum = (sum + weight(point) * (table[from + point] ?? 0)) * fades
  }
}

/** A coarse walk's step may lead to an extreme itself. */
function addExtremes(
  walked: Walked,
  table: Float64Array,
  into: number,
  ahead: number,
  set: number,
  cells: number,
  deviation: number,
): void {
  for (const [extreme, edge] of [
    [HIGH, cells],
    [LOW, 0],
  ] as const) {
    if ((set & extreme) === 0) continue
    const beyond = table[ahead + (set & ~extreme) * (cells + 1) + edge] ?? 0
    if (beyond === 0) continue
    for (let point = 0; point <= cells; point++) {
      passage(walked, point / cells, edge / cells, deviation)
      table[into + point] = (table[into + point] ?? 0) + (passed[0] ?? 0) * beyond
    }
  }
}
