import { describe, expect, test } from 'bun:test'
import { Temporal } from '../../../src/core/time'
import { ORDER, send, sendOrder, testApp } from '../../support/pipeline-app'

const { app, failures } = testApp()

describe('the shape of a body', () => {
  test.each([
    ['a number as text', { ...ORDER, quantity: '1' }, 'invalid-parameter', 'quantity'],
    ['text as a number', { ...ORDER, symbol: 1 }, 'invalid-parameter', 'symbol'],
    ['a number out of range', { ...ORDER, quantity: 0 }, 'invalid-parameter', 'quantity'],
    ['null for a field', { ...ORDER, side: null }, 'invalid-parameter', 'side'],
    ['a word that is none of the set', { ...ORDER, side: 'buy' }, 'invalid-parameter', 'side'],
    ['an array', [], 'invalid-parameter', 'body'],
    ['null', null, 'invalid-parameter', 'body'],
    ['a missing field', { symbol: 'AAPL', quantity: 1 }, 'missing-parameter', 'side'],
    ['a misspelt field', { ...ORDER, timeInForse: 'IOC' }, 'unknown-parameter', 'timeInForse'],
    ['a field named __proto__', JSON.parse('{"__proto__":{}}'), 'missing-parameter', 'symbol'],
  ])('%s points at its field', async (_, order, code, param) => {
    const { status, body } = await sendOrder(app, order)
    expect(status).toBe(400)
    expect(body).toMatchObject({ type: 'validation', code, param })
  })

  test('says what would be right', async () => {
    const { body } = await sendOrder(app, { ...ORDER, side: 'HOLD' })
    expect(body.message).toBe('The parameter side is not valid: it must be one of BUY, SELL.')
  })

  test('is never completed: a missing closed set is missing, not its first member', async () => {
    const { body } = await sendOrder(app, { symbol: 'AAPL', quantity: 1 })
    expect(body.code).toBe('missing-parameter')
  })

  test('refuses __proto__ like any unknown field', async () => {
    const body = `${JSON.stringify(ORDER).slice(0, -1)},"__proto__":{"side":"SELL"}}`
    const answer = await send(app, 'POST', '/v1/orders', { body })
    expect(answer.body).toMatchObject({ code: 'unknown-parameter', param: '__proto__' })
  })
})

describe('the shape of a query', () => {
  test.each(['1', '500'])('takes the limit %s', async (limit) => {
    const { body } = await send(app, 'GET', `/v1/orders?limit=${limit}`)
    expect(body.limit).toBe(Number(limit))
  })

  test.each(['0', '501', '1e2', '0x10', '1.0', '+1', '-1', '01', '%201', ''])(
    'refuses the limit %p and never clamps it',
    async (limit) => {
      const { status, body } = await send(app, 'GET', `/v1/orders?limit=${limit}`)
      expect([status, body.code, body.param]).toEqual([400, 'invalid-parameter', 'limit'])
    },
  )

  test.each([
    ['2026-03-02', '2026-03-01T15:00:00Z'],
    ['2026-03-02T23:30:00', '2026-03-02T14:30:00Z'],
    ['2026-03-02T23:30:00Z', '2026-03-02T23:30:00Z'],
    ['2026-03-02T23:30:00%2B09:00', '2026-03-02T14:30:00Z'],
  ])('reads the time %s as %s', async (from, instant) => {
    const { body } = await send(app, 'GET', `/v1/orders?from=${from}`)
    expect(body.fromMs).toBe(Temporal.Instant.from(instant).epochMilliseconds)
  })

  test.each(['yesterday', '2026-02-30', '20260302'])('refuses the time %s', async (from) => {
    const { body } = await send(app, 'GET', `/v1/orders?from=${from}`)
    expect(body).toMatchObject({ code: 'invalid-parameter', param: 'from' })
  })

  test('refuses what it does not know, on a route without a query too (D1)', async () => {
    for (const path of ['/v1/orders?colour=red', '/v1/orders/ord_1?colour=red']) {
      const { status, body } = await send(app, 'GET', path)
      expect([status, body.code, body.param]).toEqual([400, 'unknown-parameter', 'colour'])
    }
  })

  test('is never completed', async () => {
    expect((await send(app, 'GET', '/v1/orders')).body).toMatchObject({ limit: 100, fromMs: 0 })
  })
})

describe('the shape of an answer', () => {
  test('is checked, so that nothing leaks: an unforeseen field is our failure', async () => {
    const { status, body, text } = await send(app, 'GET', '/v1/orders/leaky')
    expect([status, body.code]).toEqual([500, 'internal-error'])
    expect(text).not.toContain('inside')
    expect(failures.at(-1)).toMatchObject({ requestId: 'req-1', path: '/v1/orders/leaky' })
  })
})
