/**
 * Market makers at the simulated market, each second of some days: prints hit their orders at the
 * price that is then expected of the future, so no way to quote earns anything, and a maker of one
 * share that stands at the touch loses nothing either. If only the quote reached their orders, each
 * fill would cost a spread.
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { simulatedFeed } from '../../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../../src/market/instruments/reference'
import { forThisFile } from '../../support/for-this-file'
import { sessionsFrom } from './columns'
import { ofRun } from './length'
import { MAKERS, type Made, type Maker, make, makerDay, withoutPrints } from './makers'
import { SURE, scoreOf } from './score'

setDefaultTimeout(1_800_000)

const SEEDS = [1, 2] as const
const SYMBOLS = ['AAPL', 'F', 'GME'] as const
const DATES = ofRun(10, 40)
/** AAPL's makers fill ten times as often as the others', and most of the time is their fills'. */
const secondsOf = (symbol: (typeof SYMBOLS)[number]): number =>
  ofRun(symbol === 'AAPL' ? 1_200 : 3_600, 23_400)

const days = forThisFile(() =>
  SEEDS.flatMap((seed) => {
    const feed = simulatedFeed({ seed, instruments: US_INSTRUMENTS })
    return sessionsFrom('2025-03-03', DATES).map(({ opensMs }, date) =>
      SYMBOLS.map((symbol) => {
        const seconds = secondsOf(symbol)
        // The opening and the end of the session take turns.
        const from = opensMs + (date % 2 === 0 ? 0 : 23_400 - seconds) * 1_000
        return makerDay(feed, symbol, from, seconds)
      }),
    )
  }).flat(),
)

function daysOf(symbol: string) {
  const found = days().filter((day) => day.symbol === symbol)
  if (found.length !== SEEDS.length * DATES) throw new Error(`${symbol} lacks days`)
  return found
}
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const makerNamed = (name: string): Maker => {
  const maker = MAKERS[name]
  if (maker === undefined) throw new Error(`no maker ${name}`)
  return maker
}
const AT_TOUCH = 'at the touch, each second another order'

/** The mean gain of a day, its standard error and the spread, in basis points. */
function summaryOf(made: readonly Made[]) {
  const gains = made.map(({ gain }) => gain)
  const { t } = scoreOf(gains)
  return { gain: mean(gains), t, spread: mean(made.map(({ spread }) => spread)) }
}

describe.each(SYMBOLS)('a maker of one share of %s', (symbol) => {
  test.each(Object.keys(MAKERS))('[fill.print] earns nothing %s', (name) => {
    for (const profile of ['standard@2', 'strict@2'] as const) {
      const made = daysOf(symbol).map((day) => make(day, makerNamed(name), profile))
      const { gain, t } = summaryOf(made)
      expect([profile, gain, t < SURE]).toEqual([profile, gain, true])
    }
  })

  test('[fill.print] loses nothing at the touch under standard', () => {
    const made = daysOf(symbol).map((day) => make(day, makerNamed(AT_TOUCH), 'standard@2'))
    const { gain, t, spread } = summaryOf(made)
    const error = Math.abs(gain / t)
    expect(mean(made.map(({ fills }) => fills))).toBeGreaterThan(50)
    expect([gain, Math.abs(gain) < spread + SURE * error]).toEqual([gain, true])
    expect([t, t > -SURE]).toEqual([t, true])
  })

  test('loses many spreads a day, if only the quote reaches its orders', () => {
    const made = daysOf(symbol).map((day) =>
      make(withoutPrints(day), makerNamed(AT_TOUCH), 'standard@2'),
    )
    const { gain, t, spread } = summaryOf(made)
    expect(gain).toBeLessThan(-10 * spread)
    expect(t).toBeLessThan(-SURE)
  })
})
