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
  const { weight: wOne, levels: atOne, deviations: devOne } = one
  const { weight: wTwo, levels: atTwo, deviations: devTwo } = two
  const { weight: wThree, levels: atThree, deviations: devThree } = three
  const { weight: wFour, levels: atFour, deviations: devFour } = four
  const minutes = deviations.length
  let base = start
  for (let minute = 0; minute < minutes; minute++) {
    const sOne = wOne * (devOne[minute] ?? 0)
    const sTwo = wTwo * (devTwo[minute] ?? 0)
    const sThree = wThree * (devThree[minute] ?? 0)
    const sFour = wFour * (devFour[minute] ?? 0)
    const variance = sOne * sOne + sTwo * sTwo + (sThree * sThree + sFour * sFour)
    const left = wOne * (atOne[minute] ?? 0) + wTwo * (atTwo[minute] ?? 0)
    const right = wThree * (atThree[minute] ?? 0) + wFour * (atFour[minute] ?? 0)
    levels[minute] = base + (left + right)
    deviations[minute] = Math.sqrt(variance)
    base += perMinute - 0.5 * variance
  }
  const left = wOne * nth(atOne, minutes) + wTwo * nth(atTwo, minutes)
  const right = wThree * nth(atThree, minutes) + wFour * nth(atFour, minutes)
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
