/** Index funds move as the sum of the stocks that they hold, by the formula of `GROUPS`. */
import { describe, expect, test } from 'bun:test'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { withFundFigures } from '../../tools/index-funds/figures'
import { holdingsOf, INDEX_FUNDS } from '../../tools/index-funds/holdings'
import {
  correlation,
  covariance,
  type Movement,
  movementOf,
  movementOfHoldings,
} from '../../tools/index-funds/movement'

const listed = new Map(US_INSTRUMENTS.map((each) => [each.symbol, each]))

function movementOfFund(symbol: string): Movement {
  const fund = listed.get(symbol)
  if (fund === undefined) throw new Error(`${symbol} is not listed`)
  return movementOf(fund)
}

const stocksOf = (symbol: string): Movement => {
  const holds = INDEX_FUNDS.get(symbol)
  if (holds === undefined) throw new Error(`${symbol} is not an index fund`)
  return movementOfHoldings(holdingsOf(holds, US_INSTRUMENTS))
}

/** The deviation of the difference between a fund and its stocks, relative to the fund's own. */
function apart(symbol: string): number {
  const [fund, stocks] = [movementOfFund(symbol), stocksOf(symbol)]
  const ofFund = covariance(fund, fund)
  const difference = ofFund + covariance(stocks, stocks) - 2 * covariance(fund, stocks)
  return Math.sqrt(Math.max(0, difference) / ofFund)
}

test('the rows of index funds, and of what follows them, are those of their stocks', () =>
  // `bun tools/index-funds/main.ts` writes them.
  expect(withFundFigures(US_INSTRUMENTS)).toEqual(US_INSTRUMENTS))

describe('an index fund correlates with the stocks that it holds', () => {
  test.each(['SPY', 'SCHX', 'IWB', 'VTI', 'QQQ'])('%s by more than 0.99', (symbol) =>
    expect(correlation(movementOfFund(symbol), stocksOf(symbol))).toBeGreaterThan(0.99),
  )
  test.each([...INDEX_FUNDS.keys()])('%s by more than 0.95', (symbol) =>
    expect(correlation(movementOfFund(symbol), stocksOf(symbol))).toBeGreaterThan(0.95),
  )
  test.each([...INDEX_FUNDS.keys()])(
    '%s differs by less than an eighth of its movement',
    (symbol) => expect(apart(symbol)).toBeLessThan(0.125),
  )
})

test('SPY moves with the market one to one', () =>
  expect(listed.get('SPY')?.beta ?? 0).toBeCloseTo(1, 1))
