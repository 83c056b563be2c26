/** Reading in bites: the same candles, and a turn for others in between. */
import { expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
import { type CandleRange, INTERVALS } from '../../src/market/feed'
import { readInBites } from '../../src/modules/candles/bites'
import { FEED } from '../support/market-api'

const range = (keep: CandleRange['keep'], limit: number): CandleRange => ({
  from: Temporal.Instant.from('2026-01-05T00:00:00Z'),
  to: Temporal.Instant.from('2026-03-04T00:00:00Z'),
  now: Temporal.Instant.from('2026-03-02T15:00:30Z'),
  sessions: ['PRE', 'REGULAR'],
  limit,
  keep,
})
const questions = INTERVALS.flatMap((interval) =>
  (['oldest', 'newest'] as const).flatMap((keep) =>
    [1, 37, 1_001].map((limit) => ({ interval, keep, limit })),
  ),
)

test.each(questions)('gives what the feed gives at once: %j', async ({ interval, keep, limit }) => {
  const asked = range(keep, limit)
  expect(await readInBites(FEED, 'AAPL', interval, asked)).toEqual([
    ...FEED.candles('AAPL', interval, asked),
  ])
})

test('lets others have their turn before it is done', async () => {
  let turns = 0
  let done = false
  const takeTurns = () => {
    turns++
    if (!done) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  await readInBites(FEED, 'AAPL', '1d', range('newest', 30))
  done = true
  expect(turns).toBeGreaterThanOrEqual(2)
})
