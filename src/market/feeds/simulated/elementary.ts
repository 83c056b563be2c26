/**
 * exp, ln and the normal quantile, computed with + − × ÷ and sqrt alone. IEEE 754 defines these to
 * the last bit, while engines differ in Math.exp and Math.log, so prices are identical everywhere.
 */
import { assert } from '../../../core/assert'
import { nth } from '../nth'

/** A doubling in 64 steps, each of ln 2 ÷ 64. */
const STEPS = 64
/**
 * The step in two parts. The first ends in zero bits, so its product with a small integer is exact.
 */
const STEP_HIGH = 0.693_147_180_369_123_8 / STEPS
const STEP_LOW = 1.908_214_929_270_587_7e-10 / STEPS
/** 2^(step ÷ 64). */
const WITHIN_DOUBLING = Float64Array.from({ length: STEPS }, (_, step) =>
  series((step * Math.LN2) / STEPS),
)
/** 2^-434 … 2^434, computed exactly. */
const DOUBLINGS_MAX = 434
const DOUBLINGS = new Float64Array(2 * DOUBLINGS_MAX + 1).fill(1)
for (let twos = 1; twos <= DOUBLINGS_MAX; twos++) {
  DOUBLINGS[DOUBLINGS_MAX + twos] = nth(DOUBLINGS, DOUBLINGS_MAX + twos - 1) * 2
  DOUBLINGS[DOUBLINGS_MAX - twos] = nth(DOUBLINGS, DOUBLINGS_MAX - twos + 1) / 2
}
/** 1 ÷ 3!, 1 ÷ 4! and 1 ÷ 5!. */
const T3 = 1 / 6
const T4 = 1 / 24
const T5 = 1 / 120

/** 1 ÷ 21, 1 ÷ 19 … 1. */
const LN_SERIES = Float64Array.from({ length: 11 }, (_, index) => 1 / (21 - 2 * index))

/** e to the x for |x| < 300, to about 1e-15 relative. */
export function exp(x: number): number {
  assert(x > -300 && x < 300, 'exp needs an exponent in its range')
  // Truncates a positive number, which is faster than its floor.
  const steps = ((x * (STEPS / Math.LN2) + STEPS * DOUBLINGS_MAX + 0.5) | 0) - STEPS * DOUBLINGS_MAX
  const rest = x - steps * STEP_HIGH - steps * STEP_LOW
  // |rest| < 0.0055, so five terms reach the last bits.
  const beyond = ((((T5 * rest + T4) * rest + T3) * rest + 0.5) * rest + 1) * rest
  const within = WITHIN_DOUBLING[steps & (STEPS - 1)] ?? 0
  return (within + within * beyond) * (DOUBLINGS[(steps >> 6) + DOUBLINGS_MAX] ?? 0)
}

/** e to the x for 0 ≤ x < ln 2, by Taylor's series. */
function series(x: number): number {
  let sum = 1
  for (let term = 20; term > 0; term--) sum = 1 + (sum * x) / term
  return sum
}

/** Natural logarithm of 1e-300 < x < 1e300, to about 1e-15. */
export function ln(x: number): number {
  assert(x > 1e-300 && x < 1e300, 'ln needs a number in its range')
  let mantissa = x
  let twos = 0
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2
    twos--
  }
  while (mantissa > Math.SQRT2) {
    mantissa /= 2
    twos++
  }
  // ln m = 2 artanh((m − 1) ÷ (m + 1)), and |…| < 0.18 here, so eleven terms reach the last bits.
  const ratio = (mantissa - 1) / (mantissa + 1)
  const square = ratio * ratio
  let sum = 0
  for (let term = 0; term < LN_SERIES.length; term++) sum = sum * square + nth(LN_SERIES, term)
  return 2 * ratio * sum + twos * Math.LN2
}

const TAIL = 0.02425

/** The standard normal's inverse distribution after P. J. Acklam, |relative error| < 1.2e-9. */
export function normalQuantile(probability: number): number {
  if (probability < TAIL) return lowerTail(probability)
  if (probability > 1 - TAIL) return -lowerTail(1 - probability)
  const q = probability - 0.5
  const r = q * q
  const above =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r +
      138.357751867269) *
      r -
      30.66479806614716) *
      r +
    2.506628277459239
  const below =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r +
      66.80131188771972) *
      r -
      13.28068155288572) *
      r +
    1
  return (q * above) / below
}

function lowerTail(probability: number): number {
  const q = Math.sqrt(-2 * ln(probability))
  const above =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q -
      2.549732539343734) *
      q +
      4.374664141464968) *
      q +
    2.938163982698783
  const below =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q +
      3.754408661907416) *
      q +
    1
  return above / below
}

/**
 * Allocates a session's arrays. A cached path owns its arrays. Most paths are read once, for one
 * bar: they share a few arrays, which stay in the processor's cache and cause no garbage.
 */
export type Arrays = (length: number) => Float64Array

export const newArrays: Arrays = (length) => new Float64Array(length)

/**
 * Arrays for one path at a time: the next call of `reused()` overwrites them. They still have the
 * content of the previous path.
 */
export function reusedArrays(): { readonly reused: () => Arrays } {
  const arrays: Float64Array[] = []
  let next = 0
  const take: Arrays = (length) => {
    const known = arrays[next]
    const array = known?.length === length ? known : new Float64Array(length)
    arrays[next] = array
    next++
    return array
  }
  return {
    reused() {
      next = 0
      return take
    },
  }
}
