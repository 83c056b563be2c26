/** Outcomes that outlive a server, and that another server has set. */
import { afterAll, expect, test } from 'bun:test'
import { connect } from '../../src/postgres/connect'
import { type Body, must } from '../support/answers'
import { freshDatabase } from '../support/database'
import { orderOf } from '../support/orders'
import { openSandbox } from '../support/sandbox-api'

const url = process.env.TEST_DATABASE_URL
const database = await freshDatabase()
const SETTINGS = { MARKET_CLOCK: '2026-03-02T10:00-05:00' }
let api = await openSandbox(database, SETTINGS)
afterAll(() => api.close())

const place = async (more: Body = {}) =>
  must(await api.post('/v1/orders', orderOf({ quantity: 100, limitPrice: 99, ...more })))
const read = async ({ orderId }: Body) => must(await api.get(`/v1/orders/${orderId}`))

test('[outcome.stands] a restart on the same database keeps outcomes, their hits, parts to come and held orders', async () => {
  await api.pin('AAPL', 98.99, 99)
  await api.put('/sandbox/outcomes', { clientOrderId: 'held', result: 'hold' })
  await api.put('/sandbox/outcomes', { times: 2, result: 'fill', parts: [40, 60] })
  const held = await place({ clientOrderId: 'held-1' })
  const first = await place()
  expect(first.status).toBe('PARTIALLY_FILLED')

  await api.close()
  api = await openSandbox(database, SETTINGS)
  await api.advance('PT1S')
  expect(await read(first)).toMatchObject({ status: 'FILLED' })
  expect(await read(held)).toMatchObject({ status: 'SUBMITTED' })
  const second = await place()
  expect(second.status).toBe('PARTIALLY_FILLED')
  expect((await place({ limitPrice: 50 })).status).toBe('SUBMITTED')
  expect((await api.get('/sandbox/outcomes')).body.outcomes).toMatchObject([
    { hits: 1 },
    { times: 2, hits: 2 },
  ])
})

test.skipIf(url === undefined)(
  '[outcome.stands] an outcome that one server sets decides the next order at another, and times is exact',
  async () => {
    const clock = { MARKET_CLOCK: 'system', MARKET_SPEED: '', DATABASE_URL: url ?? '' }
    const shared = await freshDatabase()
    const [one, other] = [await openSandbox(shared, clock), await openAnother(clock)]
    await one.put('/sandbox/outcomes', { times: 3, result: 'reject', code: 'trading-halted' })
    const orders = Array.from({ length: 10 }, (_, at) =>
      (at % 2 === 0 ? one : other).post('/v1/orders', orderOf({ quantity: 1, limitPrice: 5 })),
    )
    const statuses = (await Promise.all(orders)).map((answer) => must(answer).status)
    expect(statuses.filter((status) => status === 'REJECTED')).toHaveLength(3)
    for (const server of [one, other]) {
      expect((await server.get('/sandbox/outcomes')).body.outcomes).toMatchObject([{ hits: 3 }])
    }
    await other.close()
    await one.close()
  },
)

/** A second server, on connections of its own. */
const openAnother = async (settings: Readonly<Record<string, string>>) =>
  openSandbox(await connect({ kind: 'server', url: url ?? '' }), settings)
