/**
 * Adds the sources of an instrument's movement up, minute by minute. It is done for each session of
 * each instrument, so it is one loop over four sources at once: a loop over each source in turn
 * takes three times as long.
 */
import { assert } from '../../../core/assert'
import { nth } from '../nth'
import type { Arrays } from './arrays'

/** A path by minute: its levels at each start and at the end, and each one's standard deviation. */
interface Minutes {
  readonly levels: Float64Array
  readonly deviations: Float64Array
}

interface Summand extends Minutes {
  readonly weight: number
}

type Four = readonly [Summand, Summand, Summand, Summand]

/**
 * Writes the sum of `four` to `sum`, and to its levels `start` besides, with `perMinute` for each
 * minute, less half of the variance that has passed.
 */
export function addUp(
  [one, two, three, four]: Four,
  start: number,
  perMinute: number,
  { levels, deviations }: Minutes,
): void {
  const { weight: w1, levels: l1, deviations: d1 } = one
  const { weight: w2, levels: l2, deviations: d2 } = two
  const { weight: w3, levels: l3, deviations: d3 } = three
  const { weight: w4, levels: l4, deviations: d4 } = four
  const minutes = deviations.length
  let base = start
  for (let minute = 0; minute < minutes; minute++) {
    const s1 = w1 * (d1[minute] ?? 0)
    const s2 = w2 * (d2[minute] ?? 0)
    const s3 = w3 * (d3[minute] ?? 0)
    const s4 = w4 * (d4[minute] ?? 0)
    const variance = s1 * s1 + s2 * s2 + (s3 * s3 + s4 * s4)
    const left = w1 * (l1[minute] ?? 0) + w2 * (l2[minute] ?? 0)
    const right = w3 * (l3[minute] ?? 0) + w4 * (l4[minute] ?? 0)
    levels[minute] = base + (left + right)
    deviations[minute] = Math.sqrt(variance)
    base += perMinute - 0.5 * variance
  }
  const left = w1 * nth(l1, minutes) + w2 * nth(l2, minutes)
  const right = w3 * nth(l3, minutes) + w4 * nth(l4, minutes)
  levels[minutes] = base + (left + right)
}

/** Four summands with the same sum: nothing in place of those missing, and all beyond in one. */
export function fourOf(
  sources: readonly { readonly weight: number; readonly factor: Minutes }[],
  arrays: Arrays,
): Four {
  const [one, two, three, four, ...beyond] = sources.map(
    ({ weight, factor: { levels, deviations } }): Summand => ({ weight, levels, deviations }),
  )
  assert(one !== undefined, 'an instrument moves with the market')
  const nothing = { ...one, weight: 0 }
  const last = beyond.reduce((sum, each) => joined(sum, each, arrays), four ?? nothing)
  return [one, two ?? nothing, three ?? nothing, last]
}

function joined(one: Summand, other: Summand, arrays: Arrays): Summand {
  const minutes = one.deviations.length
  const levels = arrays(minutes + 1)
  const deviations = arrays(minutes)
  for (let minute = 0; minute < minutes; minute++) {
    const left = one.weight * (one.deviations[minute] ?? 0)
    const right = other.weight * (other.deviations[minute] ?? 0)
    deviations[minute] = Math.sqrt(left * left + right * right)
    levels[minute] =
      one.weight * (one.levels[minute] ?? 0) + other.weight * (other.levels[minute] ?? 0)
  }
  levels[minutes] =
    one.weight * nth(one.levels, minutes) + other.weight * nth(other.levels, minutes)
  return { weight: 1, levels, deviations }
}
