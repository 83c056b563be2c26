/** GET /v1/account, /v1/account/holdings and /v1/account/buying-power */
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Body, must, rowsIn } from '../../support/answers'
import { openMarketApi } from '../../support/market-api'
import { marketOrder, orderOf } from '../../support/orders'

const api = await openMarketApi()
const DECIMAL = /^-?\d+\.\d{2,}$/
const KST = /^2026-03-03T\d\d:\d\d:\d\d\.\d{3}\+09:00$/

const account = async () => must(await api.get('/v1/account'))
const holdings = async () => rowsIn(await api.get('/v1/account/holdings'), 'holdings')

test('[holdings.read] [account.initial-cash] a new account has 100,000.00 USD and no holdings', async () => {
  expect(await account()).toMatchObject({
    cashAmount: '100000.00',
    totalAssetAmount: '100000.00',
    buyingPower: '100000.00',
  })
  expect(must(await api.get('/v1/account/holdings'))).toEqual({
    currency: 'USD',
    holdings: [],
    requestedAt: expect.stringMatching(KST),
    requestId: 'test-request',
  })
})

describe('an account that has bought', () => {
  let held: Body
  beforeAll(async () => {
    await api.placed(marketOrder({ quantity: 2.5 }))
    await api.advance('PT2S')
    const [first] = await holdings()
    if (first === undefined) throw new Error('nothing is held')
    held = first
  })

  test('[account.fields] [account.read] [service.money] [service.currency] an account that has bought has its amounts as decimal strings', async () => {
    expect(await account()).toEqual({
      accountId: 'acc_1',
      currency: 'USD',
      cashAmount: expect.stringMatching(DECIMAL),
      totalAssetAmount: expect.stringMatching(DECIMAL),
      buyingPower: expect.stringMatching(DECIMAL),
      requestedAt: expect.stringMatching(KST),
      requestId: 'test-request',
    })
  })

  test('[holding.fields] [holding.value] an account that has bought lists its holding with all its fields', () => {
    expect(held).toEqual({
      symbol: 'AAPL',
      name: 'Apple Inc.',
      currency: 'USD',
      quantity: 2.5,
      sellableQuantity: 2.5,
      averageBuyPrice: expect.any(Number),
      currentPrice: expect.any(Number),
      purchaseAmount: expect.any(Number),
      evaluationAmount: expect.any(Number),
      evaluationPnl: expect.any(Number),
      evaluationPnlRate: expect.any(Number),
    })
  })

  test('[holding.value] [holding.fields] an account that has bought values its holding at the price now, and its gain against the purchase', async () => {
    const [quote] = rowsIn(await api.get('/v1/market/quotes?symbols=AAPL'), 'quotes')
    expect(held.currentPrice).toBe(Number(quote?.price))
    expect(held.evaluationAmount).toBeCloseTo(2.5 * Number(quote?.price), 9)
    const pnl = Number(held.evaluationAmount) - Number(held.purchaseAmount)
    expect(held.evaluationPnl).toBeCloseTo(pnl, 9)
    expect(held.evaluationPnlRate).toBeCloseTo((100 * pnl) / Number(held.purchaseAmount), 2)
    expect(held.averageBuyPrice).toBeCloseTo(Number(held.purchaseAmount) / 2.5, 6)
  })

  test('[account.amounts] an account that has bought is worth its cash and its holdings together', async () => {
    const { cashAmount, totalAssetAmount } = await account()
    const value = Number(held.evaluationAmount)
    expect(Number(totalAssetAmount)).toBeCloseTo(Number(cashAmount) + value, 6)
  })

  test('[buying-power.read] [account.amounts] an account that has bought has less buying power and the same cash while an order is open', async () => {
    const before = await account()
    await api.placed(orderOf({ quantity: 10, limitPrice: 1 }))
    expect((await account()).cashAmount).toBe(String(before.cashAmount))
    const left = Number(before.buyingPower) - 10
    expect(must(await api.get('/v1/account/buying-power'))).toEqual({
      accountId: 'acc_1',
      currency: 'USD',
      buyingPower: expect.closeTo(left, 6),
      requestedAt: expect.stringMatching(KST),
      requestId: 'test-request',
    })
  })

  test('[holding.fields] an account that has bought has less to sell while a SELL is open', async () => {
    await api.placed(orderOf({ side: 'SELL', quantity: 0.5, limitPrice: 9_000 }))
    expect((await holdings())[0]).toMatchObject({ quantity: 2.5, sellableQuantity: 2 })
  })
})
