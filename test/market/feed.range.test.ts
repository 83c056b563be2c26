import { describe, expect, test } from 'bun:test'
import { at, newFeed, only, quoted, range } from '../support/feed'

const feed = newFeed()

describe('a range', () => {
  const starts = (figures: Parameters<typeof range>[2], symbol = 'BUSY') =>
    feed
      .candles(symbol, '15m', range('2026-03-02T15:00:00Z', '2026-03-03T15:00:00Z', figures))
      .map(({ startsAt }) => startsAt.toString())

  test('keeps the end that `keep` names, always ascending', () => {
    expect(starts({ limit: 2 })).toEqual(['2026-03-03T14:30:00Z', '2026-03-03T14:45:00Z'])
    expect(starts({ limit: 2, keep: 'oldest' })).toEqual([
      '2026-03-02T15:00:00Z',
      '2026-03-02T15:15:00Z',
    ])
  })
  test('includes from and not to', () => expect(starts({})).toHaveLength(24 + 2))
  test('has nothing after now', () => {
    expect(starts({ now: at('2026-03-02T15:15:00Z') })).toHaveLength(2)
    expect(starts({ now: at('2026-03-02T15:14:59.999Z') })).toHaveLength(1)
    expect(starts({ now: at('2026-03-02T14:00:00Z') })).toEqual([])
  })
  test('has only the requested sessions', () => {
    const [first] = starts({ sessions: ['DAY'], keep: 'oldest', limit: 1 })
    expect(first).toBe('2026-03-03T01:00:00Z')
  })
  test('has no DAY candles of an instrument that does not trade then', () =>
    expect(starts({ sessions: ['DAY'] }, 'IDLE')).toEqual([]))
  test('reaches back to the first trading date of 2005', () => {
    const always = range('1990-01-01T00:00:00Z', '2005-02-01T00:00:00Z')
    expect(feed.candles('BUSY', '1d', always)[0]?.startsAt.toString()).toBe('2005-01-03T14:30:00Z')
  })
  test('is empty for an unknown symbol', () => expect(starts({}, 'NOPE')).toEqual([]))
})

describe('the auctions', () => {
  test("are the REGULAR day candle's open and close", () => {
    const date = at('2026-03-02T12:00:00Z').toZonedDateTimeISO('UTC').toPlainDate()
    const day = only(
      feed.candles('IDLE', '1d', range('2026-03-02T12:00:00Z', '2026-03-03T12:00:00Z')),
    )
    const { open, close } = feed.auction('IDLE', date) ?? {}
    expect([open, close].map(String)).toEqual([day.open, day.close].map(String))
    expect(feed.auction('IDLE', date.subtract({ days: 1 }))).toBeUndefined()
    expect(feed.auction('NOPE', date)).toBeUndefined()
  })

  test("give the next trading date's quotes their previous close", () => {
    const friday = at('2026-02-27T12:00:00Z').toZonedDateTimeISO('UTC').toPlainDate()
    const close = String(feed.auction('BUSY', friday)?.close)
    expect(String(quoted(feed, 'BUSY', at('2026-03-02T15:00:00Z')).previousClose)).toBe(close)
    expect(String(quoted(feed, 'BUSY', at('2026-03-02T02:00:00Z')).previousClose)).toBe(close)
  })
})
