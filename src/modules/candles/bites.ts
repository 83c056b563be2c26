/**
 * A feed may work out years of prices for one question, and a month's candle costs it milliseconds.
 * Read a few candles at a time, so that orders get their turn in between.
 */
import type { Candle, CandleRange, Feed, Interval } from '../../market/feed'

/** Of candles that cost the simulated market about 10 ms when it has nothing of them yet. */
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

/** What the feed would answer at once. */
export async function readInBites(
  feed: Feed,
  symbol: string,
  interval: Interval,
  range: CandleRange,
): Promise<readonly Candle[]> {
  const bites: (readonly Candle[])[] = []
  let left = range
  while (left.limit > 0) {
    const limit = Math.min(AT_ONCE[interval], left.limit)
    const bite = feed.candles(symbol, interval, { ...left, limit })
    bites.push(bite)
    if (bite.length < limit) break
    left = { ...rest(left, bite), limit: left.limit - limit }
    await new Promise((next) => setImmediate(next))
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
