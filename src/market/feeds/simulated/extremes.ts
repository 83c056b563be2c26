/** The lowest bid and the highest ask of a run of minutes, to the second. */
import { nth } from '../nth'
import { ONE_DOLLAR, type Pips } from '../pips'
import { FURTHEST, QUARTER, QUARTERS, SECONDS } from './bridge'
import { type Found, search } from './extreme-search'
import { endsOf, fillQuarter, levelAt, type SessionPath, secondsOf, spreadIn } from './session-path'
import { pipsOf, touchAt } from './touch'

export interface Extremes {
  readonly high: Pips
  readonly low: Pips
}

/** Shorter runs are computed in full. */
const FEW = 3

export function extremesOf(path: SessionPath, from: number, to: number): Extremes {
  const found: Found = { high: 0, low: Number.POSITIVE_INFINITY }
  if (to - from === 1) {
    seen(path, from, secondsOf(path, from), 0, SECONDS, found)
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
    for (let minute = from; minute < to; minute++) look(path, minute, found)
    return found
  }
  const pips = pipsOf(least)
  const cheapest = pips < ONE_DOLLAR ? 0.9 * pips : Math.max(0.9 * pips, ONE_DOLLAR)
  search({ path, from, to, highest, lowest, cheapest }, found)
  return found
}

/**
 * Where the tick changes, a higher price need not have a higher ask. A minute moves no further than
 * its deviation allows; a follower moves its multiple of that, or more after a bad day.
 */
function nearDollar(
  { following }: SessionPath,
  least: number,
  most: number,
  deviation: number,
): boolean {
  const times = following === undefined ? 1 : BAD_DAY * Math.abs(following.times)
  const further = SAFE + times * deviation * FURTHEST
  return least - further < 0 && most + further > 0
}

const SAFE = 0.02
const BAD_DAY = 4

function look(path: SessionPath, minute: number, found: Found): void {
  const ends = endsOf(path.log, minute)
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    fillQuarter(path, minute, quarter, ends, values, 0)
    seen(path, minute, values, 0, QUARTER, found)
  }
}

const values = new Float64Array(QUARTER)

/** The bar of some seconds of a minute. */
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
  const oneTick = up < ONE_DOLLAR || down >= ONE_DOLLAR
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
