/** Outcomes of one of several clients of an account. */
import { afterAll, expect, test } from 'bun:test'
import { accountIdOf } from '../../../src/identity/secrets'
import { must, textIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { SANDBOX_CLIENT } from '../../support/sandbox-api'

const PATH = '/paper/conditional-orders'
const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
const SANDBOX_KEY = 'a-key-of-16-characters'
const key = { authorization: undefined, 'x-sandbox-key': SANDBOX_KEY }
const api = await openApi({
  feed: 'configured',
  env: {
    SANDBOX: 'on',
    SANDBOX_KEY,
    MARKET_CLOCK: '2026-03-02T10:00-05:00',
    PAPER_CLIENT_ID: SANDBOX_CLIENT.id,
    PAPER_CLIENT_SECRET: SANDBOX_CLIENT.secret,
  },
})
afterAll(async () => {
  await api.close()
  expect(api.failures).toEqual([])
})

const pin = async (bidPrice: number, askPrice: number) =>
  must(await api.put('/sandbox/quotes/AAPL', { bidPrice, askPrice }, key))

test('[outcome.leg] [conditional.client] an outcome of a client decides no order that another client’s conditional order places', async () => {
  const made = must(await api.post('/sandbox/clients', { accountIds: [ACCOUNT] }, key))
  const other = textIn(made, 'clientId')
  const bearer = await api.bearerOf(other, textIn(made, 'clientSecret'))
  await pin(99.99, 100)
  must(await api.put('/sandbox/outcomes', { clientId: other, result: 'hold' }, key))
  const stop = { symbol: 'AAPL', side: 'BUY', type: 'STOP', quantity: 1, stopPrice: 110 }
  const placed = async (clientOrderId: string, by = {}) =>
    textIn(must(await api.post(PATH, { ...stop, clientOrderId }, by)), 'conditionalOrderId')
  const mine = await placed('mine')
  const theirs = await placed('theirs', bearer)
  await pin(111, 111.01)
  must(await api.post('/sandbox/clock', { advance: 'PT3S' }, key))
  const statusOf = async (id: string) => must(await api.get(`${PATH}/${id}`)).status
  expect(await statusOf(mine)).toBe('FILLED')
  expect(await statusOf(theirs)).toBe('TRIGGERED')
})
