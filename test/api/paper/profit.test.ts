/** GET /paper/account/profit */
import { afterAll, expect, test } from 'bun:test'
import { accountIdOf } from '../../../src/identity/secrets'
import { must } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { marketOrder } from '../../support/orders'
import { openSandbox, SANDBOX_CLIENT } from '../../support/sandbox-api'

const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
const api = await openSandbox(await freshDatabase())
afterAll(async () => {
  await api.close()
  expect(api.failures).toEqual([])
})

const profit = async () => must(await api.get('/paper/account/profit'))
/** Trades at this price. */
async function trade(side: 'BUY' | 'SELL', quantity: number, at: number): Promise<void> {
  await api.pin('AAPL', at, at)
  const clientOrderId = `${side}-${quantity}-${at}`
  must(await api.post('/v1/orders', marketOrder({ side, quantity, clientOrderId })))
  await api.advance('PT2S')
}

test('[paper.profit] is realized by sales at the average cost, and else by nothing', async () => {
  expect(await profit()).toMatchObject({
    accountId: ACCOUNT,
    currency: 'USD',
    capitalAmount: '100000.00',
    profitAmount: '0.00',
    realizedProfitAmount: '0.00',
    unrealizedProfitAmount: '0.00',
  })
  await trade('BUY', 10, 100)
  await trade('BUY', 10, 110)
  expect(await profit()).toMatchObject({
    realizedProfitAmount: '0.00',
    unrealizedProfitAmount: '100.00',
  })
  await trade('SELL', 8, 120)
  const after = await profit()
  expect(after).toMatchObject({
    profitAmount: '300.00',
    realizedProfitAmount: '120.00',
    unrealizedProfitAmount: '180.00',
  })
  const { totalAssetAmount } = must(await api.get('/v1/account'))
  expect(totalAssetAmount).toBe('100300.00')
  await trade('SELL', 12, 90)
  expect(await profit()).toMatchObject({
    realizedProfitAmount: '-60.00',
    unrealizedProfitAmount: '0.00',
  })
})

test('[paper.profit] begins again with a reset', async () => {
  await trade('BUY', 5, 100)
  must(await api.post(`/sandbox/accounts/${ACCOUNT}/reset`, { cash: 5_000 }))
  const reset = await profit()
  expect(reset).toMatchObject({ capitalAmount: '5000.00', profitAmount: '0.00' })
  expect(reset).toHaveProperty('resetAt')
  await trade('BUY', 1, 100)
  await trade('SELL', 1, 103)
  expect(await profit()).toMatchObject({ realizedProfitAmount: '3.00', profitAmount: '3.00' })
})
