/** POST /sandbox/clock answers with the last event of each account that the move has changed. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Api, openApi } from '../../support/api'
import { marketOrder } from '../../support/orders'

const KEY = 'a-sandbox-key-of-a-test'
const WITH_KEY = { authorization: undefined, 'x-sandbox-key': KEY }

let api: Api
beforeEach(async () => {
  api = await openApi({ env: { SANDBOX: 'on', SANDBOX_KEY: KEY } })
})
afterEach(() => api.close())

const move = async (headers: Readonly<Record<string, string | undefined>> = WITH_KEY) =>
  (await api.post('/sandbox/clock', { advance: 'PT1S' }, headers)).body.accounts

test('[sandbox.barrier] a move of the clock answers the last event of each account that it has touched', async () => {
  expect(await move()).toEqual([])
  await api.place(marketOrder())
  // SUBMITTED at the instant from which the clock moves, FILLED on the way.
  expect(await move()).toEqual([{ accountId: 'acc_1', lastSeq: 2 }])
  // FILLED at the instant from which it moves now.
  expect(await move()).toEqual([{ accountId: 'acc_1', lastSeq: 2 }])
  expect(await move()).toEqual([])
})

test('[sandbox.barrier] a client sees its own accounts, and the sandbox’s key opens all', async () => {
  const other = await api.newTrader()
  await api.place(marketOrder())
  await api.place(marketOrder(), other)
  const ids = (accounts: unknown) =>
    (Array.isArray(accounts) ? accounts : []).map(({ accountId }) => accountId).toSorted()
  expect(ids(await move(other))).toEqual(['acc_trader_1'])
  expect(ids(await move())).toEqual(['acc_1', 'acc_trader_1'])
})
