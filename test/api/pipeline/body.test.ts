/** The JSON body of a request: its type, its size, its form and its fields. */
import { describe, expect, test } from 'bun:test'
import { type Body, badParam, missing, refusalIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'

const api = await openApi()
const JSON_TYPE = { 'content-type': 'application/json' }
const token = { authorization: `Bearer ${await api.signIn()}` }

const raw = (body: string, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  api.send('POST', '/v1/orders', { body, headers })
/** As `raw`, of bytes or of a stream of them. */
async function codeOf(
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await api.app.handle(
    new Request('http://localhost/v1/orders', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-service-request-id': 'raw', ...token, ...headers },
      body,
    }),
  )
  const answer: unknown = await response.json()
  return Object(answer).code ?? response.status
}
const streamOf = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 50) {
        controller.enqueue(Buffer.from(text.slice(at, at + 50)))
      }
      controller.close()
    },
  })
const order = () => JSON.stringify(orderOf())
const MALFORMED = { status: 400, code: 'malformed-body', param: undefined }
const unknownParam = (param: string) => ({ status: 400, code: 'unknown-parameter', param })

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
  '[request.content-type] a body is read as %s',
  async (type) => {
    expect((await raw(order(), { 'content-type': type })).status).toBe(200)
  },
)

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  '',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
])(
  '[request.content-type] a body is refused as %p, with the type that is expected',
  async (type) => {
    const answer = await raw(order(), { 'content-type': type })
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'unsupported-content-type' })
    expect(answer.body.data).toEqual({ expected: 'application/json' })
  },
)

test('[request.content-type] a body is refused without a type', async () => {
  const answer = await raw('{}', {})
  expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'unsupported-content-type' })
})

test.each([
  ['of nothing', ''],
  ['that is cut off', order().slice(0, -1)],
  ['with a field twice', '{"quantity":1,"quantity":2}'],
  ['with a field twice, once escaped', '{"side":"BUY","s\\u0069de":"SELL"}'],
  ['nested a thousand levels deep', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
  ['with a byte order mark', `\ufeff${order()}`],
  ['with a NUL', order().replace(':', ':\u0000')],
  ['with something behind it', `${order()}x`],
])('[request.body] a body: %s is malformed', async (_, body) => {
  expect(refusalIn(await raw(body))).toEqual(MALFORMED)
})

test('[request.body] a body that is no UTF-8 is malformed', async () => {
  expect(await codeOf(new Uint8Array([0x22, 0xff, 0x22]))).toBe('malformed-body')
  const latin1 = Buffer.from(JSON.stringify(orderOf({ clientOrderId: '\u00e9' })), 'latin1')
  expect(await codeOf(latin1)).toBe('malformed-body')
})

test('[request.body] a body that is packed is malformed: content-encoding is not understood', async () => {
  const packed = Bun.gzipSync(Buffer.from(order()))
  expect(await codeOf(packed, { 'content-encoding': 'gzip' })).toBe('malformed-body')
})

test.each(['null', '[]', '"AAPL"', '7', 'true'])(
  '[request.types] a body: %s is no object, and invalid as a whole',
  async (body) => {
    expect(refusalIn(await raw(body))).toEqual(badParam('body'))
  },
)

test('[request.body-max] a body of 64 KiB is read, of a byte more is not', async () => {
  const [whole, longer] = [order(), order()]
  expect((await raw(whole.padEnd(65_536))).status).toBe(200)
  const refusal = { status: 400, code: 'body-too-large' }
  expect(refusalIn(await raw(longer.padEnd(65_537)))).toMatchObject(refusal)
  expect(refusalIn(await raw(`"${'x'.repeat(65_535)}"`))).toMatchObject(refusal)
})

test('[request.body-max] a body of 64 KiB by its content-length is read', async () => {
  const headers = { ...JSON_TYPE, 'content-length': '65536' }
  expect((await raw(order().padEnd(65_536), headers)).status).toBe(200)
})

test('[request.body-max] a body is refused by its content-length alone', async () => {
  const headers = { ...JSON_TYPE, 'content-length': '65537' }
  expect(refusalIn(await raw(order(), headers))).toMatchObject({ code: 'body-too-large' })
})

test('[request.body-max] a body in chunks is read whole, and counted as it comes', async () => {
  expect(await codeOf(streamOf(order()))).toBe(200)
  expect(await codeOf(streamOf(order().padEnd(70_000)))).toBe('body-too-large')
})

test('[request.body-max] a body without an end is not read to it', async () => {
  let pieces = 0
  const endless = new ReadableStream({
    pull(controller) {
      pieces++
      controller.enqueue(new Uint8Array(8192).fill(0x20))
    },
  })
  expect(await codeOf(endless)).toBe('body-too-large')
  expect(pieces).toBeLessThan(20)
})

test('[request.body] a body that breaks off is malformed, and no failure of the server', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.error(new Error('connection lost'))
    },
  })
  expect(await codeOf(broken)).toBe('malformed-body')
  expect(api.failures).toEqual([])
})

test('[request.body] a body is not looked at if an endpoint takes none', async () => {
  const orderId = await api.placed()
  const answer = await api.send('DELETE', `/v1/orders/${orderId}`, { body: '{' })
  expect(answer.status).toBe(200)
})

describe('the fields of a body', () => {
  test.each(['timeinforce', 'timeInForse', 'stopPrice', '__proto__'])(
    '[request.unknown-field] the fields of a body may not have an unknown %s',
    async (field) => {
      const members = `${order().slice(0, -1)},${JSON.stringify(field)}:{"side":"SELL"}}`
      expect(refusalIn(await raw(members))).toEqual(unknownParam(field))
    },
  )

  test('[request.null] [request.unknown-field] the fields of a body may not have an unknown one that is null', async () => {
    expect(refusalIn(await api.place(orderOf({ stopPrice: null })))).toEqual(
      unknownParam('stopPrice'),
    )
  })

  test.each([
    ['[request.types] text', { symbol: 1 }, 'symbol'],
    ['[request.types] text', { clientOrderId: 7 }, 'clientOrderId'],
    ['[request.types] text', { symbol: true }, 'symbol'],
    ['[request.types] [error.param] one text', { side: ['BUY'] }, 'side'],
    ['[request.types] one of a closed set', { side: 'buy' }, 'side'],
    ['[request.types] [request.null] a value', { side: null }, 'side'],
  ])('%s is refused if it is something else: %j', async (_, over, param) => {
    expect(refusalIn(await api.place(orderOf(over)))).toEqual(badParam(param))
  })

  test('[request.types] the fields of a body that are missing are missing, and not completed by a first member', async () => {
    const { side: _, ...rest } = orderOf()
    expect(refusalIn(await api.post('/v1/orders', rest))).toEqual(missing('side'))
    expect(refusalIn(await raw('{"__proto__":{}}'))).toEqual(missing('symbol'))
  })

  test('[error.message] the refusal of a body says what its invalid fields may be', async () => {
    const { body } = await api.place(orderOf({ side: 'HOLD' }))
    expect(body.message).toBe('The parameter side is not valid: it must be one of BUY, SELL.')
  })

  test('[request.null] the fields of a body that are optional may be null, which is the same as leaving them out', async () => {
    const sent = { ...marketOrder(), limitPrice: null, timeInForce: null, market: null }
    const placed = await api.order(await api.placed(sent))
    expect(placed).toMatchObject({ orderType: 'MARKET', timeInForce: 'DAY' })
    expect(placed).not.toHaveProperty('limitPrice')
    expect(refusalIn(await api.place(orderOf({ limitPrice: null })))).toEqual(missing('limitPrice'))
  })

  const STOPS = ['STOP', 'STOP_LIMIT', 'STOP_MARKET', 'TRAILING_STOP', 'TRAILING_STOP_LIMIT']
  test.each(STOPS)(
    '[order.type-first] the fields of a body of a %s order are not looked at: there ' +
      'are none here, and the refusal says where they are',
    async (orderType) => {
      const stop: Body = orderOf({ orderType, stopPrice: 8, trailPercent: 5 })
      for (const path of ['/v1/orders', '/v1/orders/preview']) {
        const answer = await api.post(path, stop)
        expect(refusalIn(answer)).toEqual(badParam('orderType'))
        expect(answer.body.message).toContain('stops are at POST /paper/conditional-orders')
      }
    },
  )
})
