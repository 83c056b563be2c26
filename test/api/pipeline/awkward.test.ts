/** One example of each awkward input, by its name and its documented answer. */
import { describe, expect, test } from 'bun:test'
import { FORM, marketOrder, openContract, orderOf, SECRET, textIn } from '../../support/brokerage'
import { refusalIn, rowsIn } from '../../support/market-api'

const b = await openContract({ simulated: 'few' })
const JSON_TYPE = { 'content-type': 'application/json' }
const raw = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  b.send('POST', '/v1/orders', { body, headers })
/** An order with one member written as it is here. */
const written = (member: string) => {
  const { quantity: _, ...rest } = orderOf()
  return raw(`${JSON.stringify(rest).slice(0, -1)},${member}}`)
}
const bytes = (body: Uint8Array | ReadableStream, headers: Record<string, string> = {}) =>
  b.app.handle(
    new Request('http://localhost/v1/orders', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-service-request-id': 'raw', ...token, ...headers },
      body,
    }),
  )
const token = { authorization: `Bearer ${await b.signIn()}` }
const codeOf = async (response: Response): Promise<unknown> => {
  const body: unknown = await response.json()
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}
const quantityFault = { status: 400, code: 'invalid-parameter', param: 'quantity' }
const malformed = { status: 400, code: 'malformed-body', param: undefined }

describe('a number', () => {
  test.each([
    ['-0', quantityFault],
    ['1e-20', quantityFault],
    ['1e400', quantityFault],
    ['1e-400', quantityFault],
    ['0.30000000000000004', quantityFault],
    ['12345678901234567', quantityFault],
    ['9007199254740993', quantityFault],
    ['0.10000000000000000001', quantityFault],
    ['1e308', { status: 422, code: 'order-size-exceeded', param: undefined }],
    ['NaN', malformed],
    ['Infinity', malformed],
    ['01', malformed],
    ['.5', malformed],
    ['"NaN"', quantityFault],
  ])('%s as a quantity is refused', async (text, refusal) => {
    expect(refusalIn(await written(`"quantity":${text}`))).toEqual(refusal)
  })

  test.each(['1e0', '1.0', '0.1E1', '10e-1', '1.00000000000000000000'])('%s is 1', async (text) => {
    const answer = await written(`"quantity":${text}`)
    expect((await b.order(textIn(answer.body, 'orderId'))).quantity).toBe(1)
  })
})

describe('an id', () => {
  test('of 65 characters is refused', async () => {
    const long = 'x'.repeat(65)
    const fault = { status: 400, code: 'invalid-parameter' }
    expect(refusalIn(await b.place(orderOf({ clientOrderId: long })))).toEqual({
      ...fault,
      param: 'clientOrderId',
    })
    expect(refusalIn(await b.get(`/v1/orders/${long}`))).toEqual({ ...fault, param: 'orderId' })
    expect(refusalIn(await b.get(`/v1/orders/fills?orderId=${long}`))).toEqual({
      ...fault,
      param: 'orderId',
    })
  })

  test.each(['%00', 'a%00b', '%7F', '%20', "'--"])('of %s is none of an order', async (id) => {
    const unknown = { status: 404, code: 'order-not-found', param: undefined }
    expect(refusalIn(await b.get(`/v1/orders/${id}`))).toEqual(unknown)
    expect(refusalIn(await b.cancel(id))).toEqual(unknown)
    expect(rowsIn(await b.get(`/v1/orders/fills?orderId=${id}`), 'fills')).toEqual([])
  })

  test('of a client with a NUL is a wrong one', async () => {
    const body = `grant_type=client_credentials&client_id=a%00b&client_secret=${SECRET}`
    const headers = { ...FORM, authorization: undefined }
    const answer = await b.send('POST', '/v1/oauth/token', { body, headers })
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'invalid-client' })
  })

  test('with all that PostgreSQL quotes is kept as it is', async () => {
    for (const clientOrderId of ['{"a",\\b}', 'NULL', "'';--", '%s$1']) {
      const order = orderOf({ clientOrderId })
      const orderId = await b.placed(order)
      expect((await b.order(orderId)).clientOrderId).toBe(clientOrderId)
      expect(await b.placed(order)).toBe(orderId)
    }
  })
})

describe('a symbol', () => {
  test.each(['\u017fPY', '한국', '😀', 'AAPL\u0000', '\ufeffAAPL', 'ＡＡＰＬ'])(
    'of other letters is refused: %j',
    async (symbol) => {
      const fault = { status: 400, code: 'invalid-parameter' }
      const query = encodeURIComponent(symbol)
      const quotes = await b.get(`/v1/market/quotes?symbols=${query}`)
      expect(refusalIn(quotes)).toEqual({ ...fault, param: 'symbols' })
      const one = await b.get(`/v1/instruments/${query}`)
      expect(refusalIn(one)).toEqual({ ...fault, param: 'symbol' })
      expect(refusalIn(await b.place(orderOf({ symbol })))).toEqual({ ...fault, param: 'symbol' })
    },
  )

  test('is not one of two thousand', async () => {
    const symbols = Array.from({ length: 2_000 }, (_, at) => `S${at}`).join()
    expect(refusalIn(await b.get(`/v1/market/quotes?symbols=${symbols}`))).toEqual({
      status: 400,
      code: 'invalid-parameter',
      param: 'symbols',
    })
  })
})

describe('a header', () => {
  test.each([
    ['x-service-account-id', 'acc_1', 403, 'account-mismatch'],
    ['authorization', token.authorization, 401, 'invalid-token'],
  ])('%s sent twice is neither', async (name, value, status, code) => {
    const headers = new Headers({ 'x-service-request-id': 'twice', ...token })
    headers.set(name, value)
    headers.append(name, value)
    const response = await b.app.handle(new Request('http://localhost/v1/account', { headers }))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code })
  })

  test('content-encoding is not understood, so a gzip body is no JSON', async () => {
    const packed = Bun.gzipSync(Buffer.from(JSON.stringify(orderOf())))
    const response = await bytes(packed, { 'content-encoding': 'gzip' })
    expect([response.status, await codeOf(response)]).toEqual([400, 'malformed-body'])
  })

  test.each(['text/plain', 'application/jsonp', 'multipart/form-data; boundary=x', ''])(
    'content-type %j is not JSON',
    async (type) => {
      const answer = await raw(JSON.stringify(orderOf()), { 'content-type': type })
      expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'unsupported-content-type' })
    },
  )

  test('content-type may name a charset', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await raw(JSON.stringify(orderOf()), headers)).status).toBe(200)
  })
})

describe('a body', () => {
  test.each([
    ['with a field twice', '{"quantity":1,"quantity":2}'],
    ['with a field twice, once escaped', '{"side":"BUY","s\\u0069de":"SELL"}'],
    ['nested a thousand levels deep', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
    ['with a byte order mark', `\ufeff${JSON.stringify(orderOf())}`],
    ['with a NUL', JSON.stringify(orderOf()).replace(':', ':\u0000')],
    ['with something behind it', `${JSON.stringify(orderOf())}x`],
  ])('%s is malformed', async (_, body) => {
    expect(refusalIn(await raw(body))).toEqual(malformed)
  })

  test.each(['null', '[]', '"AAPL"', '7', 'true'])('%s is no object', async (body) => {
    expect(refusalIn(await raw(body))).toMatchObject({ status: 400, code: 'invalid-parameter' })
  })

  test('that is no UTF-8 is malformed', async () => {
    const body = Buffer.from(JSON.stringify(orderOf({ clientOrderId: '\u00e9' })), 'latin1')
    expect(await codeOf(await bytes(body))).toBe('malformed-body')
  })

  test('in chunks is read whole, and counted as it comes', async () => {
    const inChunks = (text: string) =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < text.length; at += 50) {
            controller.enqueue(Buffer.from(text.slice(at, at + 50)))
          }
          controller.close()
        },
      })
    expect((await bytes(inChunks(JSON.stringify(orderOf())))).status).toBe(200)
    const large = await bytes(inChunks(JSON.stringify(orderOf()).padEnd(70_000)))
    expect(await codeOf(large)).toBe('body-too-large')
  })

  test('that sets a prototype is an unknown field', async () => {
    const answer = await written('"quantity":1,"__proto__":{"side":"SELL"}')
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'unknown-parameter' })
  })
})

describe('a time', () => {
  const list = (from: string) => b.get(`/v1/orders?from=${from}`)

  test.each([
    ['2026-02-29', 'a date that does not exist'],
    ['2026-13-01', 'a month that does not exist'],
    ['2026-03-08T02:30%5BAmerica/New_York%5D', 'a zone by name'],
    ['2026-3-2', 'a short date'],
    ['20260302', 'a date without hyphens'],
    ['1772463600', 'seconds since 1970'],
    ['%2B012026-01-01', 'a year of six digits'],
    ['2026-03-02T10:00:00.0000000001Z', 'ten digits of a second'],
    ['now', 'a word'],
  ])('%s is refused: %s', async (from) => {
    const fault = { status: 400, code: 'invalid-parameter', param: 'from' }
    expect(refusalIn(await list(from))).toEqual(fault)
  })

  test.each([
    ['2024-02-29', '29 February of a leap year'],
    ['2026-03-08T02:30', 'Korea, which has no gap when New York has'],
    ['2026-03-08T02:30-05:00', 'an offset says it all'],
    ['2016-12-31T23:59:60Z', 'a leap second is the second before it'],
    ['2026-03-02T10:00 09:00', 'the plus of an offset, not escaped'],
    ['0001-01-01T00:00:00', 'the least time of many a language'],
    ['9999-12-31T23:59:59.999-12:00', 'beyond the greatest'],
  ])('%s is taken: %s', async (from) => {
    expect((await list(encodeURI(from))).status).toBe(200)
  })

  test('as early or as late as can be leaves nothing out', async () => {
    const orderId = await b.placed()
    const found = rowsIn(await b.get('/v1/orders?from=0001-01-01&to=9999-12-31'), 'orders')
    expect(found[0]?.orderId).toBe(orderId)
  })

  test('in the gap of New York is skipped by the candles of that day', async () => {
    await b.advanceTo('2026-03-09T10:00:00-04:00')
    const path = '/v1/market/candles?symbol=AAPL&interval=1h&sessions=DAY'
    const [first] = rowsIn(await b.get(`${path}&from=2026-03-08T20:00-04:00&limit=1`), 'candles')
    expect(first?.time).toBe('2026-03-09T09:00:00.000+09:00')
  })
})

describe('a query', () => {
  test.each(['%', '%zz', '%E0%A4%A', '%c0%80'])(
    'with the broken escape %s is refused',
    async (text) => {
      const fault = { status: 400, code: 'invalid-parameter' }
      const symbols = await b.get(`/v1/market/quotes?symbols=${text}`)
      expect(refusalIn(symbols)).toEqual({ ...fault, param: 'symbols' })
      expect(refusalIn(await b.get(`/v1/orders?status=${text}`))).toEqual({
        ...fault,
        param: 'status',
      })
      expect(refusalIn(await b.get(`/v1/instruments/${text}`))).toEqual({
        ...fault,
        param: 'symbol',
      })
    },
  )

  test('of a hundred thousand characters is read', async () => {
    const nonsense = await b.get(`/v1/orders?${'x'.repeat(100_000)}=1`)
    expect(refusalIn(nonsense)).toMatchObject({ status: 400, code: 'unknown-parameter' })
    expect(String(nonsense.body.param).length).toBeLessThanOrEqual(100)
    const search = await b.get(`/v1/instruments?search=${'x'.repeat(100_000)}`)
    expect(refusalIn(search)).toEqual({ status: 400, code: 'invalid-parameter', param: 'search' })
  })

  test('with __proto__ is one that is not known', async () => {
    for (const param of ['__proto__', 'constructor', 'toString']) {
      const answer = await b.get(`/v1/orders?${param}=1`)
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'unknown-parameter', param })
    }
  })
})

describe('a cursor', () => {
  const refusal = { status: 400, code: 'invalid-cursor', param: 'cursor' }
  const lists = ['/v1/orders?', '/v1/orders/fills?', '/v1/market/candles?symbol=AAPL&interval=1m&']

  test.each(['nonsense', '%00', 'Zm9v', '😀', 'x'.repeat(10_000)])(
    'that nobody made is refused: %s',
    async (cursor) => {
      for (const list of lists) {
        const answer = await b.get(`${list}cursor=${encodeURIComponent(cursor)}`)
        expect(refusalIn(answer)).toEqual(refusal)
      }
    },
  )

  test.each(['\u0000', '', 'é', "' or 1=1"])(
    'with another id behind its mark is refused: %j',
    async (id) => {
      for (let at = 0; at < 3; at++) await b.placed(marketOrder())
      const genuine = textIn((await b.get('/v1/orders?limit=1')).body, 'nextCursor')
      const [mark] = Buffer.from(genuine, 'base64url').toString().split('.')
      const forged = Buffer.from(`${mark}.${id}`).toString('base64url')
      expect(refusalIn(await b.get(`/v1/orders?cursor=${forged}`))).toEqual(refusal)
    },
  )
})
