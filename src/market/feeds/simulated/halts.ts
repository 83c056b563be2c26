/**
 * Halts of REGULAR, decided at the start of a minute. A fall of the whole market halts all trading
 * for fifteen minutes, or until the close (the exchanges' circuit breakers). A price that leaves
 * the band around its last five minutes halts its instrument for five (limit up, limit down). The
 * efficient price moves on behind a halt; what is shown stands still, and then jumps to it.
 */
import { nth } from '../nth'
import { ln } from './elementary'

/** The minutes of a session, `from` (inclusive) to `to` (exclusive). */
export interface Halt {
  readonly from: number
  readonly to: number
}

export const NO_HALTS: readonly Halt[] = []

/** The falls since the last close that halt the market, each once a day; as log returns. */
const FALLS = [0.07, 0.13, 0.2].map((fall) => ln(1 - fall))
const MARKET_MINUTES = 15
/** So close to the end, only the deepest fall halts. */
const LATE = 35

/**
 * Halts of the whole market. `levels` are log prices of an index at each minute's start, relative
 * to its last close.
 */
export function marketHalts(levels: (minute: number) => number, minutes: number): readonly Halt[] {
  const halts: Halt[] = []
  let next = 0
  for (let minute = 0; minute < minutes; minute++) {
    const fall = FALLS[next]
    if (fall === undefined) break
    if (levels(minute) > fall) continue
    const deepest = next === FALLS.length - 1
    if (!deepest && minute >= minutes - LATE) continue
    const to = deepest ? minutes : Math.min(minute + MARKET_MINUTES, minutes)
    halts.push({ from: minute, to })
    next++
    minute = to - 1
  }
  return halts
}

/** What an instrument's band depends on. */
export interface Banded {
  /** Its last close in dollars. */
  readonly close: number
  /** Whether it is among the instruments that trade most. */
  readonly busy: boolean
  /** The multiple of a fund, which widens its band; 1 otherwise. */
  readonly times: number
}

/** The half width of a band, as a part of the price; the narrowest of the day. */
export function bandOf({ close, busy, times }: Banded): number {
  const usual = close > 3 ? (busy ? 0.05 : 0.1) : close >= 0.75 ? 0.2 : Math.min(0.15 / close, 0.75)
  return usual * Math.max(1, Math.abs(times))
}

const BAND_MINUTES = 5
/** Bands are twice as wide in the first and in the last minutes. */
const EARLY = 15
const DUSK = 25
/** The closing auction takes the place of a halt. */
const NO_LATER = 10

/** Halts of one instrument in a session, by its log prices at each minute's start. */
export function bandHalts(levels: Float64Array, minutes: number, band: number): readonly Halt[] {
  const usual = boundsOf(band)
  const wide = boundsOf(2 * band)
  const halts: Halt[] = []
  /** The sum of the levels that make the reference, and their number. */
  let sum = 0
  let count = 0
  for (let minute = 1; minute < minutes - NO_LATER; minute++) {
    sum += levels[minute - 1] ?? 0
    count++
    if (count > BAND_MINUTES) {
      sum -= levels[minute - 1 - BAND_MINUTES] ?? 0
      count = BAND_MINUTES
    }
    const moved = (levels[minute] ?? 0) - sum / count
    const { lowest, highest } = minute < EARLY || minute >= minutes - DUSK ? wide : usual
    if (moved >= lowest && moved <= highest) continue
    halts.push({ from: minute, to: minute + BAND_MINUTES })
    minute += BAND_MINUTES
    sum = 0
    count = 0
  }
  return halts
}

const NOTHING_LEFT = 0.01

/** A band as bounds of log returns. */
const boundsOf = (band: number): { readonly lowest: number; readonly highest: number } => ({
  lowest: ln(Math.max(NOTHING_LEFT, 1 - band)),
  highest: ln(1 + band),
})

/** Both kinds in order; halts that overlap become one. */
export function joinHalts(one: readonly Halt[], other: readonly Halt[]): readonly Halt[] {
  if (other.length === 0) return one
  if (one.length === 0) return other
  const joined: Halt[] = []
  for (const halt of [...one, ...other].sort((left, right) => left.from - right.from)) {
    const last = joined.at(-1)
    if (last === undefined || halt.from > last.to) joined.push(halt)
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, halt.to) }
  }
  return joined
}

export function haltAt(halts: readonly Halt[], minute: number): Halt | undefined {
  for (let index = 0; index < halts.length; index++) {
    const halt = halts[index]
    if (halt !== undefined && halt.from <= minute && minute < halt.to) return halt
  }
  return undefined
}

/**
 * Lets the levels of minutes stand still in halts. The level at a halt's end is not changed, and
 * neither is any deviation: sizes and volumes before a halt must not show that it will come.
 */
export function standStill(levels: Float64Array, halts: readonly Halt[]): void {
  for (const { from, to } of halts) levels.fill(nth(levels, from), from, to)
}
