import { afterEach, describe, expect, test } from 'bun:test'
import specification from '@asyncapi/specs/schemas/3.0.0.json'
import Ajv from 'ajv'
import { openApi } from '../../support/api'
import { freshDatabase } from '../../support/database'
import { openStreamApi } from '../../support/stream-api'

const database = await freshDatabase()
afterEach(freshDatabase)

describe('the document of the stream', () => {
  test('is valid by the AsyncAPI 3 specification', async () => {
    const { body } = await (await openApi({ database })).get('/docs/stream.json')
    const ajv = new Ajv({ strict: false, validateFormats: false, meta: false })
    const validate = ajv.compile(specification)
    validate(body)
    expect(validate.errors ?? []).toEqual([])
    expect(validate({ ...body, channels: { stream: { adress: '/v1/stream' } } })).toBe(false)
  })

  test('describes every message that a trading day brings', async () => {
    const api = await openStreamApi({ database })
    const { body } = await api.get('/docs/stream.json')
    const { messages } = JSON.parse(JSON.stringify(body.components))
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
    }
    await api.stop()
  })

  test('is named in the description of the API', async () => {
    const { body } = await (await openApi({ database })).get('/docs/json')
    expect(JSON.stringify(body.info)).toContain('/docs/stream.json')
  })
})

describe('turned off (D10)', () => {
  test('there is neither the stream nor its document, and all else is as before', async () => {
    const api = await openApi({ database, config: { stream: false } })
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
    for (const path of ['/v1/stream', '/docs/stream.json']) {
      expect(await api.get(path, upgrade)).toMatchObject({
        status: 404,
        body: { code: 'route-not-found' },
      })
    }
    expect(await api.get('/v1/orders')).toMatchObject({ status: 200, body: { orders: [] } })
  })
})
