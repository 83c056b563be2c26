/** The cost of orders at the simulated market, compared with the square-root law. */
import { describe, expect, test } from 'bun:test'
import { price, quantityOfShares } from '../../../src/core/money'
import { dayOf, halfSpreadAt, middleAt, momentsOf, take } from './taking'

const SYMBOLS = ['AAPL', 'GME', 'F', 'AGM'] as const
const PARTS = [0.01, 0.05, 0.2, 1] as const
const MINUTES_A_DAY = 390
const MOMENTS = momentsOf(16)
const FACTOR = 1.5

/** Basis points of a price. */
const bp = (part: number): number => part * 1e4
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

describe.each(['standard@2', 'strict@2'] as const)('%s', (profile) => {
  test.each(SYMBOLS)(
    '[profile.impact] %s: from a hundredth of a minute to a minute’s volume an order costs what the square-root law says',
    (symbol) => {
      const { volume, sigma } = dayOf(symbol)
      const halfSpread = meanOf(MOMENTS.map((at) => bp(halfSpreadAt(symbol, at))))
      for (const part of PARTS) {
        const wanted = quantityOfShares(Math.max(1, Math.round((part * volume) / MINUTES_A_DAY)))
        const impact = bp(sigma) * Math.sqrt(part / MINUTES_A_DAY)
        const [least, most] = [halfSpread + (2 / 3) * impact, halfSpread + impact]
        const cost = meanOf(MOMENTS.map((at) => bp(take({ profile, symbol, at, wanted }).cost)))
        expect([part, cost, cost > least / FACTOR]).toEqual([part, cost, true])
        expect([part, cost, cost < most * FACTOR]).toEqual([part, cost, true])
      }
    },
  )

  test('[profile.impact] a LIMIT order far above the ask costs what a MARKET order costs', () => {
    for (const at of MOMENTS.slice(0, 4)) {
      const order = { profile, symbol: 'AAPL', at, wanted: quantityOfShares(9_000) }
      const limitPrice = price((middleAt('AAPL', at) * 1.02).toFixed(2))
      expect(take({ ...order, limitPrice })).toEqual(take(order))
    }
  })

  test('[profile.impact] an order in sixty parts also costs what the law predicts', () => {
    const { volume, sigma } = dayOf('AAPL')
    const wanted = quantityOfShares(Math.round(volume / MINUTES_A_DAY))
    const halfSpread = meanOf(MOMENTS.map((at) => bp(halfSpreadAt('AAPL', at))))
    const impact = bp(sigma) / Math.sqrt(MINUTES_A_DAY)
    const pieces = { profile, symbol: 'AAPL', wanted, parts: 60 }
    const cost = meanOf(MOMENTS.map((at) => bp(take({ ...pieces, at }).cost)))
    expect(cost).toBeGreaterThan((halfSpread + (2 / 3) * impact) / FACTOR)
    expect(cost).toBeLessThan((halfSpread + impact) * FACTOR)
  })
})
