/**
 * How many results are kept in memory for the instruments of a market. A tick, or a client that
 * follows the whole market, asks for one of each instrument in turn, so limits that did not grow
 * with the market would at some size keep nothing that is asked for again.
 *
 *   path   20 KB   of the session before and this one for quotes, and 1,024 for intraday candles
 *   bar    100 B   of a year's REGULAR for daily candles, and 32,768 for more of a few instruments
 *
 * With 50 KB of its daily path that is at most 120 KB for each instrument, and 110 MB besides with
 * what factors.ts keeps: 260 MB for 1,270 of which all are read for a year.
 */
import { memoize } from '../../memoize'
import type { SessionSpan, TradingDay } from '../trading-day'

export interface SessionOfListed {
  /** The instrument's index in the market's list. */
  readonly listed: number
  readonly day: TradingDay
  readonly span: SessionSpan
}

const LIMITS = {
  path: { ofEach: 2, besides: 1_024 },
  bar: { ofEach: 256, besides: 32_768 },
} as const

export function keptFor<Value extends object>(
  instruments: number,
  kind: keyof typeof LIMITS,
  compute: (session: SessionOfListed) => Value,
): (session: SessionOfListed) => Value {
  const { ofEach, besides } = LIMITS[kind]
  const keyOf = ({ listed, day, span }: SessionOfListed): number =>
    (day.epochDay * 4 + span.index) * instruments + listed
  return memoize(ofEach * instruments + besides, keyOf, compute)
}
