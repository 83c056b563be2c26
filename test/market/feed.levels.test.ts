/** Levels of the simulated market: growth in dollars, and turnover at the present price. */
import { describe, expect, test } from 'bun:test'
import { wireNumber } from '../../src/core/money'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { presentTurnover } from '../../src/market/feeds/simulated/turnover'
import { at, listed, quoted } from '../support/feed'

/** Instruments that move so little that ten years show their drift. */
const CALM = { annualVolatility: 0.02, beta: 0 }
const INSTRUMENTS = [
  listed('STOCK', '100', CALM),
  listed('BOND', '100', { ...CALM, type: 'ETF', sector: 'Bonds' }),
  listed('SHARE', '100', { ...CALM, type: 'PREFERRED_STOCK' }),
  listed('INVERSE', '100', { ...CALM, type: 'ETF', follows: { symbol: 'STOCK', times: -1 } }),
]
const SEEDS = Array.from({ length: 12 }, (_, seed) => seed)

/** The mean growth of a year, from 2025 to 2035. */
function growthOf(symbol: string): number {
  const logs = SEEDS.map((seed) => {
    const feed = simulatedFeed({ seed, instruments: INSTRUMENTS })
    const [first, last] = ['2025-01-06T18:00:00Z', '2035-01-08T18:00:00Z'].map((instant) =>
      wireNumber(quoted(feed, symbol, at(instant)).price),
    )
    return Math.log((last ?? 0) / (first ?? 1)) / 10
  })
  return logs.reduce((sum, log) => sum + log, 0) / logs.length
}

describe('without market risk', () => {
  test('a stock grows by 3 % a year, as prices in dollars do', () =>
    expect(growthOf('STOCK')).toBeCloseTo(0.03, 2))
  test.each(['BOND', 'SHARE'])('%s pays its growth out', (symbol) =>
    expect(growthOf(symbol)).toBeCloseTo(0, 2),
  )
  test('an inverse fund grows too, less costs of 2 %: it receives interest for twice its value', () =>
    expect(growthOf('INVERSE')).toBeCloseTo(-0.03 + 0.06 - 0.0195, 2))
})

describe('at a quarter of its reference price an instrument', () => {
  const stock = listed('STOCK', '40')
  const turnoverAt = (price: number) => presentTurnover(stock, () => Math.log(price))(0)
  const [usual, fallen] = [turnoverAt(40), turnoverAt(10)]

  test('trades twice the shares, and half of the dollars', () => {
    expect(usual.dailyVolume).toBeCloseTo(stock.dailyVolume, 3)
    expect(fallen.dailyVolume).toBeCloseTo(2 * stock.dailyVolume, 3)
    expect(fallen.close).toBeCloseTo(10, 10)
  })
  test('has a wider spread, as a part of the price', () =>
    expect(fallen.liquidity.spread).toBeGreaterThan(usual.liquidity.spread))
})
