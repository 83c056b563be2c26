/** Ids, symbols and headers with unexpected characters. */
import { expect, test } from 'bun:test'
import { badParam, refusalIn, rowsIn } from '../../support/answers'
import { FORM, openApi } from '../../support/api'
import { orderOf } from '../../support/orders'
import { CLIENT_SECRET } from '../../support/trading-floor'

const api = await openApi()
const token = { authorization: `Bearer ${await api.signIn()}` }

test('[order.clientOrderId] an id of 65 characters is refused wherever it is sent', async () => {
  const long = 'x'.repeat(65)
  const placed = await api.place(orderOf({ clientOrderId: long }))
  expect(refusalIn(placed)).toEqual(badParam('clientOrderId'))
  expect(refusalIn(await api.get(`/v1/orders/${long}`))).toEqual(badParam('orderId'))
  expect(refusalIn(await api.get(`/v1/orders/fills?orderId=${long}`))).toEqual(badParam('orderId'))
})

test.each(['%00', 'a%00b', '%7F', '%20', "'--"])(
  '[life.not-found] no order has the id %s',
  async (id) => {
    const unknown = { status: 404, code: 'order-not-found', param: undefined }
    expect(refusalIn(await api.get(`/v1/orders/${id}`))).toEqual(unknown)
    expect(refusalIn(await api.cancel(id))).toEqual(unknown)
    expect(rowsIn(await api.get(`/v1/orders/fills?orderId=${id}`), 'fills')).toEqual([])
  },
)

test('[token.invalid-client] a client id with a NUL is unknown', async () => {
  const body = `grant_type=client_credentials&client_id=a%00b&client_secret=${CLIENT_SECRET}`
  const headers = { ...FORM, authorization: undefined }
  const answer = await api.send('POST', '/v1/oauth/token', { body, headers })
  expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'invalid-client' })
})

test.each(['{"a",\\b}', 'NULL', "'';--", '%s$1'])(
  '[order.clientOrderId] an id of what PostgreSQL quotes is kept as it is: %s',
  async (clientOrderId) => {
    const order = orderOf({ clientOrderId })
    const orderId = await api.placed(order)
    expect((await api.order(orderId)).clientOrderId).toBe(clientOrderId)
    expect(await api.placed(order)).toBe(orderId)
  },
)

test.each(['\u017fPY', '한국', '😀', 'AAPL\u0000', '\ufeffAAPL', 'ＡＡＰＬ'])(
  '[order.symbol] [quotes.symbols] a symbol of other letters is refused wherever it is sent: %j',
  async (symbol) => {
    const query = encodeURIComponent(symbol)
    const quotes = await api.get(`/v1/market/quotes?symbols=${query}`)
    expect(refusalIn(quotes)).toEqual(badParam('symbols'))
    expect(refusalIn(await api.get(`/v1/instruments/${query}`))).toEqual(badParam('symbol'))
    expect(refusalIn(await api.place(orderOf({ symbol })))).toEqual(badParam('symbol'))
  },
)

test('[quotes.symbols-max] a request for two thousand symbols is refused', async () => {
  const symbols = Array.from({ length: 2_000 }, (_, at) => `S${at}`).join()
  const answer = await api.get(`/v1/market/quotes?symbols=${symbols}`)
  expect(refusalIn(answer)).toEqual(badParam('symbols'))
})

test.each([
  ['x-service-account-id', 'acc_1', 403, 'account-mismatch'],
  ['authorization', token.authorization, 401, 'invalid-token'],
])('a header: %s that is sent twice is neither of the two', async (name, value, status, code) => {
  const headers = new Headers({ 'x-service-request-id': 'twice', ...token })
  headers.set(name, value)
  headers.append(name, value)
  const response = await api.app.handle(new Request('http://localhost/v1/account', { headers }))
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code })
})
