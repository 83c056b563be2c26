/** The bounds of prices in parts of a session, compared with each second. */
import { describe, expect, test } from 'bun:test'
import { atMs, Temporal } from '../../src/core/time'
import { pinnedFeed } from '../../src/market/feeds/pinned'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { FEED } from '../support/api'
import { tradedAt } from '../support/feed'

const at = (text: string) => Temporal.Instant.from(`${text}-05:00`)

/** An ordinary share, a cheap share, a leveraged fund and an inverse fund. */
const SYMBOLS = ['AAPL', 'F', 'TQQQ', 'SQQQ']
const REGULAR = { from: at('2026-03-02T09:30'), minutes: 390 }

describe.each(SYMBOLS)('%s', (symbol) => {
  test.each([
    ['a session', Number.POSITIVE_INFINITY, REGULAR.from, REGULAR.minutes],
    ['an hour', 60, at('2026-03-02T10:30'), 60],
    ['the last part of an hour', 60, at('2026-03-02T15:30'), 30],
    ['a minute', 1, at('2026-03-02T12:17'), 1],
  ] as const)('no quote and no print is beyond the reach of %s', (_, minutes, from, length) => {
    const middle = from.add({ seconds: length * 30 })
    const reach = FEED.reach?.(symbol, middle, minutes)
    expect(reach?.untilMs).toBe(from.add({ minutes: length }).epochMilliseconds)
    let lowest = Number.POSITIVE_INFINITY
    let highest = 0
    for (let second = 0; second < length * 60; second++) {
      const traded = tradedAt(FEED, symbol, atMs(from.epochMilliseconds + second * 1_000))
      lowest = Math.min(lowest, Number(traded.lowest.toFixed()))
      highest = Math.max(highest, Number(traded.highest.toFixed()))
    }
    expect([Number(reach?.lowest.toFixed()), Number(reach?.highest.toFixed())]).toEqual([
      lowest,
      highest,
    ])
  })
})

test('there are no bounds while the market is closed, nor for an unknown symbol', () => {
  expect(FEED.reach?.('AAPL', at('2026-02-28T12:00'), 60)).toBeUndefined()
  expect(FEED.reach?.('NONE', REGULAR.from, 60)).toBeUndefined()
})

test('there are no bounds for a pinned instrument', () => {
  const base = simulatedFeed({ seed: 1, instruments: US_INSTRUMENTS })
  const aapl = FEED.bidAsk('AAPL', REGULAR.from)
  if (aapl === undefined) throw new Error('no quote')
  const pin = { ...aapl, pinnedAt: REGULAR.from, releasedAt: REGULAR.from }
  const feed = pinnedFeed(base, { of: (symbol) => (symbol === 'AAPL' ? [pin] : []) })
  expect(feed.reach?.('AAPL', REGULAR.from, 60)).toBeUndefined()
  expect(feed.reach?.('MSFT', REGULAR.from, 60)).toBeDefined()
})
