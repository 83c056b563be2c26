/** The whole broker as it was, again: over HTTP, and in everything that is kept in memory. */
import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openApi } from '../../support/api'
import { freshDatabase } from '../../support/database'
import { orderOf } from '../../support/orders'

/** A busy machine needs longer than Bun's 5 s. */
setDefaultTimeout(60_000)

const api = await openApi({ database: await freshDatabase(), env: { SANDBOX: 'on' } })
afterAll(api.close)

const show = (ask: string) => api.put('/sandbox/quotes/AAPL', { bidPrice: 1, askPrice: +ask })
const advance = (by: string) => api.post('/sandbox/clock', { advance: by })
const place = (clientOrderId: string, limitPrice: number) =>
  api.place(orderOf({ clientOrderId, orderType: 'LIMIT', limitPrice, quantity: 10 }))

/** All that an account sees, the market's time among it. */
async function seen() {
  const paths = ['/v1/account', '/v1/account/holdings', '/v1/orders', '/v1/orders/fills']
  const answers = await Promise.all(
    [...paths, '/v1/market/quotes?symbols=AAPL', '/sandbox/clock'].map((path) => api.get(path)),
  )
  return answers.map(({ status, body: { requestId: _, ...body } }) => ({ status, body }))
}

async function saved(): Promise<string> {
  const { status, body } = await api.post('/sandbox/snapshots', {})
  expect(status).toBe(200)
  return String(body.snapshotId)
}

describe('a snapshot', () => {
  let snapshotId = ''
  let before: Awaited<ReturnType<typeof seen>> = []

  beforeEach(async () => {
    await api.post('/sandbox/rewind', {})
    await show('100')
    await place('filled', 100)
    await advance('PT5S')
    await place('open', 90)
    before = await seen()
    snapshotId = await saved()
  })

  test('[snapshot.save] brings back accounts, orders, fills, the clock and pins', async () => {
    await show('80')
    await advance('P1D')
    await place('later', 85)
    expect(await seen()).not.toEqual(before)
    expect((await api.post(`/sandbox/snapshots/${snapshotId}/restore`, {})).status).toBe(200)
    expect(await seen()).toEqual(before)
  })

  test('[snapshot.save] goes on from its instant, time after time in the same way', async () => {
    const goOn = async () => {
      await show('89')
      await advance('PT10S')
      await place('next', 89)
      await advance('PT10S')
      return seen()
    }
    const first = await goOn()
    expect(JSON.stringify(first)).toContain('"status":"FILLED"')
    for (let time = 0; time < 2; time++) {
      await api.post(`/sandbox/snapshots/${snapshotId}/restore`, {})
      expect(await goOn()).toEqual(first)
    }
  })

  test('[snapshot.save] that is unknown is refused', async () => {
    const { status, body } = await api.post('/sandbox/snapshots/snap_none/restore', {})
    expect([status, body.code]).toEqual([404, 'snapshot-not-found'])
  })

  test('[snapshot.save] brings back locks, halts and the states of instruments', async () => {
    await api.put('/sandbox/halt')
    await api.put('/sandbox/accounts/acc_1/lock')
    await api.put('/sandbox/instruments/AAPL', { tradable: 'SUSPENDED' })
    expect((await place('halted', 90)).status).toBe(423)
    await api.post(`/sandbox/snapshots/${snapshotId}/restore`, {})
    expect((await place('free', 90)).status).toBe(200)
  })

  test('[snapshot.rewind] takes the clock back, with accounts as they were made', async () => {
    const { status, body } = await api.post('/sandbox/rewind', { to: '2026-03-03T00:00:01+09:00' })
    expect([status, body.now]).toEqual([200, '2026-03-03T00:00:01.000+09:00'])
    expect((await api.get('/v1/orders')).body.orders).toEqual([])
    expect((await api.get('/v1/account')).body).toMatchObject({ cashAmount: '100000.00' })
    await show('100')
    // Its id is free again, too.
    expect((await place('filled', 100)).body).toMatchObject({ status: 'SUBMITTED' })
    await advance('PT5S')
    expect((await api.get('/v1/orders')).body.orders).toMatchObject([{ status: 'FILLED' }])
  })

  test('[snapshot.rewind] does not go forward', async () => {
    const { status, body } = await api.post('/sandbox/rewind', { to: '2030-01-01T00:00:00Z' })
    expect([status, body.code, body.param]).toEqual([400, 'invalid-parameter', 'to'])
  })

  test('[sandbox.rights] is of all accounts: with a token they must be its own', async () => {
    const other = await api.newTrader()
    for (const path of ['snapshots', `snapshots/${snapshotId}/restore`, 'rewind']) {
      const { status, body } = await api.send('POST', `/sandbox/${path}`, { headers: other })
      expect([status, body.code]).toEqual([403, 'account-mismatch'])
    }
  })
})
