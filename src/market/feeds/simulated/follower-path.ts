/**
 * The path of a fund with a multiple of another instrument's daily return. The fund is rebalanced
 * at each REGULAR close, so over longer times its return is not the multiple of the leader's: it
 * loses when the leader goes up and down again (Cheng, Madhavan 2009).
 *
 *   price = price at the last close × (1 − costs of a day) × (1 + times × return since that close)
 */
import { memoize } from '../../memoize'
import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'
import { isTraded, tradedBefore } from './business-days'
import { BLOCK_DAYS } from './daily-blocks'
import type { Arrays } from './elementary'
import { exp, ln } from './elementary'
import { countedOn } from './factor-path'
import type { InstrumentPath, LogPath } from './instrument-path'

/** Converts a leader's log price to the follower's, within one model day. */
export interface Conversion {
  readonly times: number
  /** The log prices at the last close; the follower's has its costs deducted. */
  readonly leaderFrom: number
  readonly from: number
}

export interface FollowerSession {
  readonly leader: LogPath
  readonly conversion: Conversion
}

export interface FollowerPath {
  readonly logPriceAt: (businessDay: number) => number
  readonly session: (day: TradingDay, span: SessionSpan, arrays: Arrays) => FollowerSession
}

const BLOCKS_KEPT = 8
const TRADING_DAYS_PER_YEAR = 252
/** The part that remains of a fund whose multiple would take it below zero. */
const LEAST = 0.02

/** The follower's log price at a leader's. */
export const followerPrice = ({ times, leaderFrom, from }: Conversion, leader: number): number =>
  from + ln(Math.max(LEAST, 1 + times * (exp(leader - leaderFrom) - 1)))

/** The inverse: the leader's log price at a follower's; very low if there is none. */
export const leaderPrice = ({ times, leaderFrom, from }: Conversion, follower: number): number =>
  leaderFrom + ln(Math.max(1e-9, 1 + (exp(follower - from) - 1) / times))

export function followerPath(
  leader: InstrumentPath,
  times: number,
  logReference: number,
  annualCost: number,
): FollowerPath {
  const cost = ln(1 - annualCost / TRADING_DAYS_PER_YEAR)
  const blockAt = memoize(
    BLOCKS_KEPT,
    (index: number) => index,
    (index) => {
      const levels = new Float64Array(BLOCK_DAYS + 1)
      const first = index * BLOCK_DAYS
      const leaderAt = leader.logPricesOf(index)
      let leaderFrom = leader.logPriceAt(tradedBefore(first) + 1)
      for (let day = 0; day < BLOCK_DAYS; day++) {
        const from = nth(levels, day)
        const traded = isTraded(first + day)
        if (traded) {
          const leaderTo = nth(leaderAt, day + 1)
          levels[day + 1] = followerPrice({ times, leaderFrom, from: from + cost }, leaderTo)
          leaderFrom = leaderTo
        } else levels[day + 1] = from
      }
      return { levels }
    },
  )
  const starts = new Map([[0, logReference]])
  function startOf(index: number): number {
    const known = starts.get(index)
    if (known !== undefined) return known
    const towards = index > 0 ? index - 1 : index + 1
    const between = nth(blockAt(Math.min(index, towards)).levels, BLOCK_DAYS)
    const start = startOf(towards) + (index > 0 ? between : -between)
    starts.set(index, start)
    return start
  }
  function logPriceAt(businessDay: number): number {
    const index = Math.floor(businessDay / BLOCK_DAYS)
    return startOf(index) + nth(blockAt(index).levels, businessDay - index * BLOCK_DAYS)
  }
  return {
    logPriceAt,
    session(day, span, arrays) {
      const start = tradedBefore(countedOn(day, span)) + 1
      const overnight = span.session === 'AFTER' ? 0 : cost
      return {
        leader: leader.session(day, span, arrays),
        conversion: {
          times,
          leaderFrom: leader.logPriceAt(start),
          from: logPriceAt(start) + overnight,
        },
      }
    },
  }
}
