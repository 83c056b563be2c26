/** The lowest bid and the highest ask of a run of minutes, to the second. */
import { nth } from '../nth'
import type { Pips } from '../pips'
import { QUARTER, QUARTERS, SECONDS } from './bridge'
import { type Found, search, seenBetween } from './extreme-search'
import { endsOf, fillQuarter, type SessionPath, secondsOf, spreadIn } from './session-path'
import { pipsOf, touchAt } from './touch'

export interface Extremes {
  readonly high: Pips
  readonly low: Pips
}

/** Shorter runs are looked at in full. */
const FEW = 3
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
  seenBetween(path, highest, nth(path.log.levels, highest), nth(path.log.levels, highest), found)
  seenBetween(path, lowest, nth(path.log.levels, lowest), nth(path.log.levels, lowest), found)
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
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    fillQuarter(path, minute, quarter, ends, values, 0)
    seen(path, minute, values, 0, QUARTER, found)
  }
}

const values = new Float64Array(QUARTER)

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
