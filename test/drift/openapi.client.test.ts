import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import createClient from 'openapi-fetch'
import { listenAt } from '../../src/server/compose/control'
import type { paths } from '../golden/client'
import { openApi } from '../support/api'
import { CLIENT_ID, CLIENT_SECRET } from '../support/trading-floor'

const api = await openApi()
const HEADERS = { 'X-Service-Request-Id': 'generated-client' }

beforeAll(async () => {
  api.floor.feed.show('AAPL', '9.99', '10.01')
  listenAt(api.app, { hostname: '127.0.0.1', port: 0, keepAliveSeconds: 75 })
})
afterAll(() => api.app.stop())

const connect = () => createClient<paths>({ baseUrl: api.app.server?.url.origin ?? '' })

async function signedIn() {
  const client = connect()
  const { data } = await client.POST('/v1/oauth/token', {
    params: { header: HEADERS },
    body: { grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
    bodySerializer: (fields) =>
      new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
      ),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  if (data === undefined) throw new Error('no token')
  client.use({
    onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${data.access_token}`),
  })
  return client
}

// That this file compiles is half of what it shows.
describe('a client made of the document by openapi-typescript', () => {
  test('gets a token, places an order, reads it, and lists its fills', async () => {
    const client = await signedIn()
    const placed = await client.POST('/v1/orders', {
      params: { header: HEADERS },
      body: {
        symbol: 'AAPL',
        side: 'BUY',
        orderType: 'LIMIT',
        quantity: 2,
        limitPrice: 10.5,
        clientOrderId: 'generated-1',
      },
    })
    if (placed.data === undefined) throw new Error(placed.error.message)
    const { orderId, status } = placed.data
    expect(status).toBe('SUBMITTED')
    await api.floor.advance('PT1S')

    const read = await client.GET('/v1/orders/{orderId}', {
      params: { header: HEADERS, path: { orderId } },
    })
    expect(read.data).toMatchObject({ status: 'FILLED', filledQuantity: 2, avgFillPrice: 10.01 })

    const listed = await client.GET('/v1/orders/fills', {
      params: { header: HEADERS, query: { orderId, limit: 10 } },
    })
    expect(listed.data?.fills.map(({ quantity, price }) => [quantity, price])).toEqual([[2, 10.01]])
  })

  test('tells an error by its code', async () => {
    const client = await signedIn()
    const { error, response } = await client.GET('/v1/orders/{orderId}', {
      params: { header: HEADERS, path: { orderId: 'ord_none' } },
    })
    expect([response.status, error?.code]).toEqual([404, 'order-not-found'])
  })
})
