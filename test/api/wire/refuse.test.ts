/** Refusals on the wire: their status, their envelope and the address of their page. */
import { describe, expect, test } from 'bun:test'
import { getSchemaValidator, t, ValidationError } from 'elysia'
import {
  REFUSALS,
  type RefusalCode,
  type Refused,
  refused,
  STATUS_OF_TYPE,
} from '../../../src/core/refusals'
import { requestedOrigin } from '../../../src/http/addresses'
import { endpoint } from '../../../src/http/endpoint'
import { docUrlOf, refusalBody, refusalSchemas, statusOf } from '../../../src/http/wire/refusal'
import { answer, body, moneyInput, optional } from '../../../src/http/wire/schemas'
import { shapeRefusalOf } from '../../../src/http/wire/validation-errors'

const codes = Object.keys(REFUSALS) as RefusalCode[] // safe: the catalogue's own keys

describe('[request.types] the refusal of a shape', () => {
  const schema = body({
    exit: optional(
      t.Object({ limit: moneyInput('USD.', 1) }, { additionalProperties: false, description: '…' }),
    ),
  })
  const validator = getSchemaValidator(schema)
  const refusalOf = (sent: unknown) => shapeRefusalOf(new ValidationError('body', validator, sent))

  test.each([
    [{ exit: { limit: 'x' } }, 'invalid-parameter', 'exit.limit'],
    [{ exit: {} }, 'missing-parameter', 'exit.limit'],
    [{ exit: { limit: 1, stop: 2 } }, 'unknown-parameter', 'exit.stop'],
    [{ exit: 5 }, 'invalid-parameter', 'exit'],
  ])('of %j names the field, inside of an object that may be left out too', (sent, code, param) => {
    expect(refusalOf(sent)).toMatchObject({ refused: code, param })
  })
})

describe('a refusal over HTTP', () => {
  test.each(codes)('%s has its status, and fits the schema of its code', (code) => {
    const { type } = REFUSALS[code]
    expect(statusOf(code)).toBe(STATUS_OF_TYPE[type])
    const body = refusalBody(refused(code, { a: 1, b: 'two' }), { requestId: 'r', baseUrl: '' })
    expect(body).toMatchObject({ type, code, requestId: 'r' })
    const schema = refusalSchemas(codes).get(statusOf(code))
    if (schema === undefined) throw new Error('no schema')
    expect(getSchemaValidator(schema).Check(body)).toBe(true)
  })

  test.each([
    ['http://localhost:3000/v1/orders?a=b', 'http://localhost:3000/errors/internal-error'],
    ['http://[::1]:3000/v1', 'http://[::1]:3000/errors/internal-error'],
    ['http://10.0.0.7/v1', 'http://10.0.0.7/errors/internal-error'],
    ['http://api/v1', 'http://api/errors/internal-error'],
    ['https://nas.local:8443/v1', 'https://nas.local:8443/errors/internal-error'],
  ])('has its page where the caller reached %p', (url, docUrl) => {
    expect(docUrlOf('internal-error', requestedOrigin({ url }))).toBe(docUrl)
  })

  test.each([
    'http://evil.example/v1',
    'http://127.0.0.1.evil.example/v1',
    'http://localhost.evil.example/v1',
    'http://evil.example:80@localhost/v1',
    'http://[::1].evil.example/v1',
    'http://999.1.1.1/v1',
    'http://"><script>/v1',
    '',
  ])('has it on this server, whatever the host in %p', (url) => {
    expect(docUrlOf('internal-error', requestedOrigin({ url }))).toBe('/errors/internal-error')
  })
})

// Checked by the compiler: the second endpoint leaves out a code that its service can return.
const find = async (): Promise<{ found: number } | Refused<'order-not-found' | 'account-locked'>> =>
  refused('order-not-found')

const READ = {
  method: 'GET',
  path: '/v1/found',
  auth: 'bearer',
  answer: answer({ a: t.String() }),
} as const

export const typed = () => [
  endpoint({
    ...READ,
    id: 'declared',
    refusals: ['order-not-found', 'account-locked'],
    async run() {
      const found = await find()
      return 'refused' in found ? found : { a: 'b' }
    },
  }),
  endpoint({
    ...READ,
    id: 'leftOut',
    refusals: ['order-not-found'],
    // @ts-expect-error account-locked is not declared
    async run() {
      const found = await find()
      return 'refused' in found ? found : { a: 'b' }
    },
  }),
]
