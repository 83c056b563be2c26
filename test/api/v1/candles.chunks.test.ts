/** Candles are read in chunks: the same candles, and a turn for other requests in between. */
import { describe, expect, test } from 'bun:test'
import { readInChunks, requestsWorth } from '../../../src/api/v1/market/service'
import { Temporal } from '../../../src/core/time'
import { type CandleRange, type Feed, INTERVALS } from '../../../src/market/feed'
import { yieldTurns } from '../../../src/market/turns'
import { FEED } from '../../support/api'

const range = (keep: CandleRange['keep'], limit: number): CandleRange => ({
  from: Temporal.Instant.from('2026-01-05T00:00:00Z'),
  to: Temporal.Instant.from('2026-03-04T00:00:00Z'),
  now: Temporal.Instant.from('2026-03-02T15:00:30Z'),
  sessions: ['PRE', 'REGULAR'],
  limit,
  keep,
})
const queries = INTERVALS.flatMap((interval) =>
  (['oldest', 'newest'] as const).flatMap((keep) =>
    [1, 37, 1_001].map((limit) => ({ interval, keep, limit })),
  ),
)

test.each(queries)(
  'candles read in chunks are those that the feed gives at once: %j',
  async ({ interval, keep, limit }) => {
    const asked = range(keep, limit)
    expect(await readInChunks(FEED, yieldTurns(), 'AAPL', interval, asked)).toEqual([
      ...FEED.candles('AAPL', interval, asked),
    ])
  },
)

test('reading candles gives other work its turns', async () => {
  let taken = 0
  let done = false
  const takeTurns = () => {
    taken++
    if (!done) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  await readInChunks(FEED, yieldTurns(), 'AAPL', '1d', range('newest', 30))
  done = true
  expect(taken).toBeGreaterThanOrEqual(2)
})

test('each turn of the event loop reads one chunk, however many requests read', async () => {
  let turn = 0
  let done = false
  const countTurns = () => {
    turn++
    if (!done) setImmediate(countTurns)
  }
  const chunks: number[] = []
  const feed: Feed = {
    ...FEED,
    candles(...asked) {
      chunks.push(turn)
      return FEED.candles(...asked)
    },
  }
  const shared = yieldTurns()
  setImmediate(countTurns)
  await Promise.all(
    ['AAPL', 'MSFT', 'KO'].map((symbol) =>
      readInChunks(feed, shared, symbol, '1d', range('newest', 30)),
    ),
  )
  done = true
  expect(chunks.length).toBeGreaterThanOrEqual(9)
  expect(new Set(chunks).size).toBe(chunks.length)
})

describe('the cost of a page of candles', () => {
  const now = Temporal.Instant.from('2026-03-02T15:00:30Z')
  const all = { from: Temporal.Instant.from('2005-01-01T00:00:00Z'), to: now, now }
  test.each([
    ['1mo', 1_000, 1, 55],
    ['1mo', 1_000, 4, 221],
    ['1mo', 12, 1, 2],
    ['1w', 1_000, 1, 100],
    ['1d', 1_000, 1, 20],
    ['1d', 500, 1, 10],
    ['1d', 30, 1, 0],
    ['1h', 1_000, 1, 8],
    ['1h', 1_000, 4, 8],
    ['5m', 1_000, 1, 0],
    ['1m', 1_000, 1, 0],
  ] as const)(
    '[rate-limit.cost] the cost of a page of candles of %s, %d candles of %d sessions: %d requests more',
    (interval, limit, count, more) => {
      const sessions = (['PRE', 'REGULAR', 'AFTER', 'DAY'] as const).slice(0, count)
      expect(requestsWorth(interval, { ...all, sessions, limit })).toBe(more)
    },
  )

  test('[rate-limit.cost] the cost of a page of candles is no more than its range can have', () => {
    const from = Temporal.Instant.from('2026-01-01T00:00:00Z')
    const asked = { ...all, from, sessions: ['REGULAR'], limit: 1_000 } as const
    expect(requestsWorth('1mo', asked)).toBe(0)
    expect(requestsWorth('1d', { ...asked, to: from })).toBe(0)
  })
})
