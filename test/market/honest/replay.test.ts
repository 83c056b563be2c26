/**
 * Replays bars of a pure random walk. Someone who knows how the path within a bar is drawn, and has
 * seen the bar so far, cannot predict its end. With a former path he can.
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { wireNumber } from '../../../src/core/money'
import type { NewBar } from '../../../src/ledger/bars'
import { replayFeed } from '../../../src/market/feeds/replay'
import { recordingOf } from '../../support/recording'
import { type Columns, columnsOf, emptyColumns } from './columns'
import { ofRun } from './length'
import { type Bot, play } from './play'
import { replayBots } from './replay-bots'
import { SURE, scoreOf } from './score'
import { follow } from './second-bots'
import { straightColumns } from './straight-replay'
import { startsAt, type WalkBars, walkBars } from './walk-bars'

setDefaultTimeout(600_000)

const SEEDS = [1, 2] as const
const MINUTES = 390
const SECONDS = 60 * MINUTES

const barsOf = (seed: number, figures: Partial<WalkBars>): readonly NewBar[] =>
  walkBars({
    symbol: 'AAPL',
    seed,
    first: '2024-01-02',
    dates: 4,
    interval: '1m',
    volatility: 0.02,
    steps: 300,
    price: 200,
    ...figures,
  })

/** Minute bars a date at a time, each second of them. The first date has no earlier bars. */
async function minuteDates(steps: number): Promise<readonly Columns[]> {
  const dates: Columns[] = []
  for (const seed of SEEDS) {
    const bars = barsOf(seed, { dates: ofRun(6, 40), steps })
    const feed = replayFeed(await recordingOf(bars), seed)
    for (const bar of bars.filter((_, index) => index > 0 && index % MINUTES === 0)) {
      dates.push(columnsOf(feed, 'AAPL', startsAt(bar).epochMilliseconds, SECONDS))
    }
  }
  return dates
}

/** Daily bars as the closes of their 1-minute candles, with a cent between bid and ask. */
async function dailyMinutes(): Promise<readonly Columns[]> {
  const dates: Columns[] = []
  for (const seed of SEEDS) {
    const bars = barsOf(seed, { interval: '1d', dates: ofRun(150, 1_500), steps: 3_000 })
    const feed = replayFeed(await recordingOf(bars), seed)
    for (const bar of bars.slice(20)) {
      const from = startsAt(bar)
      const to = from.add({ hours: 7 })
      const candles = feed.candles('AAPL', '1m', {
        from,
        to,
        now: to,
        sessions: ['REGULAR'],
        limit: 1_000,
        keep: 'oldest',
      })
      const columns = emptyColumns(candles.length)
      for (const [minute, { close, volume }] of candles.entries()) {
        columns.last[minute] = wireNumber(close)
        columns.bid[minute] = wireNumber(close) - 0.005
        columns.ask[minute] = wireNumber(close) + 0.005
        columns.volume[minute] = wireNumber(volume) + (columns.volume[minute - 1] ?? 0)
      }
      dates.push(columns)
    }
  }
  return dates
}

/** The t of each bot, over dates. */
const scores = (bots: readonly (readonly [string, Bot])[], dates: readonly Columns[]) =>
  bots.map(([name, bot]) => ({
    name,
    t: scoreOf(dates.map((columns) => play(bot, columns).net)).t,
  }))
const best = (of: ReturnType<typeof scores>) =>
  of.reduce((one, other) => (other.t > one.t ? other : one))

const SECOND_BOTS = [1, 5, 15, 60].flatMap((seconds) => [
  [`the last ${seconds} s go on`, follow(seconds, 1)] as const,
  [`the last ${seconds} s turn`, follow(seconds, -1)] as const,
])

describe('minute bars of a random walk', () => {
  test.each([60, 600])('of %d steps: no bot earns more than its spread', async (steps) => {
    const dates = await minuteDates(steps)
    for (const { name, t } of scores([...replayBots(60), ...SECOND_BOTS], dates)) {
      expect([name, t < SURE]).toEqual([name, true])
    }
  })
  test('replayed in straight lines, with the low first if they close up: bots get rich', () => {
    const bars = SEEDS.map((seed) => barsOf(seed, { dates: 6 }))
    const dates = bars.map((each) => straightColumns(each, 'low first if it closes up'))
    const found = scores(
      replayBots(60),
      dates.flatMap((columns) => inDates(columns, SECONDS)),
    )
    expect(best(found).t).toBeGreaterThan(10)
  })
})

describe('daily bars of a random walk', () => {
  test('no bot earns more than its spread', async () => {
    const dates = await dailyMinutes()
    const bots = [...replayBots(MINUTES), ...SECOND_BOTS]
    for (const { name, t } of scores(bots, dates)) expect([name, t < SURE]).toEqual([name, true])
  })
  test.each(['low first if it closes up', 'by a coin'] as const)(
    'replayed in straight lines, %s: bots get rich',
    (order) => {
      const dates = SEEDS.flatMap((seed) => {
        const bars = barsOf(seed, { interval: '1d', dates: 150, steps: 3_000 })
        return inDates(straightColumns(bars, order, MINUTES), MINUTES)
      })
      expect(best(scores(replayBots(MINUTES), dates)).t).toBeGreaterThan(10)
    },
  )
})

test('a walk is a walk: its bars have the range that theory wants', () => {
  const bars = barsOf(3, { interval: '1d', dates: 600, steps: 1_000 })
  const ratios = bars.map(({ numbers: [, open, high, low, close] }) => ({
    range: (high - low) / open,
    move: Math.abs(close - open) / open,
  }))
  const mean = (of: (bar: (typeof ratios)[number]) => number) =>
    ratios.reduce((sum, bar) => sum + of(bar), 0) / ratios.length
  // E range = √(8/π) σ, E |move| = √(2/π) σ.
  expect(mean(({ range }) => range) / mean(({ move }) => move)).toBeWithin(1.8, 2.15)
})

function inDates(columns: Columns, length: number): readonly Columns[] {
  return Array.from({ length: Math.floor(columns.length / length) }, (_, date) => {
    const cut = (column: Float64Array) => column.subarray(date * length, (date + 1) * length)
    return {
      length,
      atMs: cut(columns.atMs),
      bid: cut(columns.bid),
      ask: cut(columns.ask),
      bidSize: cut(columns.bidSize),
      askSize: cut(columns.askSize),
      last: cut(columns.last),
      volume: cut(columns.volume),
    }
  })
}
