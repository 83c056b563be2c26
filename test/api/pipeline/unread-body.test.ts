/** The body of a request that is refused for its sender is not read. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { openApi } from '../../support/api'
import { addConsoleUser, browserOf } from '../../support/console'

const api = await openApi({
  config: {
    sandbox: true,
    rateLimits: {
      orders: { perSecond: 1, burst: 1 },
      other: { perSecond: 1_000, burst: 1_000 },
      token: { perSecond: 1_000, burst: 1_000 },
    },
  },
})
let reader: { readonly authorization: string }
let trader: { readonly authorization: string }
let cookie: string
beforeAll(async () => {
  await api.operator.addClient('pk_test_reader', { scope: 'READ_ONLY', accounts: ['acc_reader'] })
  reader = await api.bearerOf('pk_test_reader')
  trader = await api.bearerOf()
  await addConsoleUser(api, 'anna')
  const anna = browserOf(api)
  await anna.signIn('anna')
  cookie = anna.cookie ?? ''
})

const BODIES = api.app.endpoints.filter(({ body }) => body !== undefined)
/** Endpoints that find their sender in the body. */
const SIGN_IN = ['/v1/oauth/token', '/console/api/session']
const GUARDED = BODIES.filter(({ path }) => !SIGN_IN.includes(path))
const pathsOf = (start: RegExp) =>
  GUARDED.filter(({ path }) => start.test(path)).map(({ method, path }) => [method, path] as const)

/** Sends a JSON body that counts how often it is read. */
async function send(method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  let reads = 0
  const body = new ReadableStream(
    {
      pull(controller) {
        reads++
        controller.enqueue(Buffer.from('{}'))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const sent = { 'content-type': 'application/json', 'x-service-request-id': 'unread', ...headers }
  const url = `http://localhost${path.replace(/:(\w+)/g, 'some')}`
  const response = await api.app.handle(new Request(url, { method, headers: sent, body }))
  const answer: unknown = await response.json()
  return { code: Object(answer).code, reads }
}

describe.each(pathsOf(/^\/(?:v1|sandbox)\//))('%s %s', (method, path) => {
  test('[request.unread-body] its body is not read without a token, nor with an unknown one', async () => {
    expect(await send(method, path)).toEqual({ code: 'authorization-required', reads: 0 })
    const unknown = { authorization: 'Bearer nobody' }
    expect(await send(method, path, unknown)).toEqual({ code: 'invalid-token', reads: 0 })
  })
})

describe.each(pathsOf(/^\/console\/api\//))('%s %s', (method, path) => {
  test('[request.unread-body] its body is not read without a session, nor without its CSRF token', async () => {
    expect(await send(method, path)).toEqual({ code: 'session-required', reads: 0 })
    const session = { cookie }
    expect(await send(method, path, session)).toEqual({ code: 'csrf-token-invalid', reads: 0 })
  })
})

test('[request.unread-body] an order is not read from a client that may only read, nor beyond the rate limit', async () => {
  const read = await send('POST', '/v1/orders', reader)
  expect(read).toEqual({ code: 'insufficient-scope', reads: 0 })
  expect(await send('POST', '/v1/orders', trader)).toMatchObject({ code: 'missing-parameter' })
  const beyond = await send('POST', '/v1/orders', trader)
  expect(beyond).toEqual({ code: 'rate-limit-exceeded', reads: 0 })
})
