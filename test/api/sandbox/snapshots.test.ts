/** Snapshots restore the whole broker: over HTTP, and in everything that is in memory. */
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openApi } from '../../support/api'
import { freshDatabase } from '../../support/database'
import { orderOf } from '../../support/orders'

const api = await openApi({ database: await freshDatabase(), env: { SANDBOX: 'on' } })
afterAll(api.close)

const show = (ask: string) => api.put('/sandbox/quotes/AAPL', { bidPrice: 1, askPrice: +ask })
const advance = (by: string) => api.post('/sandbox/clock', { advance: by })
const place = (clientOrderId: string, limitPrice: number) =>
  api.place(orderOf({ clientOrderId, orderType: 'LIMIT', limitPrice, quantity: 10 }))

/** Everything that an account sees, and the market's time. */
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

  test('[snapshot.save] brings back forced outcomes and faults, and their counts', async () => {
    await api.put('/sandbox/outcomes', { outcomeId: 'o', result: 'reject', code: 'market-ended' })
    await api.put('/sandbox/faults', {
      faultId: 'f',
      route: 'getOrder',
      code: 'server-busy',
      times: 1,
    })
    const withBoth = await saved()
    const tries = async () => {
      const { body } = await place('forced', 90)
      const answers = [await api.get('/v1/orders/none'), await api.get('/v1/orders/none')]
      return [body.status, ...answers.map(({ status }) => status)]
    }
    const hits = async () =>
      Promise.all(
        ['outcomes/o', 'faults/f'].map(
          async (path) => (await api.get(`/sandbox/${path}`)).body.hits,
        ),
      )
    for (let time = 0; time < 2; time++) {
      await api.post(`/sandbox/snapshots/${withBoth}/restore`, {})
      expect(await hits()).toEqual([0, 0])
      expect(await tries()).toEqual(['REJECTED', 500, 404])
      expect(await hits()).toEqual([1, 1])
    }
    await api.post(`/sandbox/snapshots/${snapshotId}/restore`, {})
    expect(await tries()).toEqual(['SUBMITTED', 404, 404])
    expect((await api.get('/sandbox/outcomes/o')).status).toBe(404)
  })

  test('[snapshot.save] leaves clients and tokens, but not accounts that it does not have', async () => {
    const { body } = await api.post('/sandbox/accounts', { cash: 5 })
    const headers = { 'x-service-account-id': String(body.accountId) }
    // The sign-in is cached with both accounts by now.
    expect((await api.get('/v1/account', headers)).body).toMatchObject({ cashAmount: '5.00' })
    await api.post(`/sandbox/snapshots/${snapshotId}/restore`, {})
    const gone = await api.get('/v1/account', headers)
    expect([gone.status, gone.body.code]).toEqual([403, 'account-mismatch'])
    expect((await api.get('/v1/account')).status).toBe(200)
  })

  test('[snapshot.scenario] takes a scenario back: the lines after it happen again', async () => {
    const text = `day 2026-03-02
      10:00:05 AAPL pin 98.99 / 99.00
      10:00:06 AAPL pin 88.99 / 89.00
      10:00:09 expect orders 1 SUBMITTED`
    expect((await api.post('/sandbox/scenarios', { text })).status).toBe(200)
    const withFirst = await saved()
    const states = async () => {
      const { rows } = (await api.get('/sandbox/scenarios')).body
      return Array.from(Object(rows), (row) => Object(row).state)
    }
    expect(await states()).toEqual(['DONE', 'WAITING', 'WAITING'])
    const run = async () => {
      await advance('PT10S')
      return [await states(), await seen()]
    }
    const first = await run()
    expect(first[0]).toEqual(['DONE', 'DONE', 'FAILED'])
    await api.post(`/sandbox/snapshots/${withFirst}/restore`, {})
    expect(await states()).toEqual(['DONE', 'WAITING', 'WAITING'])
    expect(await run()).toEqual(first)
    await api.post('/sandbox/rewind', { to: '2026-03-02T10:00:05-05:00' })
    expect(await states()).toEqual(['DONE', 'WAITING', 'WAITING'])
    await place('after', 99)
    await advance('PT1S')
    expect((await api.get('/v1/orders/fills')).body.fills).toMatchObject([{ price: 99 }])
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

  test.each([
    ['2026-03-03T00:00:01', 'Asia/Seoul'],
    ['2026-03-03T00:00:01+09:00', null],
  ])('[time.assumed] a rewind to %s says in X-Time-Zone-Assumed: %p', async (to, zone) => {
    const { status, headers } = await api.post('/sandbox/rewind', { to })
    expect([status, headers.get('x-time-zone-assumed')]).toEqual([200, zone])
  })

  test('[snapshot.rewind] does not go back beyond the calendar, which has no market', async () => {
    const before = await api.get('/sandbox/clock')
    const { status, body } = await api.post('/sandbox/rewind', { to: '2004-12-31T23:59:59Z' })
    expect([status, body]).toMatchObject([400, { code: 'invalid-parameter', param: 'to' }])
    expect(Object(body).message).toContain('calendar begins at 2005-01-01T09:00:00.000+09:00')
    expect((await api.get('/sandbox/clock')).body).toMatchObject({ now: before.body.now })
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
