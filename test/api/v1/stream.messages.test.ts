/** Messages that a client of GET /v1/stream should not send, and every code that it can get. */
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { RATE_LIMITS_DEFAULT, STREAM_TOKEN_MS_MAX } from '../../../src/core/limits'
import { REFUSALS, refusalMessage } from '../../../src/core/refusals'
import { lostConnection } from '../../support/faulty-database'
import { openStreamApi, type StreamApi } from '../../support/stream-api'
import { STREAM_RECIPES } from '../../support/stream-codes'
import { until } from '../../support/until'

let api: StreamApi
const open =
  (rateLimits = RATE_LIMITS_DEFAULT) =>
  async () => {
    api = await openStreamApi({ config: { rateLimits } })
  }
afterEach(() => api.stop())

describe('a message to the stream', () => {
  beforeEach(open())

  test.each([
    ['text', 'hello', 'malformed-message'],
    ['broken JSON', '{"type":', 'malformed-message'],
    ['a list', '[]', 'malformed-message'],
    ['a number', '17', 'malformed-message'],
    ['no type', '{}', 'malformed-message'],
    ['a field sent twice', '{"type":"subscribe","since":1.5,"since":0}', 'malformed-message'],
    ['an unknown type', '{"type":"order"}', 'malformed-message'],
    ['an unknown field', '{"type":"subscribe","from":1}', 'unknown-parameter'],
    ['a number as text', '{"type":"subscribe","since":"1"}', 'invalid-parameter'],
    ['a fraction', '{"type":"subscribe","since":1.5}', 'invalid-parameter'],
    ['a negative number', '{"type":"subscribe","since":-1}', 'invalid-parameter'],
    ['a missing field', '{"type":"authenticate"}', 'missing-parameter'],
  ])(
    '[stream.messages] a message to the stream with %s is answered with an error, and the stream stays open: %s is %s',
    async (_, text, code) => {
      const client = await api.follow()
      client.send(text)
      expect((await client.next('error')).error).toMatchObject({ code })
      await api.floor.order('acc_A', { quantity: '1' })
      await client.events(1)
    },
  )

  test('[stream.messages] a message to the stream that cannot be read closes the stream with 1008 at the 21st time', async () => {
    const client = await api.follow()
    for (let sent = 1; sent <= 20; sent++) {
      client.send('hello')
      await client.next('error')
    }
    client.send('hello')
    expect((await client.closed).code).toBe(1008)
  })

  test('[stream.messages] a message to the stream of more than 4 KiB closes the stream with 1009', async () => {
    const client = await api.follow()
    client.send('x'.repeat(4_097))
    expect((await client.closed).code).toBe(1009)
  })
})

describe('messages to the stream', () => {
  const other = { perSecond: 1, burst: 2 }
  beforeEach(open({ orders: other, other, token: other }))

  test('[stream.messages] [rate-limit.buckets] messages to the stream count as requests', async () => {
    const client = await api.follow()
    client.send({ type: 'subscribe' })
    expect((await client.next('error')).error.code).toBe('rate-limit-exceeded')
  })
})

test('[request.busy] a stream whose token cannot be looked up while the database is away is not refused as one without a token, and can send it again', async () => {
  await open()()
  const reading = Promise.withResolvers<never>()
  const lastSeqs = spyOn(api.events, 'lastSeqs').mockReturnValueOnce(reading.promise)
  const client = api.open({})
  client.send({ type: 'authenticate', token: api.token })
  await until(
    async () => lastSeqs.mock.calls.length,
    (calls) => calls > 0,
  )
  api.pass(STREAM_TOKEN_MS_MAX)
  await api.stream.check()
  reading.reject(lostConnection())
  expect((await client.next('error')).error).toMatchObject({ code: 'server-busy' })
  await api.stream.check()
  client.send({ type: 'authenticate', token: api.token })
  const answer = await Promise.race([client.next('ready'), client.next('error')])
  expect(answer).toMatchObject({ type: 'ready' })
})

// safe: Object.keys of a literal gives its own keys.
const CODES = Object.keys(STREAM_RECIPES) as (keyof typeof STREAM_RECIPES)[]

describe('an error of the stream', () => {
  beforeEach(open())

  test.each(CODES)(
    '[stream.codes] [error.catalogue] an error of the stream: %s has its type, message and page',
    async (code) => {
      const { type, message, data, docUrl, ...error } = await STREAM_RECIPES[code](
        api,
        api.database,
      )
      expect(error.code).toBe(code)
      expect(type).toBe(REFUSALS[code].type)
      expect(message).toBe(refusalMessage({ refused: code, ...(data && { data }) }))
      expect(message).not.toMatch(/[{}]|undefined|the inside/)
      expect(docUrl).toBe(`${api.origin}/errors/${code}`)
      expect((await fetch(docUrl)).status).toBe(200)
    },
  )
})
