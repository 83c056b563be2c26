/**
 * The density of completing a walk from each level at each step: it must still reach the given
 * extremes and end at the given level. Computed backwards on a grid.
 */
import { exp, ln } from '../simulated/elementary'

export interface Chances {
  /**
   * The density of completing the walk after a step: from this level, with the extremes `missing`
   * still to be reached.
   */
  readonly after: (step: number, missing: number, level: number) => number
}

/**
 * The grid's points for each deviation of the last step, with the least and the most points.
 * `reach` is how far a step goes, and `near` the distance within which an edge matters, both in
 * deviations of the step.
 */
const GRID = { perDeviation: 1.25, least: 12, most: 160, reach: 3.7, near: 4.5 } as const
/** Densities are computed for every sixth of many steps, and for each of the last few. */
const STRIDE = { of: 6, manySteps: 100 } as const

export function chancesOf(conditions: WalkConditions): Chances {
  const { deviations, to } = conditions
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
    passage(conditions, point / cells, to, deviations[steps - 1] ?? 0)
    for (let set = 0; set < SETS; set++) {
      table[last * size + set * points + point] = stepDensities[set] ?? 0
    }
  }
  const kernels = new Map<number, Kernel>()
  scratch.taken = 0
  let owed = 0
  for (let stop = last - 1; stop > 0; stop--) {
    const [from, until] = [stops[stop] ?? 0, stops[stop + 1] ?? 0]
    let variance = 0
    for (let step = from; step < until; step++) variance += (deviations[step] ?? 0) ** 2
    owed += variance
    const rung = rungOf(Math.max(owed, variance / 2))
    const kernel = kernels.get(rung) ?? kernelOf(conditions, deviationOn(rung), cells)
    kernels.set(rung, kernel)
    owed -= kernel.deviation ** 2
    stepBack(conditions, kernel, table, stop * size, (stop + 1) * size, until - from)
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
      const weight = (step - before) / (next - before)
      return weight * later + (1 - weight) * at(stop - 1, missing, cell, part)
    },
  }
}

/**
 * Computing kernels takes most of the time, so steps of different variances share a few kernels: a
 * step's variance is rounded to a rung of a ladder, and the step before it makes up the difference.
 */
const RUNGS_PER_E = 2
const rungOf = (variance: number): number => Math.round(RUNGS_PER_E * ln(Math.max(variance, 1e-12)))
const deviationOn = (rung: number): number => exp(rung / RUNGS_PER_E / 2)

/** The steps for which densities are computed, from 0 to the end. */
function stopsOf(steps: number): Int32Array {
  const stride = steps >= STRIDE.manySteps ? STRIDE.of : 1
  const stops = [0]
  for (let stop = 0; stop < steps; ) {
    stop += stop + stride * 2 > steps ? 1 : stride
    stops.push(stop)
  }
  return Int32Array.from(stops)
}

/** The densities of a step between any two points of the grid that it reaches. */
interface Kernel {
  readonly deviation: number
  readonly cells: number
  readonly reach: number
  /** The points from an edge within which a step may reach it. */
  readonly near: number
  /**
   * The densities of steps without a jump, one array for each set of extremes that a step reaches.
   * A coarse walk has only the first array.
   */
  readonly densities: readonly Float64Array[]
  /** A coarse walk's step from each point to an extreme. */
  readonly toHigh: Float64Array
  readonly toLow: Float64Array
}

function kernelOf(conditions: WalkConditions, deviation: number, cells: number): Kernel {
  const reach = Math.min(cells, Math.ceil(GRID.reach * deviation * cells))
  const width = 2 * reach + 1
  const normal = new Float64Array(width)
  for (let entry = 0; entry < width; entry++) {
    normal[entry] = normalStep(conditions, (entry - reach) / cells, deviation) / cells
  }
  const column = (): Float64Array => takeScratch((cells + 1) * width)
  const neither = column()
  const [high, low, both] = conditions.isCoarse ? NONE : [column(), column(), column()]
  const twice = 2 / deviation ** 2
  const near = conditions.isCoarse
    ? 0
    : Math.min(cells + 1, Math.ceil(GRID.near * deviation * cells))
  for (let point = 0; point <= cells; point++) {
    const end = Math.min(cells, point + reach)
    const isNear = point < near || point > cells - near
    for (let next = Math.max(0, point - reach); next <= end; next++) {
      const entry = point * width + next - point + reach
      const weight = next === 0 || next === cells ? 0.5 : 1
      const density = weight * (normal[next - point + reach] ?? 0)
      neither[entry] = density
      if (!isNear) continue
      passBetween(conditions, point / cells, next / cells, twice, density)
      neither[entry] = stepDensities[0] ?? 0
      high[entry] = stepDensities[HIGH] ?? 0
      low[entry] = stepDensities[LOW] ?? 0
      both[entry] = stepDensities[HIGH | LOW] ?? 0
    }
  }
  const densities = conditions.isCoarse ? [neither] : [neither, high, low, both]
  return { deviation, cells, reach, near, densities, ...edgesOf(conditions, deviation, cells) }
}

/**
 * The kernels of one computation share one array, which the next computation reuses. Separate
 * arrays cost a fifth of the time, most of it in the garbage collector.
 */
const scratch = { array: new Float64Array(0), taken: 0 }

/** Takes zeros of the shared array. */
function takeScratch(length: number): Float64Array {
  if (scratch.taken + length > scratch.array.length) {
    scratch.array = new Float64Array(2 * scratch.array.length + length)
    scratch.taken = 0
  }
  const zeros = scratch.array.subarray(scratch.taken, scratch.taken + length).fill(0)
  scratch.taken += length
  return zeros
}

const NONE = [new Float64Array(0), new Float64Array(0), new Float64Array(0)] as const

function edgesOf(conditions: WalkConditions, deviation: number, cells: number) {
  if (!conditions.isCoarse) return { toHigh: NONE[0], toLow: NONE[0] }
  const toHigh = new Float64Array(cells + 1)
  for (let point = 0; point <= cells; point++) {
    passage(conditions, point / cells, 1, deviation)
    toHigh[point] = stepDensities[0] ?? 0
  }
  return { toHigh, toLow: Float64Array.from(toHigh).reverse() }
}

/** Computes a stop's densities, at `here` of the table, from the next stop's, at `ahead`. */
function stepBack(
  conditions: WalkConditions,
  kernel: Kernel,
  table: Float64Array,
  here: number,
  ahead: number,
  steps: number,
): void {
  const { cells, reach, near, densities } = kernel
  const points = cells + 1
  const width = 2 * reach + 1
  for (let set = 0; set < SETS; set++) {
    const into = here + set * points
    for (let reached = 0; reached < densities.length; reached++) {
      if ((reached & ~set) !== 0) continue
      const column = densities[reached]
      const from = ahead + (set & ~reached) * points
      if (column === undefined) continue
      const begin = reached === HIGH ? points - near : 0
      const stop = reached === LOW ? near : points
      for (let point = begin; point < stop; point++) {
        // A step reaches an extreme only from a point near it, and both extremes only from a point
        // near either.
        if (reached === (HIGH | LOW) && point === near) point = Math.max(near, points - near)
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
    addJumps(conditions, table, into, ahead + set * points, cells, steps)
    if (conditions.isCoarse) addExtremes(kernel, table, into, ahead, set)
  }
}

/** Adds jumps, which may lead to any level: a Laplace kernel is a sum from either side. */
function addJumps(
  { jumps: { chance, size } }: WalkConditions,
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

/** Adds the steps of a coarse walk to the extremes themselves. */
function addExtremes(
  { cells, toHigh, toLow }: Kernel,
  table: Float64Array,
  into: number,
  ahead: number,
  set: number,
): void {
  for (const [extreme, edge, densities] of [
    [HIGH, cells, toHigh],
    [LOW, 0, toLow],
  ] as const) {
    if ((set & extreme) === 0) continue
    const beyond = table[ahead + (set & ~extreme) * (cells + 1) + edge] ?? 0
    if (beyond === 0) continue
    for (let point = 0; point <= cells; point++) {
      table[into + point] = (table[into + point] ?? 0) + (densities[point] ?? 0) * beyond
    }
  }
}

/**
 * The conditions of a walk. Levels are fractions of the range: the path stays within 0 … 1. A step
 * is normal, or with a small chance a jump (Laplace). A coarse walk reaches an extreme with a step.
 * Any other walk is continuous within its normal steps: a Brownian bridge from x to y with variance
 * s² exceeds 1 with probability exp(−2 (1 − x) (1 − y) ÷ s²), and the derivative is the density of
 * a maximum at 1.
 */
export interface WalkConditions {
  readonly from: number
  readonly to: number
  /** The standard deviation of each step, as a fraction of the range. */
  readonly deviations: Float64Array
  /** Whether only the levels between steps reach extremes. */
  readonly isCoarse: boolean
  readonly reachesHigh: boolean
  readonly reachesLow: boolean
  /** The chance that a step is a jump, and a jump's mean size as a fraction of the range. */
  readonly jumps: { readonly chance: number; readonly size: number }
}

/** The extremes still to be reached, as bits. */
export const HIGH = 1
export const LOW = 2
export const SETS = 4

/** Beyond this exponent an edge is negligible. */
const FAR = 25
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)

/** The last result of `passage`, by the extremes that a step reaches. */
export const stepDensities = new Float64Array(SETS)

const normalDensity = (move: number, deviation: number): number => {
  const squares = (move / deviation) ** 2 / 2
  return squares > 200 ? 0 : exp(-squares) / (deviation * ROOT_TWO_PI)
}

export const jumpDensity = ({ jumps: { chance, size } }: WalkConditions, move: number): number =>
  (chance / (2 * size)) * exp(-Math.min(200, Math.abs(move) / size))

/** The density of a step between two levels within the range, into `stepDensities`. */
export function passage(
  conditions: WalkConditions,
  level: number,
  next: number,
  deviation: number,
): void {
  normalPassage(conditions, level, next, deviation)
  stepDensities[0] = (stepDensities[0] ?? 0) + jumpDensity(conditions, next - level)
}

/** The density of a step without its jumps, into `stepDensities`. */
export function normalPassage(
  conditions: WalkConditions,
  level: number,
  next: number,
  deviation: number,
): void {
  passBetween(
    conditions,
    level,
    next,
    2 / deviation ** 2,
    normalStep(conditions, next - level, deviation),
  )
}

/** The density of a normal step, regardless of the edges. */
const normalStep = ({ jumps }: WalkConditions, move: number, deviation: number): number =>
  (1 - jumps.chance) * normalDensity(move, deviation)

/** Splits a normal step's density by the extremes that it reaches; `twice` is 2 ÷ its variance. */
function passBetween(
  { isCoarse }: WalkConditions,
  level: number,
  next: number,
  twice: number,
  density: number,
): void {
  if (isCoarse) {
    stepDensities[0] = density
    stepDensities[HIGH] = 0
    stepDensities[LOW] = 0
    stepDensities[HIGH | LOW] = 0
    return
  }
  const above = twice * (1 - level) * (1 - next)
  const below = twice * level * next
  const passesHigh = above > FAR ? 0 : exp(-above)
  const passesLow = below > FAR ? 0 : exp(-below)
  const highest = twice * (2 - level - next) * passesHigh
  const lowest = twice * (level + next) * passesLow
  stepDensities[0] = density * (1 - passesHigh) * (1 - passesLow)
  stepDensities[HIGH] = density * highest * (1 - passesLow)
  stepDensities[LOW] = density * lowest * (1 - passesHigh)
  stepDensities[HIGH | LOW] = density * highest * lowest
}
