/** The paths of the SDK's calls, whatever is passed as an id or a symbol. */
import { expect, test } from 'bun:test'
import { openClient } from '../../src/clients/sdk'

function recordedClient() {
  const sent: string[] = []
  const record = (input: string | URL | Request, init?: RequestInit) => {
    sent.push(`${init?.method} ${new URL(String(input)).href}`)
    return Promise.resolve(Response.json({}))
  }
  const { api } = openClient({
    url: 'http://broker',
    token: async () => 'token',
    fetch: Object.assign(record, { preconnect: () => {} }),
  })
  return { api, sent }
}

test.each([
  ['../../paper/orders', '..%2F..%2Fpaper%2Forders'],
  ['ord_1?limit=1', 'ord_1%3Flimit%3D1'],
  ['ord_1#', 'ord_1%23'],
  ['..\\..\\paper\\orders', '..%5C..%5Cpaper%5Corders'],
  ['..', '%252E%252E'],
  ['ord_01KJQH0DTK0000001FB143328', 'ord_01KJQH0DTK0000001FB143328'],
])('the SDK cancels %s at the path of an order, and at no other', async (orderId, segment) => {
  const { api, sent } = recordedClient()
  await api.v1.orders({ orderId }).delete()
  expect(sent).toEqual([`DELETE http://broker/v1/orders/${segment}`])
})

test('the SDK closes no holding but the one that is named', async () => {
  const { api, sent } = recordedClient()
  await api.paper.holdings({ symbol: '.' }).close.post({ clientOrderId: 'one' })
  await api.paper.holdings({ symbol: 'BRK.B' }).close.post({ clientOrderId: 'two' })
  await api.paper.holdings.close.post({ clientOrderId: 'all' })
  expect(sent).toEqual([
    'POST http://broker/paper/holdings/%252E/close',
    'POST http://broker/paper/holdings/BRK.B/close',
    'POST http://broker/paper/holdings/close',
  ])
})
