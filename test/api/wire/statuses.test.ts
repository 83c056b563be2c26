/** Each endpoint declares the statuses that the contract lists. */
import { describe, expect, test } from 'bun:test'
import { statusOf } from '../../../src/http/wire/refusal'
import { openApi } from '../../support/api'

const { app } = await openApi()
const EVERY = [400, 401, 403, 429, 500]

describe('[statuses.common] an endpoint that declares 400, 401, 403, 429 and 500', () => {
  test.each([
    ['[statuses.token] ', 'POST', '/v1/oauth/token', [404]],
    ['[statuses.quotes] ', 'GET', '/v1/market/quotes', [404]],
    ['[statuses.candles] ', 'GET', '/v1/market/candles', [404]],
    ['[statuses.rate] ', 'GET', '/v1/market/exchange-rate', [404]],
    ['[statuses.calendar] ', 'GET', '/v1/market/calendar', []],
    ['[statuses.instruments] ', 'GET', '/v1/instruments', []],
    ['[statuses.instrument] ', 'GET', '/v1/instruments/:symbol', [404]],
    ['[statuses.account] ', 'GET', '/v1/account', [404]],
    ['[statuses.holdings] ', 'GET', '/v1/account/holdings', []],
    ['[statuses.buying-power] ', 'GET', '/v1/account/buying-power', [404]],
    ['[statuses.preview] ', 'POST', '/v1/orders/preview', [404, 422]],
    ['[statuses.orders] ', 'GET', '/v1/orders', []],
    ['[statuses.place] ', 'POST', '/v1/orders', [404, 409, 422, 423]],
    ['[statuses.order] ', 'GET', '/v1/orders/:orderId', [404]],
    ['[statuses.cancel] ', 'DELETE', '/v1/orders/:orderId', [404, 409]],
    ['[statuses.fills] ', 'GET', '/v1/orders/fills', []],
  ])('%salso declares, for %s %s: %j', (_, method, path, more) => {
    const found = app.endpoints.find((each) => each.method === method && each.path === path)
    const declared = [200, ...new Set(found?.codes.map(statusOf))]
    expect(declared.sort()).toEqual([200, ...EVERY, ...more].sort())
  })
})
