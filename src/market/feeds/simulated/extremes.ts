/**
 * The lowest bid and the highest ask of a run of minutes, to the second. Most quarters of a minute
 * can't hold either: what lies between two known levels strays from their line by a bounded length
 * (bridge.ts), so only the others are looked at.
 */
import { nth } from '../nth'
import type { Pips } from '../pips'
import { ENDS_REACH, QUARTER, QUARTER_REACH, QUARTERS, quarterStart } from './bridge'
import { ln } from './elementary'
import { followed } from './follower-path'
import { fillQuarter, type SessionPath, spreadIn } from './session-path'
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
const PIPS_PER_DOLLAR = 10_000

export function extremesOf(path: SessionPath, from: number, to: number): Extremes {
  const found: Found = { high: 0, low: Number.POSITIVE_INFINITY }
  if (to - from <= FEW || nearDollar(path, from, to)) {
    for (let minute = from; minute < to; minute++) look(path, minute, found)
    return found
  }
  const { levels } = path
  let highest = from
  let lowest = from
  for (let minute = from; minute < to; minute++) {
    if (nth(levels, minute) > nth(levels, highest)) highest = minute
    if (nth(levels, minute) < nth(levels, lowest)) lowest = minute
  }
  look(path, highest, found)
  look(path, lowest, found)
  search(path, from, to, found)
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

function look(path: SessionPath, minute: number, found: Found, last = QUARTERS): void {
  for (let quarter = 0; quarter < last; quarter++) lookInto(path, minute, quarter, found)
}

const values = new Float64Array(QUARTER)

function lookInto(path: SessionPath, minute: number, quarter: number, found: Found): void {
  fillQuarter(path, minute, quarter, values, 0)
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
  const [up, down] = [pipsOf(highest), pipsOf(lowest)]
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

function search(path: SessionPath, from: number, to: number, found: Found): void {
  const { log, following } = path
  const { levels, sources } = log
  let high = ln(found.high / PIPS_PER_DOLLAR)
  let low = ln(found.low / PIPS_PER_DOLLAR)
  const turned = following !== undefined && following.times < 0
  for (let minute = from; minute < to; minute++) {
    const start = nth(levels, minute)
    const end = nth(levels, minute + 1)
    let strays = 0
    for (const { weight, factor } of sources) {
      strays += Math.abs(weight) * nth(factor.deviations, minute)
    }
    const spread = spreadIn(path, minute)
    const reach = touchReach(spread, pipsOf(nth(path.levels, minute)))
    const ofMinute = strays * (ENDS_REACH + QUARTER_REACH)
    const up = Math.max(start, end) + ofMinute
    const down = Math.min(start, end) - ofMinute
    if (!mayHold(path, up, down, turned, reach, high, low)) continue
    let left = start
    for (let quarter = 0; quarter < QUARTERS; quarter++) {
      let right = start + ((end - start) * (quarter + 1)) / QUARTERS
      if (quarter < QUARTERS - 1) {
        for (const { weight, factor } of sources) {
          const scale = weight * nth(factor.deviations, minute)
          right += scale * quarterStart(factor.seconds, minute, quarter + 1)
        }
      }
      const strayed = strays * QUARTER_REACH
      const highest = Math.max(left, right) + strayed
      const lowest = Math.min(left, right) - strayed
      if (mayHold(path, highest, lowest, turned, reach, high, low)) {
        lookInto(path, minute, quarter, found)
        high = ln(found.high / PIPS_PER_DOLLAR)
        low = ln(found.low / PIPS_PER_DOLLAR)
      }
      left = right
    }
  }
}

/** Whether a leader between two levels can bring a higher ask or a lower bid than those found. */
function mayHold(
  { following }: SessionPath,
  up: number,
  down: number,
  turned: boolean,
  reach: number,
  high: number,
  low: number,
): boolean {
  if (following === undefined) return up + reach > high || down - reach < low
  const [highest, lowest] = turned ? [down, up] : [up, down]
  return followed(following, highest) + reach > high || followed(following, lowest) - reach < low
}
