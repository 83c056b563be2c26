/** Answers from memory need no promise, which would take a tenth of their time. */
import { afterAll, expect, test } from 'bun:test'
import { openMarketApi } from '../../support/market-api'

const api = await openMarketApi()
afterAll(() => expect(api.failures).toEqual([]))

test.each([
  ['/v1/market/quotes?symbols=AAPL', 200],
  ['/v1/market/calendar', 200],
  ['/v1/market/exchange-rate?base=USD&quote=KRW', 200],
  ['/v1/instruments', 200],
  ['/v1/instruments/AAPL', 200],
  ['/v1/instruments/NONE', 404],
])(
  '[auth.bearer] GET %s is answered without a promise once its token is known',
  async (path, status) => {
    const headers = { ...(await api.bearerOf()), 'x-service-request-id': 'r1' }
    const asked = () => api.app.fetch(new Request(`http://localhost${path}`, { headers }))
    expect((await asked()).status).toBe(status)
    expect(asked()).toBeInstanceOf(Response)
  },
)
