import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { errors } from '../../../src/api/pipeline/errors'
import { NO_ENTRANCE, send, testApp } from '../../support/pipeline-app'

const { app, failures } = testApp()

describe('what no route answers', () => {
  test.each([
    ['GET', '/v1/nowhere'],
    ['PUT', '/v1/orders'],
    ['GET', '/nowhere'],
  ])('%s %s is 404 route-not-found', async (method, path) => {
    const { status, body } = await send(app, method, path)
    expect([status, body.code]).toEqual([404, 'route-not-found'])
  })

  test('under /v1 is asked for its request id first', async () => {
    const inside = await send(app, 'GET', '/v1/nowhere', { requestId: null })
    expect([inside.status, inside.body.code]).toEqual([400, 'request-id-required'])
    const outside = await send(app, 'GET', '/nowhere', { requestId: null })
    expect(outside.body.code).toBe('route-not-found')
  })

  test('carries the whole envelope of the contract', async () => {
    expect((await send(app, 'GET', '/v1/nowhere')).body).toEqual({
      type: 'not_found',
      code: 'route-not-found',
      message: 'There is no such path, or it does not take this method.',
      requestId: 'req-1',
      docUrl: 'http://localhost/errors/route-not-found',
    })
  })
})

describe('a failure of ours', () => {
  test.each(['/v1/orders/broken', '/v1/orders/imposter', '/v1/orders/thrown-status'])(
    '%s is 500, reported, and shows nothing of the inside',
    async (path) => {
      const { status, body, text } = await send(app, 'GET', path)
      expect([status, body.code]).toEqual([500, 'internal-error'])
      expect(text).not.toMatch(/inside|driver|at /)
      expect(failures.at(-1)).toMatchObject({ requestId: 'req-1', method: 'GET', path })
    },
  )

  test('in a body that Elysia parses itself is still an envelope', async () => {
    const plain = new Elysia().use(errors(() => {}, NO_ENTRANCE)).post('/plain', ({ body }) => body)
    const { status, body } = await send(plain, 'POST', '/plain', { body: '{' })
    expect([status, body.code]).toEqual([400, 'malformed-body'])
  })
})
