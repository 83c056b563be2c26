import { describe, expect, test } from 'bun:test'
import { ORDER, send, sendOrder, testApp } from '../../support/pipeline-app'

const { app } = testApp()
const json = JSON.stringify(ORDER)
const post = (body: string | Uint8Array<ArrayBuffer> | ReadableStream, type = 'application/json') =>
  send(app, 'POST', '/v1/orders', { body, headers: { 'content-type': type } })

describe('the body of an order', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'is read as %s',
    async (type) => {
      expect((await post(json, type)).status).toBe(200)
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data',
  ])('is refused as %s', async (type) => {
    expect((await post(json, type)).body).toMatchObject({
      code: 'unsupported-content-type',
      data: { expected: 'application/json' },
    })
  })

  test('is refused when it is not UTF-8', async () => {
    const bytes = new Uint8Array([0x22, 0xff, 0x22])
    expect((await post(bytes)).body).toMatchObject({ code: 'malformed-body' })
  })

  test('is refused when it begins with a byte order mark', async () => {
    expect((await post(`\uFEFF${json}`)).body).toMatchObject({ code: 'malformed-body' })
  })

  test('is refused when it is cut off', async () => {
    expect((await post(json.slice(0, -1))).body).toMatchObject({ code: 'malformed-body' })
  })

  test('may be padded up to 64 KiB and no further', async () => {
    expect((await post(json.padEnd(65_536))).status).toBe(200)
    expect((await post(json.padEnd(65_537))).body).toMatchObject({ code: 'body-too-large' })
  })

  test('is refused by its length alone when that says too much', async () => {
    const { body } = await sendOrder(app, ORDER, { headers: { 'content-length': '65537' } })
    expect(body).toMatchObject({ code: 'body-too-large' })
  })

  test('is not read to its end when it comes in pieces and is too large', async () => {
    let pieces = 0
    const endless = new ReadableStream({
      pull(controller) {
        pieces++
        controller.enqueue(new Uint8Array(8192).fill(0x20))
      },
    })
    expect((await post(endless)).body).toMatchObject({ code: 'body-too-large' })
    expect(pieces).toBeLessThan(20)
  })

  test('may break off without an answer of ours failing', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.error(new Error('connection lost'))
      },
    })
    expect((await post(broken)).body).toMatchObject({ code: 'malformed-body' })
  })

  test('is not looked for where a route takes none', async () => {
    const { status } = await send(app, 'DELETE', '/v1/orders/ord_1', { token: 'trader', body: '{' })
    expect(status).toBe(200)
  })
})
