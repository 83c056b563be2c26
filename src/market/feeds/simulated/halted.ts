/** Lets an instrument's session stand still in its halts. */
import { nth } from '../nth'
import type { SessionSpan } from '../trading-day'
import { type Conversion, followerPrice } from './follower-path'
import { bandHalts, bandOf, joinHalts, NO_HALTS, standStill } from './halts'
import type { LogPath } from './instrument-path'
import type { PresentTurnover } from './turnover'

/** Dollars traded a day, from which on a band is narrow. */
const BUSY_DOLLARS = 50e6
/**
 * A session has no halt of its own if every fifth minute lies within this part of its band: so most
 * sessions are not searched.
 */
const SEARCHED = 0.7
const EVERY = 5

/** A path that has the market's halts: it stands still in them, and in its own band's. */
export function withHalts(
  log: LogPath,
  { session, minutes }: SessionSpan,
  { close, dailyVolume }: PresentTurnover,
  conversion: Conversion | undefined,
): LogPath {
  if (session !== 'REGULAR') return log
  const times = Math.abs(conversion?.times ?? 1)
  const band = bandOf({ close, busy: close * dailyVolume > BUSY_DOLLARS, times })
  const { levels } = log
  let lowest = nth(levels, 0)
  let highest = lowest
  for (let minute = EVERY; minute < minutes; minute += EVERY) {
    const level = levels[minute] ?? 0
    if (level < lowest) lowest = level
    else if (level > highest) highest = level
  }
  const isCalm = times * (highest - lowest) < SEARCHED * band
  if (isCalm && log.halts.length === 0) return log
  const own = isCalm ? NO_HALTS : bandHalts(logPrices(levels, conversion), minutes, band)
  const halts = joinHalts(log.halts, own)
  if (halts.length === 0) return log
  standStill(levels, halts)
  return { ...log, halts }
}

const logPrices = (levels: Float64Array, conversion: Conversion | undefined): Float64Array =>
  conversion === undefined ? levels : levels.map((level) => followerPrice(conversion, level))
