/**
 * The lowest bid and the highest ask of a run of minutes, to the second. Most quarters of a minute
 * can't hold either: what lies between two known levels strays from their line by a bounded length
 * (bridge.ts), so only the others are looked at.
 */
import { nth } from '../nth'
import type { Pips } from '../pips'
import { ENDS_REACH, QUARTER, QUARTER_REACH, QUARTERS, SECONDS } from './bridge'
import { ln } from './elementary'
import { followed, leaderAt } from './follower-path'
import {
  endsOf,
  fillQuarter,
  type SessionPath,
  secondsOf,
  spreadIn,
  widestIn,
} from './session-path'
import { pipsOf, touchAt, touchReach } from './touch'

export interface Extremes {
  readonly high: Pips
  readonly low: Pips
}

interface Found {
  high: Pips
  low: Pips
}

/** Shorter runs are looked at in full. */
const FEW = 3
/** Minutes for which it matters that REGULAR opens with wide spreads. */
const EARLY = 60
const PIPS_PER_DOLLAR = 10_000

export function extremesOf(path: SessionPath, from: number, to: number): Extremes {
  const found: Found = { high: 0, low: Number.POSITIVE_INFINITY }
  if (to - from === 1) {
    seen(path, from, secondsOf(path, from), 0, SECONDS, found)
    return found
  }
  if (to - from <= FEW || nearDollar(path, from, to)) {
    for (let minute = from; minute < to; minute++) look(path, minute, found)
    return found
  }
  const { levels } = path
  let highest = from
  let lowest = from
  for (let minute = from; minute < to; minute++) {
    const level = levels[minute] ?? 0
    if (level > (levels[highest] ?? 0)) highest = minute
    if (level < (levels[lowest] ?? 0)) lowest = minute
  }
  look(path, highest, found)
  look(path, lowest, found)
  search(path, from, to, 0.9 * pipsOf(nth(levels, lowest)), found)
  return found
}

/** Where the tick changes, a higher price need not have a higher ask. */
function nearDollar({ levels }: SessionPath, from: number, to: number): boolean {
  let above = false
  let below = false
  for (let minute = from; minute <= to; minute++) {
    if (nth(levels, minute) > -0.3) above = true
    if (nth(levels, minute) < 0.3) below = true
  }
  return above && below
}

function look(path: SessionPath, minute: number, found: Found): void {
  const ends = endsOf(path.log, minute)
  for (let quarter = 0; quarter < QUARTERS; quarter++) lookInto(path, minute, quarter, ends, found)
}

const values = new Float64Array(QUARTER)

function lookInto(
  path: SessionPath,
  minute: number,
  quarter: number,
  ends: Float64Array,
  found: Found,
): void {
  fillQuarter(path, minute, quarter, ends, values, 0)
  seen(path, minute, values, 0, QUARTER, found)
}

/** What some seconds of a minute show. */
export function seen(
  path: SessionPath,
  minute: number,
  levels: Float64Array,
  from: number,
  to: number,
  found: Found,
): void {
  const spread = spreadIn(path, minute)
  let highest = nth(levels, from)
  let lowest = highest
  for (let second = from + 1; second < to; second++) {
    const level = nth(levels, second)
    if (level > highest) highest = level
    else if (level < lowest) lowest = level
  }
  const up = pipsOf(highest)
  const down = pipsOf(lowest)
  const oneTick = up < PIPS_PER_DOLLAR || down >= PIPS_PER_DOLLAR
  if (oneTick) {
    found.high = Math.max(found.high, touchAt(spread, up).ask)
    found.low = Math.min(found.low, touchAt(spread, down).bid)
    return
  }
  for (let second = from; second < to; second++) {
    const { bid, ask } = touchAt(spread, pipsOf(nth(levels, second)))
    found.high = Math.max(found.high, ask)
    found.low = Math.min(found.low, bid)
  }
}

/** `cheapest`: below all prices of the minutes, in pips. */
function search(path: SessionPath, from: number, to: number, cheapest: number, found: Found): void {
  const { levels, deviations } = path.log
  let reach = touchReach(widestIn(path, from), cheapest)
  let bounds = boundsOf(path, found, reach)
  for (let minute = from; minute < to; minute++) {
    if (minute === EARLY) {
      reach = touchReach(widestIn(path, minute), cheapest)
      bounds = boundsOf(path, found, reach)
    }
    const start = nth(levels, minute)
    const end = nth(levels, minute + 1)
    const strays = nth(deviations, minute)
    const strayed = strays * QUARTER_REACH
    const up = Math.max(start, end) + strays * ENDS_REACH + strayed
    const down = Math.min(start, end) - strays * ENDS_REACH - strayed
    if (up <= bounds.above && down >= bounds.below) continue
    if (!mayHold(path, minute, up, down, bounds, found)) continue
    const ends = endsOf(path.log, minute)
    for (let quarter = 0; quarter < QUARTERS; quarter++) {
      const left = nth(ends, quarter)
      const right = nth(ends, quarter + 1)
      const highest = Math.max(left, right) + strayed
      const lowest = Math.min(left, right) - strayed
      if (!mayHold(path, minute, highest, lowest, bounds, found)) continue
      const { high, low } = found
      lookInto(path, minute, quarter, ends, found)
      if (found.high > high || found.low < low) bounds = boundsOf(path, found, reach)
    }
  }
}

/** Levels above or below these may bring a higher ask or a lower bid than those found. */
interface Bounds {
  readonly above: number
  readonly below: number
}

/** Rounding must not leave out what is as high. */
const ROUNDING = 1e-9

function boundsOf({ following }: SessionPath, { high, low }: Found, reach: number): Bounds {
  const highest = ln(high / PIPS_PER_DOLLAR) - reach - ROUNDING
  const lowest = ln(low / PIPS_PER_DOLLAR) + reach + ROUNDING
  if (following === undefined) return { above: highest, below: lowest }
  const ends = [leaderAt(following, highest), leaderAt(following, lowest)] as const
  return following.times > 0
    ? { above: ends[0] - ROUNDING, below: ends[1] + ROUNDING }
    : { above: ends[1] - ROUNDING, below: ends[0] + ROUNDING }
}

/** Whether some levels between two can bring a higher ask or a lower bid, to the tick. */
function mayHold(
  path: SessionPath,
  minute: number,
  up: number,
  down: number,
  { above, below }: Bounds,
  { high, low }: Found,
): boolean {
  const mayAbove = up > above
  const mayBelow = down < below
  if (!mayAbove && !mayBelow) return false
  const { following } = path
  const spread = spreadIn(path, minute)
  if (following === undefined) {
    return (
      (mayAbove && touchAt(spread, pipsOf(up)).ask > high) ||
      (mayBelow && touchAt(spread, pipsOf(down)).bid < low)
    )
  }
  const [highest, lowest] = following.times > 0 ? [up, down] : [down, up]
  return (
    touchAt(spread, pipsOf(followed(following, highest))).ask > high ||
    touchAt(spread, pipsOf(followed(following, lowest))).bid < low
  )
}
