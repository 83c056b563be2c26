/**
 * The lowest and the highest price of a run of minutes: of the bids and asks of its seconds, and of
 * the prints within them. A search computes few seconds: bridge.ts bounds the distance of a minute,
 * and of its quarters, from the line between their ends, and prints.ts the distance within a
 * second. The prints of a second, and the bid and the ask at which it begins, belong to the minute
 * that it ends in.
 */
import { nth } from '../nth'
import { ONE_DOLLAR, type Pips, tickOf } from '../pips'
import {
  drawEnds,
  drawQuarter,
  FURTHEST,
  QUARTER,
  QUARTER_REACH,
  QUARTERS,
  SECONDS,
} from './bridge'
import { ln } from './elementary'
import { leaderPrice } from './follower-path'
import { haltAt } from './halts'
import {
  addLastStray,
  addStray,
  addStraysBeyond,
  leadsOn,
  noStrays,
  passedPrices,
  STRAY,
  strayed,
} from './prints'
import {
  drawSeconds,
  levelAt,
  priceAt,
  type SessionPath,
  secondsOf,
  spreadIn,
  spreadPeriod,
  widestIn,
} from './session-path'
import { pipsOf, touchAt, touchReach, withinTouch } from './touch'

export interface Extremes {
  readonly high: Pips
  readonly low: Pips
}

/** Runs of at most this many minutes are computed in full. */
const FEW = 3

export function extremesOf(path: SessionPath, from: number, to: number): Extremes {
  const found: RunningExtremes = { high: 0, low: Number.POSITIVE_INFINITY }
  if (to - from === 1) {
    addSeconds(path, from, secondsOf(path, from), SECONDS, found)
    return found
  }
  const { levels, deviations } = path.log
  let highest = from
  let lowest = from
  let furthest = 0
  for (let minute = from; minute < to; minute++) {
    const level = levels[minute] ?? 0
    if (level > (levels[highest] ?? 0)) highest = minute
    if (level < (levels[lowest] ?? 0)) lowest = minute
    furthest = Math.max(furthest, deviations[minute] ?? 0)
  }
  const [one, other, last] = [levelAt(path, highest), levelAt(path, lowest), levelAt(path, to)]
  const least = Math.min(one, other, last)
  if (to - from <= FEW || nearDollar(path, least, Math.max(one, other, last), furthest)) {
    for (let minute = from; minute < to; minute++) addMinute(path, minute, found)
    return found
  }
  const pips = pipsOf(least)
  const cheapest = pips < ONE_DOLLAR ? 0.9 * pips : Math.max(0.9 * pips, ONE_DOLLAR)
  search({ path, from, to, highest, lowest, cheapest }, found)
  return found
}

/**
 * Whether the run may cross one dollar. The tick changes there, so a higher price need not have a
 * higher ask. A minute moves no further than its deviation allows; a follower moves its multiple of
 * that, or more after a bad day.
 */
function nearDollar(
  { conversion }: SessionPath,
  least: number,
  most: number,
  deviation: number,
): boolean {
  const times = conversion === undefined ? 1 : BAD_DAY * Math.abs(conversion.times)
  const further = SAFE + times * deviation * (FURTHEST + STRAY)
  return least - further < 0 && most + further > 0
}

const SAFE = 0.02
const BAD_DAY = 4

function addMinute(path: SessionPath, minute: number, found: RunningExtremes): void {
  drawSeconds(path.log, minute, values)
  addSeconds(path, minute, values, SECONDS, found)
}

const values = new Float64Array(SECONDS)

/** Extends `found` by a minute up to a second, which is excluded. */
export function addSeconds(
  path: SessionPath,
  minute: number,
  levels: Float64Array,
  to: number,
  found: RunningExtremes,
): void {
  addStepInto(path, minute, found)
  addQuotes(path, minute, levels, to, found)
  addPrints(path, minute, levels, to, found)
}

/** Extends `found` by the bids and the asks of a minute's seconds. */
function addQuotes(
  path: SessionPath,
  minute: number,
  levels: Float64Array,
  to: number,
  found: RunningExtremes,
): void {
  let highest = nth(levels, 0)
  let lowest = highest
  for (let second = 1; second < to; second++) {
    const level = levels[second] ?? 0
    if (level > highest) highest = level
    else if (level < lowest) lowest = level
  }
  const [one, other] = [priceAt(path, lowest), priceAt(path, highest)]
  const oneTick = Math.max(one, other) < ONE_DOLLAR || Math.min(one, other) >= ONE_DOLLAR
  if (oneTick) {
    addTouches(path, minute, one, other, found)
    return
  }
  for (let second = 0; second < to; second++) {
    const price = priceAt(path, nth(levels, second))
    addTouches(path, minute, price, price, found)
  }
}

/** Extends `found` by the second that ends with the minute's beginning. */
function addStepInto(path: SessionPath, minute: number, found: RunningExtremes): void {
  if (!leadsOn(path, minute - 1)) return
  noStrays()
  const { bid, ask } = addLastStray(path, minute - 1)
  found.high = Math.max(found.high, ask)
  found.low = Math.min(found.low, bid)
  addPassed(path, found)
}

/** Extends `found` by the prints between the seconds of a minute. */
function addPrints(
  path: SessionPath,
  minute: number,
  levels: Float64Array,
  to: number,
  found: RunningExtremes,
): void {
  if (to < 2 || haltAt(path.log.halts, minute) !== undefined) return
  setBounds(path, ln(found.high / PIPS_PER_DOLLAR), ln(found.low / PIPS_PER_DOLLAR), reached)
  noStrays()
  const deviation = nth(path.log.deviations, minute)
  addStraysBeyond(path, minute * SECONDS, deviation, levels, to - 1, reached)
  if (strayed.low <= strayed.high) addPassed(path, found)
}

const reached: Bounds = { above: 0, below: 0 }

/** Extends `found` by the prices that `strayed` passes. */
function addPassed(path: SessionPath, found: RunningExtremes): void {
  const { lowest, highest } = passedPrices(path)
  found.high = Math.max(found.high, highest)
  found.low = Math.min(found.low, lowest)
}

export interface RunningExtremes {
  high: Pips
  low: Pips
}

/** REGULAR opens with wide spreads, which are notably narrower after these minutes. */
const CALMER = [6, 14, 30, 60]
const PIPS_PER_DOLLAR = 10_000

/** Scratch space for a quarter, used within one call. */
const drawn = new Float64Array(QUARTER)
const ends = new Float64Array(QUARTERS + 1)

/**
 * Log levels between `below` and `above` can beat neither the highest ask nor the lowest bid found
 * so far. For a follower they are levels of its leader.
 */
interface Bounds {
  above: number
  below: number
}

interface Search {
  readonly path: SessionPath
  readonly found: RunningExtremes
  /** The run's end. */
  readonly to: number
  /** The tick of every price of the run. */
  readonly tick: Pips
  /** The logarithms of the prices found so far. */
  logHigh: number
  logLow: number
  /** The reach of the widest remaining spread, and the bounds for it. */
  reach: number
  readonly any: Bounds
  /** The current spread's period, and the bounds for it. */
  period: number
  readonly now: Bounds
  /** The bounds for prints, which may be nearer than those for bids and asks. */
  readonly prints: Bounds
}

/** A margin, so that rounding never excludes an equal price. */
const ROUNDING = 1e-9

export interface Run {
  readonly path: SessionPath
  readonly from: number
  readonly to: number
  /** The minutes whose start has the highest and the lowest log price. */
  readonly highest: number
  readonly lowest: number
  /** No price of the run is below it, or on the other side of one dollar. */
  readonly cheapest: Pips
}

/** Extends `found` by the minutes' extremes. */
function search(run: Run, found: RunningExtremes): void {
  const { path, from, to, highest, lowest, cheapest } = run
  addStepInto(path, from, found)
  addStart(path, highest, found)
  addStart(path, lowest, found)
  const search: Search = {
    path,
    found,
    to,
    tick: tickOf(cheapest),
    logHigh: 0,
    logLow: 0,
    reach: touchReach(widestIn(path, from), cheapest),
    any: { above: 0, below: 0 },
    period: -1,
    now: { above: 0, below: 0 },
    prints: { above: 0, below: 0 },
  }
  renew(search)
  // Good first extremes exclude most of the rest.
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
  const { path, any, prints } = search
  const { levels, deviations } = path.log
  let start = nth(levels, from)
  for (let minute = from; minute < to; minute++) {
    const end = levels[minute + 1] ?? 0
    const deviation = deviations[minute] ?? 0
    const further = deviation * FURTHEST
    const stray = deviation * STRAY
    const above = Math.min(any.above, prints.above - stray) - further
    if (!isWithin(start, end, above, Math.max(any.below, prints.below + stray) + further)) {
      searchMinute(search, minute, deviation)
    }
    start = end
  }
}

function searchMinute(search: Search, minute: number, deviation: number): void {
  const { path, found, any, now, prints } = search
  const reach = deviation * QUARTER_REACH
  const stray = deviation * STRAY
  drawEnds(path.log, minute, ends)
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const left = ends[quarter] ?? 0
    const right = ends[quarter + 1] ?? 0
    const above = Math.min(any.above, prints.above - stray) - reach
    if (isWithin(left, right, above, Math.max(any.below, prints.below + stray) + reach)) continue
    narrow(search, minute)
    const printed = Math.min(now.above, prints.above - stray) - reach
    if (isWithin(left, right, printed, Math.max(now.below, prints.below + stray) + reach)) continue
    drawQuarter(path.log, minute, quarter, ends, drawn, 0)
    searchPrints(search, minute, quarter, deviation)
    if (areWithin(drawn, now.above, now.below)) continue
    const { high, low } = found
    let lowest = drawn[0] ?? 0
    let highest = lowest
    for (let second = 1; second < QUARTER; second++) {
      const level = drawn[second] ?? 0
      if (level < lowest) lowest = level
      if (level > highest) highest = level
    }
    addTouches(path, minute, priceAt(path, lowest), priceAt(path, highest), found)
    if (found.high !== high || found.low !== low) renew(search)
  }
}

/** Looks at the prints of a quarter whose seconds are drawn. */
function searchPrints(search: Search, minute: number, quarter: number, deviation: number): void {
  const { path, found, prints, to } = search
  const stray = deviation * STRAY
  const next = ends[quarter + 1] ?? 0
  const [above, below] = [prints.above - stray, prints.below + stray]
  if (isWithin(next, next, above, below) && areWithin(drawn, above, below)) return
  if (haltAt(path.log.halts, minute) !== undefined) return
  const first = minute * SECONDS + quarter * QUARTER
  noStrays()
  addStraysBeyond(path, first, deviation, drawn, QUARTER - 1, prints)
  const isLast = quarter === QUARTERS - 1
  if (!isLast || (minute + 1 < to && leadsOn(path, minute))) {
    addStray(path, first + QUARTER - 1, deviation, drawn[QUARTER - 1] ?? 0, next)
  }
  if (strayed.low > strayed.high) return
  const { high, low } = found
  addPassed(path, found)
  if (found.high !== high || found.low !== low) renew(search)
}

const isWithin = (left: number, right: number, above: number, below: number): boolean =>
  left <= above && right <= above && left >= below && right >= below

/**
 * Compares every level with the bounds, although the highest and the lowest would suffice.
 * Processors mispredict half the comparisons of a running maximum and hardly any of these, which
 * saves a quarter of a daily candle's time.
 */
function areWithin(levels: Float64Array, above: number, below: number): boolean {
  for (let second = 0; second < QUARTER; second++) {
    const level = levels[second] ?? 0
    if (level > above || level < below) return false
  }
  return true
}

/** Extends `found` by a minute's first second. */
function addStart(path: SessionPath, minute: number, found: RunningExtremes): void {
  const price = priceAt(path, nth(path.log.levels, minute))
  addTouches(path, minute, price, price, found)
}

/** Extends `found` by the bids and asks at two efficient prices of a minute. */
function addTouches(
  path: SessionPath,
  minute: number,
  one: number,
  other: number,
  found: RunningExtremes,
): void {
  const spread = spreadIn(path, minute)
  found.high = Math.max(found.high, touchAt(spread, Math.max(one, other)).ask)
  found.low = Math.min(found.low, touchAt(spread, Math.min(one, other)).bid)
}

/** Tightens the bounds after `found` has grown. */
function renew(search: Search): void {
  const { path, found, reach, any } = search
  search.logHigh = ln(found.high / PIPS_PER_DOLLAR)
  search.logLow = ln(found.low / PIPS_PER_DOLLAR)
  search.period = -1
  setBounds(path, search.logHigh - reach, search.logLow + reach, any)
  setBounds(path, search.logHigh, search.logLow, search.prints)
}

/** Sets the bounds for a minute's spread. */
function narrow(search: Search, minute: number): void {
  const period = spreadPeriod(search.path, minute)
  if (period === search.period) return
  search.period = period
  const { path, found, tick, logHigh, logLow, now } = search
  const { high, low } = found
  const { dearest, cheapest } = withinTouch(spreadIn(path, minute), tick, high, low)
  // ln(a ÷ b) > 1 − b ÷ a and < a ÷ b − 1.
  setBounds(path, logHigh + 1 - high / dearest, logLow + cheapest / low - 1, now)
}

/** Converts the instrument's log prices to levels of its path. */
function setBounds(
  { conversion }: SessionPath,
  highest: number,
  lowest: number,
  bounds: Bounds,
): void {
  if (conversion === undefined) {
    bounds.above = highest - ROUNDING
    bounds.below = lowest + ROUNDING
    return
  }
  const ofHighest = leaderPrice(conversion, highest - ROUNDING)
  const ofLowest = leaderPrice(conversion, lowest + ROUNDING)
  const rises = conversion.times > 0
  bounds.above = (rises ? ofHighest : ofLowest) - ROUNDING
  bounds.below = (rises ? ofLowest : ofHighest) + ROUNDING
}
