/**
 * Bots that trade within the hour, at two markets of twenty dates, on quotes second by second: none
 * earns more than its spread (a position of one share either way), and each gets rich if a leak is
 * added.
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { simulatedFeed } from '../../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../../src/market/instruments/reference'
import { forThisFile } from '../../support/for-this-file'
import { type Columns, columnsOf, sessionsFrom } from './columns'
import {
  apart,
  bounce,
  breakouts,
  knowingSizes,
  knowingSpread,
  knowingTrades,
  knowingVolume,
  type Leak,
  lagging,
  leadingSeconds,
  ramps,
  straightLines,
  turningMinutes,
} from './leaks'
import { ofRun } from './length'
import { catchUp, lead, rotate } from './pair-bots'
import { play } from './play'
import { pingPong } from './resting'
import { SURE, scoreOf } from './score'
import { secondBots } from './second-bots'

setDefaultTimeout(1_800_000)

const SEEDS = [1, 2] as const
const SYMBOLS = ['AAPL', 'F', 'GOOG', 'GOOGL', 'NVDA', 'SMH', 'SPY', 'TSLA', 'VOO'] as const
const DATES = 20
const SECONDS = ofRun(1_200, 7_200)
/** The opening, the noon and the end of the session take turns. */
const STARTS = [0, 4_500, 11_700, 16_200]

type Window = Readonly<Record<(typeof SYMBOLS)[number], Columns>>

function windowsOf(seed: number): readonly Window[] {
  const feed = simulatedFeed({ seed, instruments: US_INSTRUMENTS })
  return sessionsFrom('2025-03-03', DATES).map(({ opensMs }, date): Window => {
    const from = opensMs + (STARTS[date % STARTS.length] ?? 0) * 1_000
    const of = (symbol: string) => columnsOf(feed, symbol, from, SECONDS)
    return {
      AAPL: of('AAPL'),
      F: of('F'),
      GOOG: of('GOOG'),
      GOOGL: of('GOOGL'),
      NVDA: of('NVDA'),
      SMH: of('SMH'),
      SPY: of('SPY'),
      TSLA: of('TSLA'),
      VOO: of('VOO'),
    }
  })
}

const windows = forThisFile(() => SEEDS.flatMap(windowsOf))

const t = (results: readonly number[]): number => scoreOf(results).t
const botNames = secondBots().map(([name]) => name)
const botNamed = (name: string) => {
  const found = secondBots().find(([each]) => each === name)
  if (found === undefined) throw new Error(`no bot ${name}`)
  return found[1]
}
const earned = (name: string, columns: Columns): number => play(botNamed(name), columns).net

describe('a bot that looks at one instrument', () => {
  test.each(botNames)('earns nothing %s', (name) => {
    for (const symbol of SYMBOLS) {
      const found = t(windows().map((window) => earned(name, window[symbol])))
      expect([symbol, found < SURE]).toEqual([symbol, true])
    }
  })

  const LEAKS: readonly (readonly [string, string, Leak])[] = [
    ['with the last 1 s', 'ramps of twenty seconds', ramps(20, 0.01)],
    ['with the last 5 s, beyond the spread', 'straight lines within the minute', straightLines(60)],
    ['with the last 15 s', 'straight lines within two minutes', straightLines(120)],
    ['with the last 60 s', 'straight lines within ten minutes', straightLines(600)],
    ['with the last 300 s', 'straight lines within twenty minutes', straightLines(1_200)],
    ['against the last 1 s', 'a bounce of two seconds', bounce(2, 0.001)],
    ['against the last 5 s', 'a bounce of five seconds', bounce(5, 0.001)],
    ['against the last 15 s', 'a bounce of fifteen seconds', bounce(15, 0.001)],
    ['against the last 60 s', 'a bounce of a minute', bounce(60, 0.003)],
    ['against the last 300 s', 'a bounce of five minutes', bounce(300, 0.01)],
    ['with the size imbalance, for 1 s', 'sizes that know the next second', knowingSizes(2)],
    ['with the size imbalance, for 10 s', 'sizes that know ten seconds', knowingSizes(10)],
    ['with a volume spike, for 30 s', 'shares that announce a drift', knowingVolume],
    ['with a widened spread, for 30 s', 'a spread that announces a drift', knowingSpread],
    ['with the side of the last trade, for 5 s', 'trades that know', knowingTrades],
    ['with a new extreme of the minute', 'breakouts that go on', breakouts(60)],
    ['with a new extreme of five minutes', 'breakouts that go on', breakouts(300)],
    ['against the minute, over its end', 'minutes that turn at their end', turningMinutes],
    ['with the first second of a minute', 'first seconds that lead', leadingSeconds],
    ['against the distance from two minutes’ average', 'a bounce of a minute', bounce(60, 0.003)],
  ]
  test.each(LEAKS)('gets rich %s, if there are %s', (name, _, leak) => {
    expect(t(windows().map((window) => earned(name, leak(window.TSLA))))).toBeGreaterThan(SURE)
  })
})

const TWINS = [
  ['SPY', 'VOO'],
  ['GOOG', 'GOOGL'],
] as const

describe('a bot that looks at two instruments', () => {
  test.each(TWINS)('earns nothing by rotating between %s and %s', (one, other) => {
    for (const seconds of [60, 300]) {
      const results = windows().map((window) => rotate(window[one], window[other], seconds))
      expect([seconds, t(results) < SURE]).toEqual([seconds, true])
    }
  })
  test.each(TWINS)('gets rich if %s and %s part for ten seconds', (one, other) => {
    const results = windows().map((window) =>
      rotate(apart(one)(window[one]), apart(other)(window[other]), 60),
    )
    expect(t(results)).toBeGreaterThan(SURE)
  })

  const LED = [
    ...TWINS,
    ['SPY', 'AAPL'],
    ['SPY', 'TSLA'],
    ['SMH', 'NVDA'],
    ['NVDA', 'SMH'],
  ] as const
  test.each(LED)('earns nothing from the moves of %s before %s', (leader, led) => {
    for (const seconds of [1, 5, 30]) {
      for (const bot of [lead, catchUp]) {
        const results = windows().map(
          (window) => play(bot(window[leader], seconds), window[led]).net,
        )
        expect([seconds, t(results) < SURE]).toEqual([seconds, true])
      }
    }
  })
  test('gets rich if AAPL repeats the moves of NVDA five seconds later', () => {
    const results = windows().map(
      ({ NVDA, AAPL }) => play(lead(NVDA, 5), lagging(NVDA, 5)(AAPL)).net,
    )
    expect(t(results)).toBeGreaterThan(SURE)
  })
})

describe('a bot that rests at the quote, buys at the bid and sells at the ask', () => {
  test.each([1, 10, 60])('earns nothing with orders replaced after %d s', (timeouts) => {
    for (const symbol of SYMBOLS) {
      const found = t(windows().map((window) => pingPong(window[symbol], timeouts)))
      expect([symbol, found < SURE]).toEqual([symbol, true])
    }
  })
  test('gets rich if quotes bounce', () => {
    const results = windows().map(({ TSLA }) => pingPong(bounce(5, 0.001)(TSLA), 10))
    expect(t(results)).toBeGreaterThan(SURE)
  })
})
