/** The value that an endpoint's service returns becomes the answer. */
import { describe, expect, test } from 'bun:test'
import { t } from 'elysia'
import { refused } from '../../../src/core/refusals'
import { endpoint } from '../../../src/http/endpoint'
import { answer } from '../../../src/http/wire/schemas'
import { send, testApp } from '../../support/pipeline-app'

const READ = { method: 'GET', auth: 'bearer' } as const
const view = { symbol: 'AAPL' }
const Owner = answer({ accountId: t.String() })
const Recorded = t.Object({ requestId: t.Union([t.String(), t.Null()]) })

const ENDPOINTS = [
  endpoint({
    ...READ,
    id: 'getView',
    path: '/v1/view',
    answer: answer({ symbol: t.String() }),
    run: () => view,
  }),
  endpoint({
    ...READ,
    id: 'getRecord',
    path: '/v1/records/:id',
    answer: Recorded,
    run: ({ params }) => ({ requestId: params.id === 'null' ? null : params.id }),
  }),
  endpoint({
    ...READ,
    id: 'getForbidden',
    path: '/v1/or-403',
    account: 'or-403',
    answer: Owner,
    run: ({ accountId }) => ({ accountId }),
  }),
  endpoint({
    ...READ,
    id: 'getMissing',
    path: '/v1/or-404',
    account: 'or-404',
    answer: Owner,
    run: ({ accountId }) => ({ accountId }),
  }),
  endpoint({
    ...READ,
    id: 'getRefusal',
    path: '/v1/refusal',
    refusals: ['order-not-found'],
    run: async () => refused('order-not-found'),
  }),
]
const { app } = testApp({ endpoints: ENDPOINTS })

describe('answering a call', () => {
  test('adds the requestId to what a service returned, and leaves that as it was', async () => {
    expect((await send(app, 'GET', '/v1/view')).body).toEqual({
      symbol: 'AAPL',
      requestId: 'req-1',
    })
    expect(view).toEqual({ symbol: 'AAPL' })
  })

  test.each([
    ['my-order-1', 'my-order-1'],
    ['null', null],
  ])(
    "[record.requestId] keeps an order record's own requestId %p, the client order id",
    async (id, requestId) => {
      expect((await send(app, 'GET', `/v1/records/${id}`)).body).toEqual({ requestId })
    },
  )

  test('says 404 or 403 to a client without an account, as the endpoint has it', async () => {
    const bare = { token: 'bare' }
    expect((await send(app, 'GET', '/v1/or-403', bare)).body.code).toBe('account-mismatch')
    expect((await send(app, 'GET', '/v1/or-404', bare)).body.code).toBe('account-not-found')
  })

  test("hands on a service's refusal", async () => {
    const { status, body } = await send(app, 'GET', '/v1/refusal')
    expect([status, body.code]).toEqual([404, 'order-not-found'])
  })
})
