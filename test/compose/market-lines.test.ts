import { describe, expect, test } from 'bun:test'
import { marketLines, referenceLines, seedLines } from '../../src/clients/cli/server/command'
import { Temporal } from '../../src/core/time'
import { exchangeCalendar, type MarketCalendar, replayCalendar } from '../../src/market/calendar'
import { readConfig } from '../../src/server/config/config'

const lines = (
  at: string,
  calendar: MarketCalendar = exchangeCalendar,
  canStartOpen = true,
): readonly string[] => marketLines(calendar, Temporal.Instant.from(at), canStartOpen)

describe('the market lines of a start', () => {
  test("show an open market's time in Korea and in New York", () => {
    expect(lines('2026-11-20T10:00-05:00')).toEqual([
      'market time   2026-11-21T00:00:00.000+09:00 in Korea (Fri 10:00 in New York), REGULAR',
    ])
  })

  test('show when a closed market opens, in both, and how to trade now', () => {
    expect(lines('2026-11-21T18:38-05:00')).toEqual([
      'market time   2026-11-22T08:38:00.000+09:00 in Korea (Sat 18:38 in New York), CLOSED',
      '              until 2026-11-23T10:00:00.000+09:00 in Korea (Sun 20:00 in New York), DAY',
      '              orders wait until then; to trade now, start it with MARKET_CLOCK=open',
    ])
  })

  test('of live prices advise no other time [live.clock]', () => {
    expect(lines('2026-11-21T18:38-05:00', exchangeCalendar, false).at(-1)).toBe(
      '              orders wait until then',
    )
  })

  test('show what to do about a market that never opens again', () => {
    const recorded = replayCalendar([Temporal.PlainDate.from('2024-07-03')])
    const [first, ...others] = lines('2024-07-05T10:00-04:00', recorded)
    expect(first).toEndWith('CLOSED for good: the imported bars end on 2024-07-03.')
    expect(others.join(' ')).not.toContain('MARKET_CLOCK=open')
  })
})

describe('[run.known-years] a start before 2025', () => {
  const before = Temporal.Instant.from('2024-12-31T23:59:59-05:00')
  const from = Temporal.Instant.from('2025-01-01T00:00-05:00')
  test('says of the simulated market that references reveal its prices', () => {
    expect(referenceLines('simulated', before).join(' ')).toContain('referencePrice')
    expect(referenceLines('simulated', from)).toEqual([])
  })
  test('says nothing of prices that are not simulated', () => {
    for (const feed of ['replay', 'recorded', 'live'] as const) {
      expect(referenceLines(feed, before)).toEqual([])
    }
  })
})

test.each([
  { HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://paper.example.com' },
  { TRUSTED_PROXIES: '127.0.0.1' },
])('[run.seed-known] a start that others can reach warns of a chosen seed: %j', (reach) => {
  const warningOf = (env: Readonly<Record<string, string>>, seedDrawn: boolean): string => {
    const read = readConfig(env)
    if ('faults' in read) throw new Error(JSON.stringify(read.faults))
    return seedLines(read.config, seedDrawn).join(' ')
  }
  const warning = 'whoever finds out its seed'
  expect(warningOf(reach, false)).toContain(warning)
  expect(warningOf({ ...reach, MARKET_SEED: '20261125' }, false)).toContain(warning)
  expect(warningOf(reach, true)).toBe('')
  expect(warningOf({ ...reach, MARKET_FEED: 'replay' }, false)).toBe('')
  expect(warningOf({}, false)).toBe('')
})
