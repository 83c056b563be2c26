/**
 * What the types of a client's calls allow, by the compiler. A call here is made by nobody.
 */
import { expect, test } from 'bun:test'
import { openClient } from '../../src/sdk'

const { api } = openClient({ url: 'http://localhost', clientId: 'nobody', clientSecret: 'none' })

const MISTAKES = {
  // @ts-expect-error the parameter is called symbols
  wrongName: () => api.v1.market.quotes.get({ query: { simbols: 'AAPL' } }),
  // @ts-expect-error quotes need symbols
  noQuery: () => api.v1.market.quotes.get(),
  // @ts-expect-error candles need an interval
  halfAQuery: () => api.v1.market.candles.get({ query: { symbol: 'AAPL' } }),
}
const RIGHT = () => api.v1.market.quotes.get({ query: { symbols: 'AAPL' } })

test("a wrong query of quotes or candles is a fault of types; quotes' own is none", () => {
  expect(Object.keys(MISTAKES)).toHaveLength(3)
  expect(RIGHT).toBeFunction()
})
