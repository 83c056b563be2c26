/** How busy a session's minutes are, and where each of them goes. */
import { nth } from '../nth'
import { exp } from './elementary'
import { bits, firstNormal, quickNormal, type Stream, substream } from './stream'

/** The market's activity in components of 4, 8 … 128 minutes, which all instruments share. */
const COMPONENTS = {
  market: { powers: [2, 3, 4, 5, 6, 7], deviation: 0.32 },
  own: { powers: [4, 6], deviation: 0.35 },
}
const ACTIVITY_STREAM = 60

/** A session's minutes, in units that the session's variance has yet to give a scale. */
export interface DrawnMinutes {
  /** Each minute's standard deviation. */
  readonly deviations: Float64Array
  /** The sum of the moves, and of the variances, up to each minute's start and to the end. */
  readonly moved: Float64Array
  readonly passed: Float64Array
}

/**
 * Draws each minute's activity and its move. `shape` is each minute's usual standard deviation up
 * to a factor: the session's for the market, and the market's for everything else.
 */
export function drawMinutes(
  draws: Stream,
  shape: Float64Array,
  of: keyof typeof COMPONENTS,
  { deviations, moved, passed }: DrawnMinutes,
): void {
  const { renewed, activity } = coarseActivity(draws, COMPONENTS[of], shape.length)
  const minutes = shape.length
  let move = 0
  let variance = 0
  moved[0] = 0
  passed[0] = 0
  for (let block = 0, minute = 0; minute < minutes; block++) {
    const coarse = activity[block] ?? 0
    const end = Math.min(minute + renewed, minutes)
    for (; minute < end; minute++) {
      const drawn = bits(draws, minute)
      const deviation = coarse * (BRIEF[drawn & 0xff] ?? 0) * (shape[minute] ?? 0)
      deviations[minute] = deviation
      move += deviation * firstNormal(drawn)
      variance += deviation * deviation
      moved[minute + 1] = move
      passed[minute + 1] = variance
    }
  }
}

/** Draws the moves again, for deviations that have changed since. */
export function drawMoves(
  draws: Stream,
  { deviations, moved, passed }: DrawnMinutes,
  minutes: number,
): void {
  let move = 0
  let variance = 0
  for (let minute = 0; minute < minutes; minute++) {
    const deviation = nth(deviations, minute)
    move += deviation * firstNormal(bits(draws, minute))
    variance += deviation * deviation
    moved[minute + 1] = move
    passed[minute + 1] = variance
  }
}

/** The root of a minute's own activity: one of 256 equally likely values of mean square 1. */
const BRIEF = Float64Array.from({ length: 0x100 }, (_, value) => {
  const u = (value + 0.5) / 0x100
  return Math.sqrt(0.25 + 2.25 * u * u)
})

interface Components {
  /** Renewed every 2 to the power of so many minutes, the briefest first. */
  readonly powers: readonly number[]
  /** Each one's, of the log variance. */
  readonly deviation: number
}

/**
 * The root of the activity that a minute shares with those around it, for each run of `renewed`
 * minutes.
 */
function coarseActivity(draws: Stream, { powers, deviation }: Components, minutes: number) {
  const [briefest = 0] = powers
  const runs = Math.ceil(minutes / (1 << briefest))
  if (roots.length < runs) roots = new Float64Array(runs)
  roots.fill(0, 0, runs)
  for (const power of powers) {
    const stream = substream(draws, ACTIVITY_STREAM + power)
    const renewed = 1 << (power - briefest)
    let value = 0
    for (let run = 0; run < runs; run++) {
      if (run % renewed === 0) value = deviation * quickNormal(stream, run / renewed)
      roots[run] = (roots[run] ?? 0) + value
    }
  }
  for (let run = 0; run < runs; run++) roots[run] = exp(0.5 * (roots[run] ?? 0))
  return { renewed: 1 << briefest, activity: roots }
}

/** Scratch space, used within one call. */
let roots = new Float64Array(0)
