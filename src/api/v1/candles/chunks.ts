/**
 * A feed may work out years of prices for one question, and a month's candle costs it milliseconds.
 * Read a few candles at a time, so that orders get their turn in between.
 */
import { FIRST_INSTANT } from '../../../core/time'
import type { Candle, CandleRange, Feed, Interval } from '../../../market/feed'

/** Of candles that cost the simulated market some 10 ms when it has nothing of them yet. */
const AT_ONCE: Readonly<Record<Interval, number>> = {
  '1m': 1_000,
  '3m': 500,
  '5m': 300,
  '15m': 100,
  '30m': 50,
  '1h': 25,
  '1d': 10,
  '1w': 2,
  '1mo': 1,
}

/** So many bites are worth a request (D8). */
const BITES_A_REQUEST = 5

const MINUTE_MS = 60_000
/** At least so long after the candle before it. */
const APART_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1d': 1_440 * MINUTE_MS,
  '1w': 7 * 1_440 * MINUTE_MS,
  '1mo': 28 * 1_440 * MINUTE_MS,
}

/**
 * How many requests more than one the candles of a range are worth. It goes by what is asked for:
 * that is known beforehand, and the same each time, whatever the feed has kept.
 */
export function requestsWorth(
  interval: Interval,
  { from, to, now, sessions, limit }: Omit<CandleRange, 'keep'>,
): number {
  const begins = Math.max(from.epochMilliseconds, FIRST_INSTANT.epochMilliseconds)
  const ends = Math.min(to.epochMilliseconds, now.epochMilliseconds)
  const most = Math.max(0, Math.ceil((ends - begins) / APART_MS[interval]))
  // A day's candle joins all sessions that are asked for; a shorter one is of one.
  const joined = APART_MS[interval] < APART_MS['1d'] ? 1 : sessions.length
  return Math.floor((Math.min(limit, most) * joined) / AT_ONCE[interval] / BITES_A_REQUEST)
}

/** Resolves when it is the caller's turn. */
export type YieldTurns = () => Promise<void>

/** One turn in each round of the event loop, in the order of asking: however many read candles. */
export function yieldTurns(): YieldTurns {
  const waiting: (() => void)[] = []
  const next = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((begin) => {
      waiting.push(begin)
      if (waiting.length === 1) setImmediate(next)
    })
}

/** What the feed would answer at once. */
export async function readInChunks(
  feed: Feed,
  turn: YieldTurns,
  symbol: string,
  interval: Interval,
  range: CandleRange,
): Promise<readonly Candle[]> {
  const bites: (readonly Candle[])[] = []
  let left = range
  while (left.limit > 0) {
    await turn()
    const limit = Math.min(AT_ONCE[interval], left.limit)
    const bite = feed.candles(symbol, interval, { ...left, limit })
    bites.push(bite)
    if (bite.length < limit) break
    left = { ...rest(left, bite), limit: left.limit - limit }
  }
  return range.keep === 'newest' ? bites.reverse().flat() : bites.flat()
}

/** What is left of the range on the other side of the bite. */
function rest(range: CandleRange, bite: readonly Candle[]): CandleRange {
  const edge = range.keep === 'newest' ? bite[0] : bite.at(-1)
  if (edge === undefined) return range
  return range.keep === 'newest'
    ? { ...range, to: edge.startsAt }
    : { ...range, from: edge.startsAt.add({ milliseconds: 1 }) }
}
