/**
 * Bots that trade by the hour, the day and the year: none earns more than its spread, and each gets
 * rich if a leak is added. Results of one date count as one, because names move together.
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Feed } from '../../../src/market/feed'
import { simulatedFeed } from '../../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../../src/market/instruments/reference'
import { forThisFile } from '../../support/for-this-file'
import { type Columns, columnsAt, sessionsFrom, withNextSecond } from './columns'
import { EDGES, type Edge, edgeResults } from './edges'
import { bounce, straightLines } from './leaks'
import { ofRun } from './length'
import { at, type Bot, middle, play } from './play'
import { SURE, scoreOf } from './score'
import type { Way } from './second-bots'

setDefaultTimeout(1_800_000)

const SEEDS = [1, 2] as const
const SYMBOLS = ['AAPL', 'F', 'GLD', 'JPM', 'KO', 'NVDA', 'SPY', 'TLT', 'TSLA', 'XOM'] as const
const MINUTE_MS = 60_000

const feedOf = (seed: number): Feed => simulatedFeed({ seed, instruments: US_INSTRUMENTS })
const feeds = forThisFile(() => SEEDS.map(feedOf))

const t = (results: readonly number[]): number => scoreOf(results).t
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The gain of money: without one, the logarithm falls by half the variance. */
const gainOf = (logs: Float64Array, from: number, to: number): number =>
  Math.exp(at(logs, to) - at(logs, from)) - 1

/** Decides in each pair's first second, by the move since some pairs before. */
const followPairs =
  (pairs: number, way: Way): Bot =>
  ({ last }, index, position) => {
    if (index % 2 === 1 || index < 2 * pairs) return position
    const moved = at(last, index) - at(last, index - 2 * pairs)
    return moved * way > 0 ? 1 : moved === 0 ? 0 : -1
  }

/** Stretches of `length` instants, each with the columns of all symbols. */
function stretches(instants: readonly number[], length: number): readonly (readonly Columns[])[] {
  return feeds().flatMap((feed) =>
    Array.from({ length: Math.floor(instants.length / length) }, (_, stretch) => {
      const own = withNextSecond(instants.slice(stretch * length, (stretch + 1) * length))
      return SYMBOLS.map((symbol) => columnsAt(feed, symbol, own))
    }),
  )
}

/** Each hour from 10:00 to 15:00, a date at a time. */
const hours = forThisFile(() =>
  stretches(
    sessionsFrom('2025-03-03', ofRun(20, 250)).flatMap(({ opensMs }) =>
      [0, 1, 2, 3, 4, 5].map((hour) => opensMs + (30 + 60 * hour) * MINUTE_MS),
    ),
    6,
  ),
)
/** 15:50 of each date, a month at a time. */
const dates = forThisFile(() =>
  stretches(
    sessionsFrom('2024-01-02', ofRun(240, 2_000)).map(({ opensMs }) => opensMs + 380 * MINUTE_MS),
    20,
  ),
)

const earned = (bot: Bot, columns: readonly Columns[]): number =>
  mean(columns.map((each) => play(bot, each).net))

describe.each([
  ['hour', hours],
  ['date', dates],
] as const)('a bot that looks once per %s', (_, windows) => {
  test.each([
    [1, 1],
    [1, -1],
    [3, 1],
    [3, -1],
  ] as const)(
    'earns nothing by following (1) or fading (-1) the last %d moves: %d',
    (pairs, way) => {
      expect(t(windows().map((columns) => earned(followPairs(pairs, way), columns)))).toBeLessThan(
        SURE,
      )
    },
  )
  test('control: earns on prices that move in straight lines', () => {
    const leak = straightLines(8)
    const results = windows().map((columns) => earned(followPairs(1, 1), columns.map(leak)))
    expect(t(results)).toBeGreaterThan(SURE)
  })
  test('control: earns by fading prices that bounce', () => {
    const leak = bounce(2, 0.02)
    const results = windows().map((columns) => earned(followPairs(1, -1), columns.map(leak)))
    expect(t(results)).toBeGreaterThan(SURE)
  })
})

describe('a bot that trades over the edge of a session', () => {
  const sessions = sessionsFrom('2025-03-03', ofRun(40, 250))
  const resultsOf = (edge: Edge, way: Way, lost = 0) =>
    feeds().flatMap((feed) =>
      sessions.map((session) => mean(edgeResults(feed, SYMBOLS, edge, session, way, lost))),
    )
  test.each(EDGES.map((edge) => [edge.name, edge] as const))('earns nothing: %s', (_, edge) => {
    for (const way of [1, -1] as const) expect(t(resultsOf(edge, way))).toBeLessThan(SURE)
  })
  test.each(EDGES.map((edge) => [edge.name, edge] as const))(
    'gets rich where the price turns there: %s',
    (_, edge) => expect(t(resultsOf(edge, -1, 1))).toBeGreaterThan(SURE),
  )
})

/** The results of half of the money in each column, with half a spread at each trade. */
function halfInEach(one: Columns, other: Columns): readonly number[] {
  const gain = (columns: Columns, index: number): number =>
    at(columns.bid, index + 1) / at(columns.ask, index) - 1
  return Array.from(
    { length: one.length - 1 },
    (_, index) => (gain(one, index) + gain(other, index)) / 2,
  )
}

describe('half of the money in a fund of three times the market, half in its inverse', () => {
  const PAIRS = [
    ['TQQQ', 'SQQQ', 'QQQ'],
    ['SOXL', 'SOXS', 'SOXX'],
    ['SPXL', 'SPXU', 'SPY'],
  ] as const
  const months = sessionsFrom('2019-01-02', ofRun(1_500, 4_000))
    .filter((_, index) => index % 21 === 0)
    .map(({ opensMs }) => opensMs + 380 * MINUTE_MS)
  const monthsOf = (feed: Feed, symbol: string) => columnsAt(feed, symbol, months)

  test.each(PAIRS)('earns nothing: %s and %s', (bull, bear) => {
    const results = feeds().flatMap((feed) =>
      halfInEach(monthsOf(feed, bull), monthsOf(feed, bear)),
    )
    expect(t(results)).toBeLessThan(SURE)
  })
  test('gets rich if the fund has three times the logarithm', () => {
    const results = feeds().flatMap((feed) => {
      const market = monthsOf(feed, 'QQQ')
      const power = (times: number): Columns => ({
        ...market,
        bid: market.bid.map((price) => price ** times),
        ask: market.ask.map((price) => price ** times),
      })
      return halfInEach(power(3), power(-3))
    })
    expect(t(results)).toBeGreaterThan(SURE)
  })
})

describe('a bot that buys far below the trend, and sells far above it', () => {
  const YEARS = 29
  const BEFORE = 8
  const NAMES = US_INSTRUMENTS.filter(({ type }) => type === 'COMMON_STOCK')
    .filter((_, index) => index % 8 === 0)
    .map(({ symbol }) => symbol)
  const years = Array.from(
    { length: YEARS },
    (_, year) => (sessionsFrom(`${2006 + year}-01-10`, 1)[0]?.opensMs ?? 0) + 120 * MINUTE_MS,
  )
  const logs = forThisFile(() =>
    feeds().map((feed) =>
      NAMES.map((symbol) => {
        const columns = columnsAt(feed, symbol, years)
        return columns.last.map((_, year) => Math.log(middle(columns, year)))
      }),
    ),
  )
  /** Each year's gain of the cheap third over the dear third. */
  const yearly = (names: readonly Float64Array[]): readonly number[] =>
    Array.from({ length: YEARS - BEFORE - 1 }, (_, index) => {
      const year = index + BEFORE
      const far = names.map((levels) => {
        const before = Array.from(levels.subarray(year - BEFORE, year))
        return {
          dear: at(levels, year) - mean(before),
          gain: gainOf(levels, year, year + 1),
        }
      })
      const sorted = far.toSorted((one, other) => one.dear - other.dear)
      const third = Math.floor(sorted.length / 3)
      const gains = (of: typeof sorted) => mean(of.map(({ gain }) => gain))
      return gains(sorted.slice(0, third)) - gains(sorted.slice(-third))
    })

  test('earns nothing', () => expect(t(logs().flatMap(yearly))).toBeLessThan(SURE))
  test('the opposite bet earns nothing either', () =>
    expect(-t(logs().flatMap(yearly))).toBeLessThan(SURE))
  test('control: earns on prices that come back to their trend', () => {
    const reverting = (levels: Float64Array): Float64Array => {
      let level = 0
      return levels.map((each, year) => {
        level = 0.6 * level + (year === 0 ? 0 : each - at(levels, year - 1))
        return level
      })
    }
    const results = logs().flatMap((names) => yearly(names.map(reverting)))
    expect(t(results)).toBeGreaterThan(SURE)
  })
})

describe('a date on which the prices of other seeds are known', () => {
  const OTHERS = [11, 12, 13, 14, 15, 16] as const
  const NAMES = ['AAPL', 'CAT', 'GLD', 'JNJ', 'JPM', 'NVDA', 'SPY', 'TLT', 'XOM'] as const
  const LEAD = 2
  const quarters = Array.from({ length: 28 }, (_, index) => {
    const month = String(1 + 3 * (index % 4)).padStart(2, '0')
    return sessionsFrom(`${2024 + Math.floor(index / 4)}-${month}-20`, 1)[0]?.opensMs ?? 0
  })
  const instants = [...quarters, sessionsFrom('2026-10-30', 1)[0]?.opensMs ?? 0]
    .map((opensMs) => opensMs + 389 * MINUTE_MS)
    .toSorted((one, other) => one - other)
  const logsOf = (feed: Feed): readonly Float64Array[] =>
    NAMES.map((symbol) => {
      const columns = columnsAt(feed, symbol, instants)
      return columns.last.map((_, index) => Math.log(middle(columns, index)))
    })
  const others = forThisFile(() => OTHERS.map(feedOf).map(logsOf))
  const own = forThisFile(() => feeds().map(logsOf))
  type Logs = readonly (readonly Float64Array[])[]

  /** Bets, some quarters ahead, that each price meets the other seeds' price. */
  const bets = (played: Logs, known: Logs): readonly number[] =>
    played.flatMap((names) =>
      Array.from({ length: Math.floor((instants.length - 1) / LEAD) }, (_, bet) => {
        const from = bet * LEAD
        return mean(
          names.map((levels, name) => {
            const there = mean(known.map((seed) => at(seed[name] ?? levels, from + LEAD)))
            const way = Math.sign(there - at(levels, from))
            return way * gainOf(levels, from, from + LEAD)
          }),
        )
      }),
    )
  /** The distance between the seeds, name by name, on their nearest date. */
  const nearest = (seeds: Logs): number =>
    Math.min(
      ...instants.map((_, date) =>
        mean(
          NAMES.map((_, name) => {
            const values = seeds.map((seed) => at(seed[name] ?? new Float64Array(), date))
            const middleOfAll = mean(values)
            return Math.sqrt(mean(values.map((value) => (value - middleOfAll) ** 2)))
          }),
        ),
      ),
    )
  /** A leak: all prices meet on one of the dates. */
  const pinned = (seeds: Logs): Logs =>
    seeds.map((names) =>
      names.map((levels) =>
        levels.map((level, index) => {
          const part = Math.abs((index % 8) - 4) / 4
          return level * part + 4.6 * (1 - part)
        }),
      ),
    )

  test('other seeds’ prices on a date predict nothing of this seed’s', () =>
    expect(t(bets(own(), others()))).toBeLessThan(SURE))
  test('no two seeds agree on any date from 2024 on', () =>
    expect(nearest([...own(), ...others()])).toBeGreaterThan(0.1))
  test('control: the bet earns if seeds agree on a date', () => {
    const [played, known] = [pinned(own()), pinned(others())]
    expect(t(bets(played, known))).toBeGreaterThan(SURE)
    expect(nearest(played)).toBeLessThan(0.1)
  })
})
