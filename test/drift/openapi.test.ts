import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { REFUSALS, type RefusalCode } from '../../src/core/refusals'
import { refusalExample } from '../../src/http/docs/refusal-example'
import { refusalSchemas, statusOf } from '../../src/http/wire/refusal'
import { openApi } from '../support/api'
import {
  type Documented,
  examplesOf,
  faultsIn,
  fieldsOf,
  mediaOf,
  operationsOf,
  readDocument,
} from '../support/document'
import { golden, sortedJson } from '../support/golden'
import { ACCOUNT_ENDPOINTS, ADDITIONAL_STATUSES, EVERY_STATUS } from './rules/statuses'

// safe: the catalogue's own keys
const CODES = Object.keys(REFUSALS) as RefusalCode[]
const { app } = await openApi({ config: { sandbox: true, feed: 'live' } })
const document = await readDocument(app)
const operations = operationsOf(document)
const contract = operations.filter(({ path }) => path.startsWith('/v1/'))
const each = (all: readonly Documented[]) => all.map((one) => [one.name, one] as const)

const TRADING = ['POST /v1/orders', 'DELETE /v1/orders/{orderId}']
/** [time.assumed] */
const TAKING_TIMES = ['GET /v1/market/candles', 'GET /v1/orders', 'GET /v1/orders/fills']

describe('the Swagger document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(document.openapi).toBe('3.1.0')
  })

  test('is the golden one (UPDATE_GOLDEN=1 bun test test/drift/openapi.test.ts)', async () => {
    const now = sortedJson(document)
    expect(now === (await golden('openapi.json', now))).toBe(true)
  })

  test('is at /docs/json as well, and names the server that was asked', async () => {
    expect(await readDocument(app, '/docs/json')).toEqual(document)
    expect(document.servers).toEqual([{ url: 'http://localhost', description: 'This server.' }])
  })

  test("names its schemas in the field's own words, and has no nameless body", () => {
    const names = Object.keys(document.components.schemas)
    expect(names).toEqual(
      expect.arrayContaining([
        'Account',
        'BuyingPower',
        'Calendar',
        'CalendarDay',
        'Candle',
        'Candles',
        'ApiError',
        'ErrorCode',
        'ExchangeRate',
        'Fill',
        'Fills',
        'Holding',
        'Holdings',
        'Instrument',
        'Instruments',
        'Order',
        'OrderPreview',
        'OrderRequest',
        'OrderStatus',
        'OrderType',
        'Orders',
        'Quote',
        'Quotes',
        'Session',
        'Side',
        'TimeInForce',
        'Token',
      ]),
    )
    const schemas = JSON.stringify(document.paths).match(
      /"application\/[^"]+":\{"schema":\{"[^"]+"/g,
    )
    expect(new Set(schemas?.map((each) => each.split('"').at(-2)))).toEqual(new Set(['$ref']))
  })

  test('has every endpoint of the contract', () => {
    const documented = contract.map(({ name }) => name)
    expect(documented.toSorted()).toEqual(Object.keys(ADDITIONAL_STATUSES).toSorted())
  })

  test('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('wants a bearer token, but for the token endpoint and the checks of health', () => {
    expect(document.security).toEqual([{ bearer: [] }])
    const open = operations.filter(({ operation }) => operation.security?.length === 0)
    expect(open.map(({ name }) => name)).toEqual([
      'GET /livez',
      'GET /readyz',
      'GET /health',
      'POST /v1/oauth/token',
    ])
  })
})

describe.each(each(contract))('%s', (name, { operation }) => {
  test('answers with the statuses of the contract, no other and no fewer', () => {
    const expected = [200, ...EVERY_STATUS, ...(ADDITIONAL_STATUSES[name] ?? [])]
    expect(Object.keys(operation.responses)).toEqual(expected.sort().map(String))
  })

  test('has the headers of the contract', () => {
    const headers = operation.parameters
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => [parameter.name, parameter.required])
    expect(headers).toEqual([
      ['X-Service-Request-Id', true],
      ...(ACCOUNT_ENDPOINTS.includes(name) ? [['X-Service-Account-Id', false]] : []),
    ])
  })

  test('says which headers come back', () => {
    for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
      const isLimited = status !== '401' || name === 'POST /v1/oauth/token'
      const isChallenge = status === '401' || (status === '403' && TRADING.includes(name))
      expect([status, ...Object.keys(headers)]).toEqual([
        status,
        'X-Service-Request-Id',
        ...(isLimited ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] : []),
        ...(status === '429' ? ['Retry-After'] : []),
        ...(isChallenge ? ['WWW-Authenticate'] : []),
        ...(name === 'POST /v1/orders' && status === '200' ? ['Idempotent-Replayed'] : []),
        ...(TAKING_TIMES.includes(name) && status === '200' ? ['X-Time-Zone-Assumed'] : []),
      ])
    }
  })

  test('tells trading from reading', () => {
    const forbidden = operation.responses['403']?.content['application/json']?.examples ?? {}
    expect('insufficient-scope' in forbidden).toBe(TRADING.includes(name))
  })
})

describe.each(each(operations))('%s', (_, { path, operation }) => {
  const { operationId, summary, tags, parameters, requestBody, responses } = operation
  const bodies = Object.entries(responses).map(([status, { content }]) => ({
    at: status,
    ...mediaOf(content),
  }))
  const sent = requestBody ? [{ at: 'body', ...mediaOf(requestBody.content) }] : []
  const fields = [
    ...parameters.map(({ name, description, schema }) => ({
      at: name,
      schema: { ...schema, ...(description !== undefined && { description }) },
    })),
    ...[...sent, ...bodies].flatMap(({ at, schema }) => fieldsOf(schema, at)),
  ]

  test('has an id, a summary and a known tag', () => {
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
    expect(summary.length).toBeGreaterThan(10)
    expect(document.tags.map(({ name }) => name)).toContain(tags[0] ?? 'no tag')
  })

  test('describes every field, and numbers with their unit', () => {
    const UNIT = /\bUSD|[Ss]hares|[Pp]ercent|[Ss]econds|How many|currency|HTTP status|seed of/
    const isNumber = ({ type, pattern }: { type?: string; pattern?: string }) =>
      type === 'number' || type === 'integer' || pattern?.startsWith('^-?')
    expect(fields.filter(({ schema }) => !schema.description).map(({ at }) => at)).toEqual([])
    const numbers = fields.filter(({ schema }) => isNumber(schema))
    const bare = numbers.filter(({ schema }) => !UNIT.test(schema.description ?? ''))
    expect(bare.map(({ at }) => at)).toEqual([])
  })

  test('has an example for every body, valid against its schema', () => {
    const faults = [...sent, ...bodies].flatMap((media) =>
      examplesOf(media).flatMap((example) =>
        faultsIn(media.schema, example).map((fault) => `${media.at}: ${fault}`),
      ),
    )
    expect(faults).toEqual([])
  })

  test('has a valid example for every parameter that must be sent', () => {
    const required = parameters.filter((parameter) => parameter.required)
    expect(required.flatMap(({ schema, example }) => faultsIn(schema, example))).toEqual([])
  })

  test('has an example for every code, at its own status', () => {
    for (const { at, schema, examples } of bodies) {
      if (schema.properties?.docUrl === undefined) continue
      const codes = CODES.filter((code) => Object.hasOwn(examples ?? {}, code))
      expect(Object.keys(examples ?? {}).toSorted()).toEqual(codes.toSorted())
      expect(codes.length).toBeGreaterThan(0)
      expect(codes.map((code) => String(statusOf(code)))).toEqual(codes.map(() => at))
      expect(codes.map((code) => Object(examples?.[code]?.value).code)).toEqual(codes)
    }
  })

  test('answers JSON of a closed shape, or a file where its path names one', () => {
    const files = bodies.filter(({ type }) => type !== 'application/json')
    expect(files.map(({ type }) => type)).toEqual(path.endsWith('.csv') ? ['text/csv'] : [])
    const objects = bodies.filter((body) => !files.includes(body))
    expect(objects.every(({ schema }) => schema.additionalProperties === false)).toBe(true)
    const open = [...fields].filter(
      ({ at, schema }) =>
        schema.properties && !at.startsWith('body') && schema.additionalProperties !== false,
    )
    expect(open.map(({ at }) => at)).toEqual([])
  })

  test('takes a body of one content type', () => {
    const form = operationId === 'issueToken'
    const expected = form ? 'application/x-www-form-urlencoded' : 'application/json'
    expect(sent.map(({ type }) => type)).toEqual(sent.map(() => expected))
  })
})

describe('the routes themselves', () => {
  test('close their answers, as the document says for them', () => {
    const schemas = app.endpoints
      .filter(({ path }) => path.startsWith('/v1/') || path === '/health')
      .flatMap(({ answer, codes }) => [
        ...(answer ? [answer] : []),
        ...refusalSchemas(codes).values(),
      ])
    expect(schemas.length).toBeGreaterThan(50)
    expect(schemas.every((schema) => Object(schema).additionalProperties === false)).toBe(true)
  })
})

describe.each(CODES)('the example of %s', (code) => {
  test('fills every placeholder of its message', () => {
    const { message, data } = refusalExample(code, 'http://localhost:3000')
    const names = [...REFUSALS[code].message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(data ?? {})).toEqual(expect.arrayContaining(names))
    expect(message).not.toMatch(/[{}]| \.| {2}/)
  })
})
