/**
 * What the types of a client's calls allow, by the compiler. A call here is made by nobody.
 */
import { expect, test } from 'bun:test'
import { openClient } from '../../src/clients/sdk'
import { Temporal } from '../../src/core/time'

const { api } = openClient({ url: 'http://localhost', clientId: 'nobody', clientSecret: 'none' })

const MISTAKES = {
  // @ts-expect-error the parameter is called symbols
  wrongName: () => api.v1.market.quotes.get({ query: { simbols: 'AAPL' } }),
  // @ts-expect-error quotes need symbols
  noQuery: () => api.v1.market.quotes.get(),
  // @ts-expect-error a number is no time
  numberForTime: () => api.v1.orders.get({ query: { from: 1 } }),
  // @ts-expect-error an instant is no date
  instantForDate: () => api.v1.market.calendar.get({ query: { from: new Date() } }), // tidy: clients send them
  // @ts-expect-error candles need an interval
  halfAQuery: () => api.v1.market.candles.get({ query: { symbol: 'AAPL' } }),
}
const RIGHT = () => api.v1.market.quotes.get({ query: { symbols: 'AAPL' } })

test("a wrong query of quotes or candles is a fault of types; quotes' own is none", () => {
  expect(Object.keys(MISTAKES)).toHaveLength(5)
  expect(RIGHT).toBeFunction()
})

const from = '2026-03-02T09:30:00-05:00'
const TIMES = {
  text: () =>
    api.v1.market.candles.get({ query: { symbol: 'AAPL', interval: '1m', from, to: from } }),
  date: () => api.v1.orders.get({ query: { from: new Date(from), to: new Date(from) } }), // tidy: clients send them
  instant: () => api.v1.orders.fills.get({ query: { from: Temporal.Instant.from(from) } }),
  history: () => api.paper.account.history.get({ query: { interval: '1h', from } }),
  statement: () => api.paper.account['statement.csv'].get({ query: { to: new Date(from) } }), // tidy: clients send them
  dateText: () => api.v1.market.calendar.get({ query: { from: '2026-03-02', to: '2026-03-03' } }),
  plainDate: () =>
    api.v1.market.calendar.get({ query: { from: Temporal.PlainDate.from('2026-03-02') } }),
}

test('times in queries are texts, dates or instants; a date of the calendar is a text or a plain date', () => {
  expect(Object.values(TIMES)).toHaveLength(7)
})
