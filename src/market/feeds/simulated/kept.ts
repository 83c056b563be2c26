/**
 * What is kept in memory for the instruments of a market. A tick, or a client that follows the
 * whole market, asks for one of each instrument in turn, so limits that did not grow with the
 * market would at some size keep nothing that is asked for again.
 *
 *   path   20 KB   of the session before and this one, for quotes
 *          60 KB   of 256 sessions, for intraday candles
 *   bar    48 B    of the newest two years of REGULAR for daily candles, and 32,768 of 130 B for
 *                  earlier ones of a few instruments
 *
 * With 32 KB of its daily path that is at most 100 KB for each instrument, and 35 MB besides with
 * what factors.ts keeps: 160 MB for 1,270 of which all are quoted, and read for years.
 */
import { memoize } from '../../memoize'
import type { Bar } from '../bar'
import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'

export interface SessionOfListed {
  /** The instrument's index in the market's list. */
  readonly listed: number
  readonly day: TradingDay
  readonly span: SessionSpan
}

const QUOTED_OF_EACH = 2
const CHARTED = 256
const BARS = { ofEach: 512, besides: 32_768 } as const
/** Sessions of one date have places of their own. */
const PLACES_APART = BARS.ofEach / 4
/** The session's number, and its bar. */
const FIGURES = 6

const numberOf = ({ day, span }: SessionOfListed): number => day.epochDay * 4 + span.index

const keyIn =
  (instruments: number) =>
  (session: SessionOfListed): number =>
    numberOf(session) * instruments + session.listed

/**
 * Paths for quotes and paths for candles. They are apart, since the candles of past years, of which
 * few are asked for again, would fill the places of all instruments' quotes.
 */
export function keptPaths<Path extends object>(
  instruments: number,
  compute: (session: SessionOfListed) => Path,
): Readonly<Record<'quoted' | 'charted', (session: SessionOfListed) => Path>> {
  const keeping = (limit: number) => memoize(limit, keyIn(instruments), compute)
  return { quoted: keeping(QUOTED_OF_EACH * instruments), charted: keeping(CHARTED) }
}

/**
 * An instrument's bars lie in one array. As 320,000 objects in one map they are looked through by
 * the garbage collector again and again, which takes a twelfth of a daily candle's time.
 */
export function keptBars(
  instruments: number,
  compute: (session: SessionOfListed) => Bar,
): (session: SessionOfListed) => Bar {
  const shelves: (Float64Array | undefined)[] = Array.from({ length: instruments })
  const besides = memoize(BARS.besides, keyIn(instruments), compute)
  return (session) => {
    const { listed, day, span } = session
    const shelf = shelves[listed] ?? new Float64Array(BARS.ofEach * FIGURES)
    shelves[listed] = shelf
    const place = (day.businessDay + PLACES_APART * span.index) & (BARS.ofEach - 1)
    const at = place * FIGURES
    const number = numberOf(session)
    const holder = nth(shelf, at)
    if (holder === number) return barAt(shelf, at)
    if (holder > number) return besides(session)
    const bar = compute(session)
    shelf[at] = number
    shelf[at + 1] = bar.open
    shelf[at + 2] = bar.high
    shelf[at + 3] = bar.low
    shelf[at + 4] = bar.close
    shelf[at + 5] = bar.volume
    return bar
  }
}

const barAt = (shelf: Float64Array, at: number): Bar => ({
  open: nth(shelf, at + 1),
  high: nth(shelf, at + 2),
  low: nth(shelf, at + 3),
  close: nth(shelf, at + 4),
  volume: nth(shelf, at + 5),
})
