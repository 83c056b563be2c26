import { expect, test } from 'bun:test'
import { t, ValidationError } from 'elysia'
import { knownQueries } from '../../../src/api/pipeline/known-queries'
import { query } from '../../../src/api/wire/query'
import { shapeRefusalOf } from '../../../src/api/wire/validation-errors'

const SCHEMA = query({
  symbols: t.String({ description: 'Symbols.', examples: ['AAPL'] }),
  per: t.Optional(t.String({ description: 'A length.', examples: ['day'] })),
})
const AT = 'http://localhost/quotes'

function refusalAt(url: string) {
  try {
    return knownQueries(SCHEMA).refusalOf(url)
  } catch (error) {
    return error instanceof ValidationError ? shapeRefusalOf(error) : error
  }
}

test('a query is read as it was sent, and the same again', () => {
  const queries = knownQueries(SCHEMA)
  const url = `${AT}?symbols=BRK%2EB,AAPL&per=day`
  expect(queries.refusalOf(url)).toBeUndefined()
  const query = queries.of(url)
  expect(query).toEqual({ symbols: 'BRK.B,AAPL', per: 'day' })
  expect(queries.refusalOf(`${AT}?symbols=MSFT`)).toBeUndefined()
  expect(queries.of(url)).toBe(query)
})

test.each([
  [AT, 'missing-parameter', 'symbols'],
  [`${AT}?`, 'missing-parameter', 'symbols'],
  [`${AT}?per=day`, 'missing-parameter', 'symbols'],
  [`${AT}?symbols=AAPL&color=red`, 'unknown-parameter', 'color'],
])('[request.unknown-query] %s is refused as Elysia refuses it: %s %s', (url, code, param) => {
  expect(refusalAt(url)).toMatchObject({ refused: code, data: { param } })
  expect(() => knownQueries(SCHEMA).of(url)).toThrow()
})

test.each([
  [`${AT}?symbols=AAPL&per=day&per=day`, 'per'],
  [`${AT}?symbols=AAPL&per=`, 'per'],
  [`${AT}?symbols=`, 'symbols'],
])(
  '[request.repeated-query] [request.empty-query] %s is refused for %s, again and again',
  (url, param) => {
    const queries = knownQueries(SCHEMA)
    for (let times = 0; times < 2; times++) {
      expect(queries.refusalOf(url)).toMatchObject({ refused: 'invalid-parameter', param })
    }
  },
)

test('only so many queries are kept, and no long one; all are read', () => {
  const queries = knownQueries(SCHEMA)
  const asked = (url: string) => {
    expect(queries.refusalOf(url)).toBeUndefined()
    return queries.of(url)
  }
  const first = `${AT}?symbols=FIRST`
  const long = `${AT}?symbols=${'A'.repeat(3_000)}`
  const kept = asked(first)
  for (let count = 0; count < 1_000; count++) asked(`${AT}?symbols=S${count}`)
  expect(asked(first)).toEqual(kept)
  expect(asked(first)).not.toBe(kept)
  expect(asked(long)).not.toBe(asked(long))
})

test('the document is told of each parameter', () => {
  const told = { in: 'query', schema: { type: 'string' } } as const
  expect([...knownQueries(SCHEMA).parameters]).toEqual([
    { ...told, name: 'symbols', description: 'Symbols.', required: true, example: 'AAPL' },
    { ...told, name: 'per', description: 'A length.', required: false, example: 'day' },
  ])
})
