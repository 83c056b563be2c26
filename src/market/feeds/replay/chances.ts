/**
 * How likely a walk is to end where it must, and to reach the extremes that it must, from each
 * level at each time: computed backwards on a grid, as densities of the levels that are given.
 */
import { exp, ln } from '../simulated/elementary'
import { HIGH, LOW, normalStep, passage, passBetween, passed, SETS, type Walked } from './passage'

export interface Chances {
  /** The density of completing the walk after a step, from a level that lacks extremes. */
  readonly after: (step: number, missing: number, level: number) => number
}

/**
 * Points of the grid for each deviation of the last step, and their bounds. In deviations of a
 * step: how far it reaches, and how near an edge is felt.
 */
const GRID = { perDeviation: 1.25, least: 12, most: 160, reach: 3.7, near: 4.5 } as const
/** Computed for every sixth of many steps, and for the last few. */
const STRIDE = { of: 6, manySteps: 100 } as const

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
  const kernels = new Map<number, Kernel>()
  scratch.taken = 0
  let owed = 0
  for (let stop = last - 1; stop > 0; stop--) {
    const [from, until] = [stops[stop] ?? 0, stops[stop + 1] ?? 0]
    let variance = 0
    for (let step = from; step < until; step++) variance += (deviations[step] ?? 0) ** 2
    owed += variance
    const rung = rungOf(Math.max(owed, variance / 2))
    const kernel = kernels.get(rung) ?? kernelOf(walked, deviationOn(rung), cells)
    kernels.set(rung, kernel)
    owed -= kernel.deviation ** 2
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

/**
 * Kernels take most of the time, so uneven steps share a few: a step's variance is rounded to a
 * rung of a ladder, and what it is rounded by is made up for by the step before it.
 */
const RUNGS_PER_E = 2
const rungOf = (variance: number): number => Math.round(RUNGS_PER_E * ln(Math.max(variance, 1e-12)))
const deviationOn = (rung: number): number => exp(rung / RUNGS_PER_E / 2)

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

/** The densities of a step between any two points of the grid that it reaches. */
interface Kernel {
  readonly deviation: number
  readonly cells: number
  readonly reach: number
  /** How many points from an edge it may be reached within a step. */
  readonly near: number
  /** Of a step without a jump, by the extremes that it reaches; of a coarse walk for none. */
  readonly densities: readonly Float64Array[]
  /** Of a coarse walk's step from each point to an extreme. */
  readonly toHigh: Float64Array
  readonly toLow: Float64Array
}

function kernelOf(walked: Walked, deviation: number, cells: number): Kernel {
  const reach = Math.min(cells, Math.ceil(GRID.reach * deviation * cells))
  const width = 2 * reach + 1
  const normal = new Float64Array(width)
  for (let entry = 0; entry < width; entry++) {
    normal[entry] = normalStep(walked, (entry - reach) / cells, deviation) / cells
  }
  const column = (): Float64Array => takeScratch((cells + 1) * width)
  const neither = column()
  const [high, low, both] = walked.isCoarse ? NONE : [column(), column(), column()]
  const twice = 2 / deviation ** 2
  const near = walked.isCoarse ? 0 : Math.min(cells + 1, Math.ceil(GRID.near * deviation * cells))
  for (let point = 0; point <= cells; point++) {
    const end = Math.min(cells, point + reach)
    const isNear = point < near || point > cells - near
    for (let next = Math.max(0, point - reach); next <= end; next++) {
      const entry = point * width + next - point + reach
      const weight = next === 0 || next === cells ? 0.5 : 1
      const density = weight * (normal[next - point + reach] ?? 0)
      neither[entry] = density
      if (!isNear) continue
      passBetween(walked, point / cells, next / cells, twice, density)
      neither[entry] = passed[0] ?? 0
      high[entry] = passed[HIGH] ?? 0
      low[entry] = passed[LOW] ?? 0
      both[entry] = passed[HIGH | LOW] ?? 0
    }
  }
  const densities = walked.isCoarse ? [neither] : [neither, high, low, both]
  return { deviation, cells, reach, near, densities, ...edgesOf(walked, deviation, cells) }
}

/**
 * The kernels of one computation lie in one array, which the next one uses again: as arrays of
 * their own they are a fifth of the time, most of it the garbage collector's.
 */
const scratch = { array: new Float64Array(0), taken: 0 }

/** Zeros. */
function takeScratch(length: number): Float64Array {
  if (scratch.taken + length > scratch.array.length) {
    scratch.array = new Float64Array(2 * scratch.array.length + length)
    scratch.taken = 0
  }
  const taken = scratch.array.subarray(scratch.taken, scratch.taken + length)
  scratch.taken += length
  return taken.fill(0)
}

const NONE = [new Float64Array(0), new Float64Array(0), new Float64Array(0)] as const

function edgesOf(walked: Walked, deviation: number, cells: number) {
  if (!walked.isCoarse) return { toHigh: NONE[0], toLow: NONE[0] }
  const toHigh = new Float64Array(cells + 1)
  for (let point = 0; point <= cells; point++) {
    passage(walked, point / cells, 1, deviation)
    toHigh[point] = passed[0] ?? 0
  }
  return { toHigh, toLow: Float64Array.from(toHigh).reverse() }
}

/** Computes the densities of a stop, at `here` of the table, from those of the next one. */
function stepBack(
  walked: Walked,
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
        // An extreme is reached from points near it alone, and both from those near either.
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
    addJumps(walked, table, into, ahead + set * points, cells, steps)
    if (walked.isCoarse) addExtremes(kernel, table, into, ahead, set)
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
