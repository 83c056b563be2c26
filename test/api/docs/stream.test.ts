/** GET /docs/stream.json: the AsyncAPI document of the stream. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import specification from '@asyncapi/specs/schemas/3.0.0.json'
import Ajv from 'ajv'
import { openStreamApi, type StreamApi } from '../../support/stream-api'

let api: StreamApi
beforeEach(async () => {
  api = await openStreamApi()
})
afterEach(() => api.stop())

const document = async () => {
  const { body } = await api.get('/docs/stream.json', { authorization: undefined })
  return body
}

test('[stream.documented] /docs/stream.json is valid by the AsyncAPI 3 specification', async () => {
  const body = await document()
  const ajv = new Ajv({ strict: false, validateFormats: false, meta: false })
  const validate = ajv.compile(specification)
  validate(body)
  expect(validate.errors ?? []).toEqual([])
  expect(validate({ ...body, channels: { stream: { adress: '/v1/stream' } } })).toBe(false)
})

test('[stream.documented] /docs/stream.json describes every message that a trading day brings, and no more', async () => {
  const { messages } = JSON.parse(JSON.stringify((await document()).components))
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const client = await api.follow(0)
  await api.trade()
  client.send('none')
  client.send({ type: 'unsubscribe' })
  await client.next('unsubscribed')
  await api.stream.sendHeartbeats()
  await client.next('heartbeat')
  const types = new Set(client.messages.map(({ type }) => type))
  expect([...types].sort()).toEqual([
    'error',
    'heartbeat',
    'order',
    'ready',
    'subscribed',
    'unsubscribed',
  ])
  for (const message of client.messages) {
    const validate = ajv.compile(messages[message.type].payload)
    expect([validate(message), validate.errors]).toEqual([true, null])
    expect(validate({ ...message, more: 1 })).toBe(false)
  }
})

test('[stream.documented] /docs/stream.json is named in the description of the API', async () => {
  const { body } = await api.get('/docs/json')
  expect(JSON.stringify(body.info)).toContain('/docs/stream.json')
})
