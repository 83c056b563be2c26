/**
 * Finds the seconds of a run of minutes with the lowest bid and the highest ask, and looks at few
 * others. It goes from cheap bounds to dear ones: a minute strays from the line between its ends by
 * a bounded length, so do its quarters (bridge.ts), and so does a quarter of which some sources are
 * known.
 */
import { nth } from '../nth'
import { type Pips, tickOf } from '../pips'
import { addStrays, ENDS_REACH, QUARTER, QUARTER_REACH, QUARTERS } from './bridge'
import { ln } from './elementary'
import { followed, leaderAt } from './follower-path'
import { endsOf, fillLine, fillLog, type SessionPath, spreadIn, widestIn } from './session-path'
import { pipsOf, SPREAD_MINUTES, touchAt, touchReach, withinTouch } from './touch'

export interface Found {
  high: Pips
  low: Pips
}

/** Minutes for which it matters that REGULAR opens with wide spreads. */
const EARLY = 60
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
  /** Of all prices, which are on one side of a dollar. */
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

/**
 * Adds to `found` what the minutes hold, none of whose prices is below `cheapest` or on the other
 * side of a dollar.
 */
export function search(
  path: SessionPath,
  from: number,
  to: number,
  cheapest: Pips,
  found: Found,
): void {
  const { levels, deviations } = path.log
  const search: Search = {
    path,
    found,
    tick: tickOf(cheapest),
    logHigh: 0,
    logLow: 0,
    reach: 0,
    any: { above: 0, below: 0 },
    period: -1,
    now: { above: 0, below: 0 },
  }
  const { any } = search
  search.reach = touchReach(widestIn(path, from), cheapest)
  renew(search)
  let start = nth(levels, from)
  for (let minute = from; minute < to; minute++) {
    if (minute === EARLY) {
      search.reach = touchReach(widestIn(path, minute), cheapest)
      renew(search)
    }
    const end = levels[minute + 1] ?? 0
    const deviation = deviations[minute] ?? 0
    const further = deviation * FURTHEST
    const highest = Math.max(start, end) + further
    const lowest = Math.min(start, end) - further
    start = end
    if (highest <= any.above && lowest >= any.below) continue
    lookInto(search, minute, deviation * QUARTER_REACH)
  }
}

/** No second of a minute is further from its ends, in its deviations. */
const FURTHEST = ENDS_REACH + QUARTER_REACH

function lookInto(search: Search, minute: number, strayed: number): void {
  const { path, found, any, now } = search
  const ends = endsOf(path.log, minute)
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const left = ends[quarter] ?? 0
    const right = ends[quarter + 1] ?? 0
    const most = Math.max(left, right) + strayed
    const least = Math.min(left, right) - strayed
    if (most <= any.above && least >= any.below) continue
    narrow(search, minute)
    if (most <= now.above && least >= now.below) continue
    if (!mayHold(search, minute, quarter, ends, strayed)) continue
    fillLog(path.log, minute, quarter, ends, values, 0)
    const highest = highestOf(values)
    const lowest = lowestOf(values)
    if (highest <= now.above && lowest >= now.below) continue
    const { high, low } = found
    seenBetween(path, minute, lowest, highest, found)
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
    if (highestOf(values) + rest <= now.above && lowestOf(values) - rest >= now.below) return false
  }
  return true
}

function highestOf(levels: Float64Array): number {
  let highest = levels[0] ?? 0
  for (let second = 1; second < QUARTER; second++) {
    const level = levels[second] ?? 0
    if (level > highest) highest = level
  }
  return highest
}

function lowestOf(levels: Float64Array): number {
  let lowest = levels[0] ?? 0
  for (let second = 1; second < QUARTER; second++) {
    const level = levels[second] ?? 0
    if (level < lowest) lowest = level
  }
  return lowest
}

/** What the two ends of some levels of the log show. */
export function seenBetween(
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
