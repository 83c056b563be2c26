/** One instrument's sessions and days in the simulated market, the costly ones kept for a while. */
import type { OpenSession } from '../../../core/session'
import { type Bar, barOfFormingMinute, barOfMinutes, joined } from './bar'
import type { Liquidity } from './bid-ask'
import type { SessionPath } from './session-path'
import type { SessionSpan, TradingDay } from './trading-day'

export interface Listing {
  readonly trades: (session: OpenSession) => boolean
  readonly liquidity: Liquidity
  /** Minute by minute. */
  readonly path: (day: TradingDay, span: SessionSpan) => SessionPath
  /** Of a whole session. */
  readonly bar: (day: TradingDay, span: SessionSpan) => Bar
  /** Shares of a whole session. */
  readonly volume: (day: TradingDay, span: SessionSpan) => number
}

/**
 * The minutes `from` (inclusive) to `to` (exclusive) as far as they are known at `nowMs`; undefined
 * where not even their first second is.
 */
export function barBy(
  listing: Listing,
  day: TradingDay,
  span: SessionSpan,
  [from, to]: readonly [number, number],
  nowMs: number,
): Bar | undefined {
  const second = Math.floor((nowMs - span.opensMs) / 1_000)
  const minute = Math.floor(second / 60)
  if (minute < from) return undefined
  if (from === 0 && to === span.minutes && minute >= to) return listing.bar(day, span)
  const path = listing.path(day, span)
  if (minute >= to) return barOfMinutes(path, from, to)
  const over = minute > from ? barOfMinutes(path, from, minute) : undefined
  return joined(over, barOfFormingMinute(path, minute, second - minute * 60))
}
