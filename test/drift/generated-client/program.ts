/**
 * A user's program over a client that openapi-typescript makes of the document. The test puts both
 * into a folder of their own, compiles them there and runs them. No other project includes this
 * file, since the client is not stored.
 */
import createClient from 'openapi-fetch'
import type { paths } from './client'

const HEADERS = { 'X-Service-Request-Id': 'generated-client' }

export async function signedIn(baseUrl: string, clientId: string, clientSecret: string) {
  const client = createClient<paths>({ baseUrl })
  const { data } = await client.POST('/v1/oauth/token', {
    params: { header: HEADERS },
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
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
type Client = Awaited<ReturnType<typeof signedIn>>

/** The order's id and its status. */
export async function place(client: Client): Promise<readonly [string, string]> {
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
  return [placed.data.orderId, placed.data.status]
}

/** The order's record, and the quantity and price of each of its fills. */
export async function read(client: Client, orderId: string) {
  const params = { header: HEADERS, path: { orderId } }
  const { data } = await client.GET('/v1/orders/{orderId}', { params })
  const listed = await client.GET('/v1/orders/fills', {
    params: { header: HEADERS, query: { orderId, limit: 10 } },
  })
  const fills = listed.data?.fills.map(({ quantity, price }) => [quantity, price])
  return { record: data, fills }
}

export async function refusalOf(client: Client, orderId: string) {
  const params = { header: HEADERS, path: { orderId } }
  const { error, response } = await client.GET('/v1/orders/{orderId}', { params })
  return [response.status, error?.code]
}
