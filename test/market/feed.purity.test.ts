import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { atMs } from '../../src/core/time'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { at, INSTRUMENTS, newFeed, range, SYMBOLS } from '../support/feed'

const FIRST_MS = at('2005-01-04T00:00:00Z').epochMilliseconds
const LAST_MS = at('2035-12-31T00:00:00Z').epochMilliseconds
const DAY_MS = 86_400_000
const questions = fc.array(
  fc.record({
    symbol: fc.constantFrom(...SYMBOLS),
    ms: fc.integer({ min: FIRST_MS, max: LAST_MS }),
  }),
  { minLength: 1, maxLength: 12 },
)
const text = JSON.stringify

test('two feeds of one seed agree, in any order of queries', () => {
  fc.assert(
    fc.property(questions, (asked) => {
      const one = newFeed(7)
      const other = newFeed(7)
      const answers = asked.map(({ symbol, ms }) => text(one.quote(symbol, atMs(ms))))
      const reversed = asked
        .toReversed()
        .map(({ symbol, ms }) => text(other.quote(symbol, atMs(ms))))
      expect(reversed.toReversed()).toEqual(answers)
    }),
    { numRuns: 20, seed: 1 },
  )
})

test('a path that was evicted is computed again with the same result', () => {
  const feed = newFeed()
  const monday = range('2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z', { sessions: ['PRE'] })
  const before = text(feed.candles('BUSY', '1m', monday))
  const firstMs = at('2015-01-01T15:00:00Z').epochMilliseconds
  for (let day = 0; day < 2_500; day++) feed.bidAsk('BUSY', atMs(firstMs + day * DAY_MS))
  expect(text(feed.candles('BUSY', '1m', monday))).toBe(before)
})

test('another seed is another market', () => {
  const when = at('2026-03-02T15:00:00Z')
  expect(text(newFeed(1).quote('BUSY', when))).not.toBe(text(newFeed(2).quote('BUSY', when)))
})

test('instruments do not depend on which others are listed', () => {
  const alone = simulatedFeed({ seed: 1, instruments: INSTRUMENTS.slice(1, 2) })
  const when = at('2026-03-02T15:00:00Z')
  expect(text(alone.quote('DEAR', when))).toBe(text(newFeed().quote('DEAR', when)))
})
