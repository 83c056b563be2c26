/**
 * Finds the seconds of a run of minutes with the lowest bid and the highest ask, and looks at few
 * others. It goes from cheap bounds to dear ones: a minute strays from the line between its ends by
 * a bounded length, so do its quarters (bridge.ts), and so does a quarter of which some sources are
 * known.
 */
import { nth } from '../nth'
import { type Pips, tickOf } from '../pips'
import { addStrays, FURTHEST, QUARTER, QUARTER_REACH, QUARTERS } from './bridge'
import { ln } from './elementary'
import { followed, leaderAt } from './follower-path'
import { endsOf, fillLine, fillLog, type SessionPath, spreadIn, widestIn } from './session-path'
import { pipsOf, SPREAD_MINUTES, touchAt, touchReach, withinTouch } from './touch'

export interface Found {
  high: Pips
  low: Pips
}

/** REGULAR opens with wide spreads; from these minutes on they are notably narrower. */
const CALMER = [6, 14, 30, 60]
const PIPS_PER_DOLLAR = 10_000

/** One quarter; filled and read by one call. */
const values = new Float64Array(QUARTER)

/**
 * Levels of the log (for a follower its leader's) bring no higher ask and no lower bid than those
 * found as long as they are at most `above` and at least `below`.
 */
interface Bounds {
  above: number
  below: number
}

interface Search {
  readonly path: SessionPath
  readonly found: Found
  /** Of all prices. */
  readonly tick: Pips
  /** The logarithms of what is found. */
  logHigh: number
  logLow: number
  /** For the widest of the spreads that are left: how far they reach, and what it comes to. */
  reach: number
  readonly any: Bounds
  /** For the spread of one period. */
  period: number
  readonly now: Bounds
}

/** Rounding must not leave out what is as high. */
const ROUNDING = 1e-9

export interface Run {
  readonly path: SessionPath
  readonly from: number
  readonly to: number
  /** Minutes at whose start the log is highest and lowest. */
  readonly highest: number
  readonly lowest: number
  /** None of the run's prices is below it, or on the other side of a dollar. */
  readonly cheapest: Pips
}

/** Adds to `found` what the minutes hold. */
export function search(run: Run, found: Found): void {
  const { path, from, to, highest, lowest, cheapest } = run
  seenAt(path, highest, found)
  seenAt(path, lowest, found)
  const search: Search = {
    path,
    found,
    tick: tickOf(cheapest),
    logHigh: 0,
    logLow: 0,
    reach: touchReach(widestIn(path, from), cheapest),
    any: { above: 0, below: 0 },
    period: -1,
    now: { above: 0, below: 0 },
  }
  renew(search)
  // What is found first leaves out most of the others.
  sweep(search, Math.max(from, highest - 1), Math.min(highest + 1, to))
  sweep(search, Math.max(from, lowest - 1), Math.min(lowest + 1, to))
  let minute = from
  for (const until of CALMER) {
    if (until <= minute) continue
    sweep(search, minute, Math.min(until, to))
    minute = until
    if (minute >= to) return
    search.reach = touchReach(widestIn(path, minute), cheapest)
    renew(search)
  }
  sweep(search, minute, to)
}

function sweep(search: Search, from: number, to: number): void {
  const { path, any } = search
  const { levels, deviations } = path.log
  let start = nth(levels, from)
  for (let minute = from; minute < to; minute++) {
    const end = levels[minute + 1] ?? 0
    const deviation = deviations[minute] ?? 0
    const further = deviation * FURTHEST
    if (!isWithin(start, end, any.above - further, any.below + further)) {
      lookInto(search, minute, deviation * QUARTER_REACH)
    }
    start = end
  }
}

function lookInto(search: Search, minute: number, strayed: number): void {
  const { path, found, any, now } = search
  const ends = endsOf(path.log, minute)
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const left = ends[quarter] ?? 0
    const right = ends[quarter + 1] ?? 0
    if (isWithin(left, right, any.above - strayed, any.below + strayed)) continue
    narrow(search, minute)
    if (isWithin(left, right, now.above - strayed, now.below + strayed)) continue
    if (!mayHold(search, minute, quarter, ends, strayed)) continue
    fillLog(path.log, minute, quarter, ends, values, 0)
    if (areWithin(values, now.above, now.below)) continue
    const { high, low } = found
    seenBetween(path, minute, Math.min(...values), Math.max(...values), found)
    if (found.high !== high || found.low !== low) renew(search)
  }
}

/**
 * Adds one source after the other, an instrument's own first since it mostly moves it the most;
 * those that are left stray by `rest` at most. What passes is added up anew in the usual order,
 * which the last bit of a price depends on.
 */
function mayHold(
  { path, now }: Search,
  minute: number,
  quarter: number,
  ends: Float64Array,
  strayed: number,
): boolean {
  const { sources } = path.log
  fillLine(ends, quarter, values, 0)
  let rest = strayed
  for (let index = sources.length - 1; index > 0; index--) {
    const source = sources[index]
    if (source === undefined) break
    const scale = source.weight * nth(source.factor.deviations, minute)
    addStrays(source.factor.seconds, minute, quarter, scale, values, 0)
    rest -= Math.abs(scale) * QUARTER_REACH
    if (areWithin(values, now.above - rest, now.below + rest)) return false
  }
  return true
}

/**
 * Compares each level with the bounds, where the highest and the lowest of them would do: of the
 * comparisons that find those the processor guesses every other one wrongly, of these hardly any.
 * That is a quarter of a daily candle's time.
 */
const isWithin = (left: number, right: number, above: number, below: number): boolean =>
  left <= above && right <= above && left >= below && right >= below

function areWithin(levels: Float64Array, above: number, below: number): boolean {
  for (let second = 0; second < QUARTER; second++) {
    const level = levels[second] ?? 0
    if (level > above || level < below) return false
  }
  return true
}

/** What a minute's first second shows. */
function seenAt(path: SessionPath, minute: number, found: Found): void {
  const level = nth(path.log.levels, minute)
  seenBetween(path, minute, level, level, found)
}

/** What the two ends of some levels of the log show. */
function seenBetween(
  path: SessionPath,
  minute: number,
  lowest: number,
  highest: number,
  found: Found,
): void {
  const spread = spreadIn(path, minute)
  const { following } = path
  const one = pipsOf(following === undefined ? highest : followed(following, highest))
  const other = pipsOf(following === undefined ? lowest : followed(following, lowest))
  found.high = Math.max(found.high, touchAt(spread, Math.max(one, other)).ask)
  found.low = Math.min(found.low, touchAt(spread, Math.min(one, other)).bid)
}

/** After something is found. */
function renew(search: Search): void {
  const { path, found, reach, any } = search
  search.logHigh = ln(found.high / PIPS_PER_DOLLAR)
  search.logLow = ln(found.low / PIPS_PER_DOLLAR)
  search.period = -1
  setBounds(path, search.logHigh - reach, search.logLow + reach, any)
}

/** To what the spread of a minute allows. */
function narrow(search: Search, minute: number): void {
  const period = Math.floor(minute / SPREAD_MINUTES)
  if (period === search.period) return
  search.period = period
  const { path, found, tick, logHigh, logLow, now } = search
  const { high, low } = found
  const { dearest, cheapest } = withinTouch(spreadIn(path, minute), tick, high, low)
  // ln(a ÷ b) > 1 − b ÷ a and < a ÷ b − 1.
  setBounds(path, logHigh + 1 - high / dearest, logLow + cheapest / low - 1, now)
}

/** From the instrument's own levels to those of the log. */
function setBounds(
  { following }: SessionPath,
  highest: number,
  lowest: number,
  bounds: Bounds,
): void {
  if (following === undefined) {
    bounds.above = highest - ROUNDING
    bounds.below = lowest + ROUNDING
    return
  }
  const ofHighest = leaderAt(following, highest - ROUNDING)
  const ofLowest = leaderAt(following, lowest + ROUNDING)
  const rises = following.times > 0
  bounds.above = (rises ? ofHighest : ofLowest) - ROUNDING
  bounds.below = (rises ? ofLowest : ofHighest) + ROUNDING
}
