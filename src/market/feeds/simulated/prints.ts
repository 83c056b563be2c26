/**
 * The prices between two seconds. The efficient price moves from one second to the next by a
 * Brownian bridge, whose lowest and highest points are drawn. Whether a standing order is hit
 * depends on them [fill.print]. Since the bridge has the variance of a second's movement, the price
 * is a martingale within the second, too: once it has reached a limit, the price expected later is
 * that limit.
 */
import { nth } from '../nth'
import { downToTick, type Pips, upToTick } from '../pips'
import { SECONDS } from './bridge'
import { ln } from './elementary'
import { haltAt } from './halts'
import { lastOf, priceAt, type SessionPath, secondsOf, spreadIn, touchOf } from './session-path'
import { bits } from './stream'
import { type Touch, touchAt } from './touch'

/**
 * −2 ln u for 1,024 equally likely u, over the seconds of a minute. A bridge between a and b with
 * variance v stays above (a + b − √((b − a)² − 2 v ln u)) ÷ 2 with probability 1 − u.
 */
const CHOICES = 1_024
const SQUARES = Float64Array.from(
  { length: CHOICES },
  (_, choice) => (-2 * ln((choice + 0.5) / CHOICES)) / SECONDS,
)
/** The path's largest distance from the nearer of the two seconds, in deviations of the minute. */
export const STRAY = Math.sqrt(nth(SQUARES, 0)) / 2

/** The lowest and the highest level of a step, or of several; valid until the next search. */
export const strayed = { low: 0, high: 0 }

export function noStrays(): void {
  strayed.low = Number.POSITIVE_INFINITY
  strayed.high = Number.NEGATIVE_INFINITY
}

/**
 * Extends `strayed` by the levels between a second of the session and the next one. They are levels
 * of the path, or of its leader. `deviation` is that of the second's minute.
 */
export function addStray(
  { strays }: Pick<SessionPath, 'strays'>,
  second: number,
  deviation: number,
  from: number,
  to: number,
): void {
  const drawn = bits(strays, second)
  const variance = deviation * deviation
  const move = (to - from) * (to - from)
  const below = SQUARES[drawn >>> 22] ?? 0
  const above = SQUARES[(drawn >>> 12) & (CHOICES - 1)] ?? 0
  const low = (from + to - Math.sqrt(move + variance * below)) / 2
  const high = (from + to + Math.sqrt(move + variance * above)) / 2
  if (low < strayed.low) strayed.low = low
  if (high > strayed.high) strayed.high = high
}

/** The prices, in whole ticks, that `strayed` passes; the lowest may be above the highest. */
export function passedPrices(path: SessionPath): Passed {
  const [one, other] = [priceAt(path, strayed.low), priceAt(path, strayed.high)]
  return {
    lowest: Math.max(1, upToTick(Math.min(one, other))),
    highest: Math.max(1, downToTick(Math.max(one, other))),
  }
}

export interface Passed {
  readonly lowest: Pips
  readonly highest: Pips
}

/** Whether the path has prices between a minute's last second and the next minute. */
export const leadsOn = ({ log, span }: SessionPath, minute: number): boolean =>
  minute >= 0 &&
  minute + 1 < span.minutes &&
  haltAt(log.halts, minute) === undefined &&
  haltAt(log.halts, minute + 1) === undefined

/** The prices within a second, and the bid and the ask when it began. */
export interface PrintedSecond extends Passed, Touch {}

/** The second that ends at a second of a minute; undefined if nothing traded in it. */
export function printsAt(
  path: SessionPath,
  minute: number,
  second: number,
): PrintedSecond | undefined {
  noStrays()
  if (second === 0) {
    if (!leadsOn(path, minute - 1)) return undefined
    const touch = addLastStray(path, minute - 1)
    return { ...passedPrices(path), ...touch }
  }
  if (haltAt(path.log.halts, minute) !== undefined) return undefined
  const levels = secondsOf(path, minute)
  const [from, to] = [nth(levels, second - 1), nth(levels, second)]
  addStray(path, minute * SECONDS + second - 1, nth(path.log.deviations, minute), from, to)
  return { ...passedPrices(path), ...touchOf(path, minute, second - 1) }
}

/** The levels that a search for extremes has reached: only what goes beyond them matters. */
interface Reached {
  readonly below: number
  readonly above: number
}

/**
 * Extends `strayed` by the steps between some seconds' levels that may go beyond what was reached.
 * `first` is the session's second of the first level, and `last` the index of the last one.
 */
export function addStraysBeyond(
  path: SessionPath,
  first: number,
  deviation: number,
  levels: Float64Array,
  last: number,
  reached: Reached,
): void {
  const stray = deviation * STRAY
  const [below, above] = [reached.below + stray, reached.above - stray]
  let before = levels[0] ?? 0
  for (let index = 0; index < last; index++) {
    const after = levels[index + 1] ?? 0
    if (before < below || after < below || before > above || after > above) {
      addStray(path, first + index, deviation, before, after)
    }
    before = after
  }
}

/**
 * Extends `strayed` by the step from a minute's last second to the next minute. Returns the bid and
 * the ask of that last second.
 */
export function addLastStray(path: SessionPath, minute: number): Touch {
  const { log } = path
  const last = lastOf(path, minute)
  const deviation = nth(log.deviations, minute)
  const second = minute * SECONDS + SECONDS - 1
  addStray(path, second, deviation, last, nth(log.levels, minute + 1))
  return touchAt(spreadIn(path, minute), priceAt(path, last))
}
