/** A declaration holds for its own endpoint, and for no other. */
import { describe, expect, test } from 'bun:test'
import { ORDER, type Sent, send, sendOrder, testApp } from '../../support/pipeline-app'

const limits = {
  orders: { perSecond: 1, burst: 2 },
  other: { perSecond: 1, burst: 9 },
  token: { perSecond: 1, burst: 1 },
}

test('[rate-limit.buckets] two endpoints in one application take from their own bucket, once a request', async () => {
  const { app } = testApp({ limits })
  const left = async (method: string, sent: Sent) =>
    (await send(app, method, '/v1/orders', sent)).headers.get('x-ratelimit-remaining')
  expect(await left('GET', {})).toBe('8')
  expect(await left('POST', { body: JSON.stringify(ORDER) })).toBe('1')
  expect(await left('GET', {})).toBe('7')
})

test('[rate-limit.refused] [rate-limit.headers] two endpoints in one application say how long to wait', async () => {
  const { app } = testApp({ limits: { ...limits, orders: { perSecond: 0.25, burst: 1 } } })
  await sendOrder(app, ORDER)
  const { status, headers, body } = await sendOrder(app, ORDER)
  expect([status, body.code]).toEqual([429, 'rate-limit-exceeded'])
  expect(headers.get('retry-after')).toBe('4')
  expect(headers.get('x-ratelimit-limit')).toBe('1')
  expect(headers.get('x-ratelimit-remaining')).toBe('0')
  expect(body.message).toBe('Too many requests. Try again in 4 s.')
})

test('[rate-limit.headers] two endpoints in one application show the limits in refusals of a known client as well', async () => {
  const { app } = testApp({ limits })
  const shape = await send(app, 'GET', '/v1/orders?limit=0')
  expect(shape.headers.get('x-ratelimit-remaining')).toBe('8')
  const rights = await sendOrder(app, ORDER, { token: 'reader' })
  expect(rights.headers.get('x-ratelimit-remaining')).toBe('1')
})

test('[rate-limit.off] two endpoints in one application show no limits if there are none', async () => {
  const { headers } = await send(testApp().app, 'GET', '/v1/orders')
  expect(headers.has('x-ratelimit-limit')).toBe(false)
})

describe('an endpoint', () => {
  const { app } = testApp()

  test('an endpoint that anybody may call asks for nothing', async () => {
    const { status, text } = await send(app, 'GET', '/open', { token: null, requestId: null })
    expect([status, text]).toEqual([200, 'nobody signs in'])
  })

  test('[sandbox.token] an endpoint outside /v1 needs a token and no request id', async () => {
    const { status, headers } = await send(app, 'GET', '/sandbox', { requestId: null })
    expect([status, headers.get('x-service-request-id')]).toEqual([
      200,
      expect.stringMatching(/^sandbox-\d+$/),
    ])
    const { body } = await send(app, 'GET', '/sandbox', { requestId: null, token: null })
    expect(body).toMatchObject({
      code: 'authorization-required',
      requestId: expect.stringMatching(/^sandbox-\d+$/),
    })
  })

  test.each([
    [null, 401, 'authorization-required', 'Bearer realm="paper-brokerage"'],
    ['nobody', 401, 'invalid-token', 'error="invalid_token"'],
    ['expired', 401, 'expired-token', 'error="invalid_token"'],
  ])(
    '[auth.challenges] an endpoint answers the token %p with %d %s and %s',
    async (token, status, code, challenge) => {
      const answer = await send(app, 'GET', '/v1/orders', { token })
      expect([answer.status, answer.body.code]).toEqual([status, code])
      expect(answer.headers.get('www-authenticate')).toContain(challenge)
    },
  )
})
