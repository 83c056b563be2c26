/** How busy a session's minutes are, and where each of them goes. */
import { exp } from './elementary'
import { bits, firstNormal, quickNormal, type Stream, substream } from './stream'

/** The market's activity in components of 4, 8 … 128 minutes, which all instruments share. */
const MARKET_COMPONENTS = { powers: [2, 3, 4, 5, 6, 7], deviation: 0.32 }
const OWN_COMPONENTS = { powers: [4, 6], deviation: 0.35 }
const ACTIVITY_STREAM = 60

/**
 * Moves standard-normal steps to the ends of their minutes, writes each minute's part of the
 * variance to `weights`, and returns the sum of the weights.
 */
export function drawMinutes(
  draws: Stream,
  shape: Float64Array,
  ofMarket: Float64Array | undefined,
  steps: Float64Array,
  weights: Float64Array,
  activity: Float64Array,
): number {
  const components = componentsOf(
    draws,
    ofMarket === undefined ? MARKET_COMPONENTS : OWN_COMPONENTS,
  )
  const renewed = 2 ** (components[0]?.power ?? 0)
  const minutes = weights.length
  let sum = 0
  let minute = 0
  while (minute < minutes) {
    const coarse = coarseActivity(components, minute)
    const end = Math.min(minute + renewed, minutes)
    for (; minute < end; minute++) {
      const drawn = bits(draws, minute)
      steps[minute + 1] = firstNormal(drawn)
      let busy = coarse * (BRIEF[drawn & 0xff] ?? 0)
      if (ofMarket === undefined) activity[minute] = busy
      else busy *= ofMarket[minute] ?? 0
      const weight = (shape[minute] ?? 0) * busy
      weights[minute] = weight
      sum += weight
    }
  }
  return sum
}

/** A minute's own activity: one of 256 equally likely values with mean 1. */
const BRIEF = Float64Array.from({ length: 0x100 }, (_, value) => {
  const u = (value + 0.5) / 0x100
  return 0.25 + 2.25 * u * u
})

interface Component {
  readonly power: number
  readonly deviation: number
  readonly draws: Stream
}

const componentsOf = (
  draws: Stream,
  { powers, deviation }: { readonly powers: readonly number[]; readonly deviation: number },
): readonly Component[] =>
  powers.map((power) => ({ power, deviation, draws: substream(draws, ACTIVITY_STREAM + power) }))

function coarseActivity(components: readonly Component[], minute: number): number {
  let log = 0
  for (const { power, deviation, draws } of components) {
    log += deviation * quickNormal(draws, minute >> power)
  }
  return exp(log)
}
