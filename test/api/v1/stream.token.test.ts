/** GET /v1/stream while its token, its client or its accounts change. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { clientAccounts } from '../../../src/postgres/schema/trading'
import { openStreamApi, type StreamApi } from '../../support/stream-api'
import { REMEMBERED_MS } from '../../support/stream-codes'
import { CLIENT_ID } from '../../support/trading-floor'

let api: StreamApi
beforeEach(async () => {
  api = await openStreamApi()
})
afterEach(() => api.stop())

test.each([
  ['its token expires', 'expired-token', async () => api.pass(43_200_000)],
  ['its token is revoked', 'invalid-token', () => api.operator.revokeTokens(CLIENT_ID)],
  ['its client is disabled', 'client-disabled', () => api.operator.disable(CLIENT_ID)],
])(
  '[stream.token-over] an open stream is closed with 4401 within 5 s once %s',
  async (_, code, happen) => {
    const client = await api.follow()
    await happen()
    api.pass(REMEMBERED_MS)
    await api.stream.check()
    expect(await client.closed).toEqual({ code: 4401, reason: code })
    expect((await client.next('error')).error).toMatchObject({ code })
  },
)

test('[stream.token-over] an open stream stays open to the last millisecond of its token', async () => {
  const client = await api.follow()
  api.pass(43_199_999)
  await api.stream.check()
  await api.trade()
  await client.events(5)
})

test('[stream.token-over] an open stream loses the subscription of an account that its client has lost', async () => {
  await api.floor.account('acc_B')
  api.pass(REMEMBERED_MS)
  const client = api.open()
  client.send({ type: 'subscribe', accountId: 'acc_A' })
  await client.next('subscribed')
  await api.database.drizzle.delete(clientAccounts).where(eq(clientAccounts.accountId, 'acc_A'))
  api.pass(REMEMBERED_MS)
  await api.stream.check()
  expect((await client.next('error')).error.code).toBe('account-mismatch')
  await api.trade()
  await api.stream.sendHeartbeats()
  let { accounts } = await client.next('heartbeat')
  // One heartbeat was sent on time, before the account was lost.
  while (accounts.length > 1) ({ accounts } = await client.next('heartbeat'))
  expect(accounts.map(({ accountId }) => accountId)).toEqual(['acc_B'])
  expect(client.of('order')).toEqual([])
})
