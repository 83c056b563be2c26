import { describe, expect, test } from 'bun:test'
import { evaluationAmount, holdingValue, totalAsset } from '../../src/core/account/valuation'
import { amount, price, quantity } from '../../src/core/money'
import { aHolding, anAccount } from '../support/examples'

const held = (shares: string, cost: string) =>
  aHolding({ quantity: quantity(shares), purchaseAmount: amount(cost) })

const lineOf = (shares: string, cost: string, at?: string) => {
  const value = holdingValue(held(shares, cost), at === undefined ? undefined : price(at))
  return {
    averageBuyPrice: value.averageBuyPrice.toFixed(),
    currentPrice: value.currentPrice.toFixed(),
    evaluationAmount: value.evaluationAmount.toFixed(),
    evaluationPnl: value.evaluationPnl.toFixed(),
    evaluationPnlRate: value.evaluationPnlRate.toFixed(),
  }
}

describe('[holding.value] what a holding is worth', () => {
  test('a holding above its cost has a gain', () => {
    expect(lineOf('100', '900', '10.01')).toEqual({
      averageBuyPrice: '9',
      currentPrice: '10.01',
      evaluationAmount: '1001',
      evaluationPnl: '101',
      evaluationPnlRate: '11.22',
    })
  })

  test('a holding below its cost has a negative gain', () => {
    expect(lineOf('100', '900', '8.91')).toMatchObject({
      evaluationAmount: '891',
      evaluationPnl: '-9',
      evaluationPnlRate: '-1',
    })
  })

  test('the rate is a percentage: 0.95 is 0.95 %', () => {
    expect(lineOf('1', '100', '100.95').evaluationPnlRate).toBe('0.95')
  })

  test('the rate is rounded half-even to 2 places', () => {
    expect(lineOf('1', '100', '100.125').evaluationPnlRate).toBe('0.12')
    expect(lineOf('1', '100', '100.135').evaluationPnlRate).toBe('0.14')
  })

  test('the average price is rounded half-even to 6 places, the amounts are exact', () => {
    expect(lineOf('3', '10', '3.3333')).toMatchObject({
      averageBuyPrice: '3.333333',
      evaluationAmount: '9.9999',
      evaluationPnl: '-0.0001',
    })
    expect(lineOf('0.000001', '0.0000033333', '3.3334').evaluationAmount).toBe('0.0000033334')
  })

  test('shares that orders hold count as well', () => {
    const holding = { ...held('100', '900'), heldQuantity: quantity('100') }
    expect(holdingValue(holding, price('10')).evaluationAmount.toFixed()).toBe('1000')
  })

  test('a holding without a price now counts at its cost', () => {
    expect(lineOf('100', '900')).toEqual({
      averageBuyPrice: '9',
      currentPrice: '9',
      evaluationAmount: '900',
      evaluationPnl: '0',
      evaluationPnlRate: '0',
    })
    expect(lineOf('3', '10').evaluationAmount).toBe('10')
  })

  test('a holding that cost nothing has the rate 0', () => {
    expect(lineOf('1', '0', '5')).toMatchObject({ evaluationPnl: '5', evaluationPnlRate: '0' })
  })
})

describe('[account.amounts] what an account is worth', () => {
  const account = anAccount({ cash: amount('1000.5'), heldCash: amount('400') })

  test('cash, held cash included, and the holdings at their current value', () => {
    const amounts = [
      evaluationAmount(held('100', '900'), price('10.01')),
      evaluationAmount(held('3', '10'), undefined),
    ]
    expect(totalAsset(account, amounts).toFixed()).toBe('2011.5')
  })

  test('an account without holdings is worth its cash', () => {
    expect(totalAsset(account, []).toFixed()).toBe('1000.5')
  })
})
