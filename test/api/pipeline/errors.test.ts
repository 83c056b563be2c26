/** Requests that no endpoint answers: unknown paths, and failures of the server. */
import { describe, expect, test } from 'bun:test'
import { refusalIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { send, testApp } from '../../support/pipeline-app'

const api = await openApi()

test.each([
  ['GET', '/v1/nowhere'],
  ['GET', '/nowhere'],
  ['PUT', '/v1/orders'],
  ['PATCH', '/v1/orders/ord_1'],
  ['POST', '/v1/account'],
  ['OPTIONS', '/v1/orders'],
  ['GET', '/v2/account'],
  ['GET', '/v1/orders/'],
  ['GET', '/v1/orders/fills/'],
  ['GET', '/v1/orders/ord_1/'],
  ['GET', '/v1/account/'],
  ['POST', '/v1/orders/'],
  ['GET', '/v1/market/quotes/?symbols=AAPL'],
  ['GET', '/v1//account'],
])(
  '[request.route] an unknown path or method is 404 route-not-found: %s %s',
  async (method, path) => {
    const answer = await api.send(method, path)
    expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'route-not-found' })
  },
)

test('[request.route] [request-id.required] an unknown path or method needs a request id under /v1, and nowhere else', async () => {
  const headers = { 'x-service-request-id': undefined }
  expect(refusalIn(await api.get('/v1/nowhere', headers))).toMatchObject({
    status: 400,
    code: 'request-id-required',
  })
  expect(refusalIn(await api.get('/nowhere', headers))).toMatchObject({
    code: 'route-not-found',
  })
})

test('[error.type] [error.message] an unknown path or method has the whole envelope', async () => {
  const { headers, body } = await api.get('/v1/nowhere')
  expect(headers.get('x-service-request-id')).toBe('test-request')
  expect(body).toEqual({
    type: 'not_found',
    code: 'route-not-found',
    message: 'There is no such path, or it does not take this method.',
    requestId: 'test-request',
    docUrl: 'http://localhost/errors/route-not-found',
  })
})

describe('a failure of the server', () => {
  const { app, failures } = testApp()

  test.each([
    ['an error that is thrown', '/v1/orders/broken'],
    ['an error that looks like a refusal', '/v1/orders/imposter'],
    ['a field that the answer’s schema does not have', '/v1/orders/leaky'],
  ])(
    '[error.internal] a failure of the server is 500, reported, and shows nothing of the inside: %s',
    async (_, path) => {
      const { status, headers, body, text } = await send(app, 'GET', path)
      expect([status, body.code]).toEqual([500, 'internal-error'])
      expect([headers.get('x-service-request-id'), body.requestId]).toEqual(['req-1', 'req-1'])
      expect(text).not.toMatch(/inside|driver|at /)
      expect(failures.at(-1)).toMatchObject({ requestId: 'req-1', method: 'GET', path })
    },
  )

  test.each([
    ['[request.busy] a read', 'GET', '/v1/orders/away'],
    ['[request.busy] a read outside of /v1', 'GET', '/sandbox/away'],
    ['[request.busy] a change under /v1, one transaction', 'POST', '/v1/orders/away'],
  ])('%s while the database is away is server-busy, and not reported', async (_, method, path) => {
    const reported = failures.length
    const { status, text, body } = await send(app, method, path)
    expect([status, body.code, body.requestId]).toEqual([500, 'server-busy', 'req-1'])
    expect(text).not.toContain('inside')
    expect(failures).toHaveLength(reported)
  })

  test('[error.internal] a change that may be half done when the database is lost is not answered as one of which nothing was done', async () => {
    const { status, body } = await send(app, 'POST', '/sandbox/away')
    expect([status, body.code]).toEqual([500, 'internal-error'])
    expect(failures.at(-1)).toMatchObject({ method: 'POST', path: '/sandbox/away' })
  })
})
