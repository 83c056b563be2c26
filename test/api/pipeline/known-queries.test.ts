import { expect, test } from 'bun:test'
import { t } from 'elysia'
import { knownQueries } from '../../../src/api/pipeline/known-queries'
import { query } from '../../../src/api/wire/query'
import { shapeRefusalOf } from '../../../src/api/wire/validation-errors'

const SCHEMA = query({
  symbols: t.String({ description: 'Symbols.', examples: ['AAPL'] }),
  per: t.Optional(t.String({ description: 'A length.', examples: ['day'] })),
})
const AT = 'http://localhost/quotes'

const refusalAt = (url: string) => {
  const fault = knownQueries(SCHEMA).faultOf(url)
  return fault && shapeRefusalOf(fault)
}

test('a query is read as it was sent, and the same again', () => {
  const queries = knownQueries(SCHEMA)
  const url = `${AT}?symbols=BRK%2EB,AAPL&per=day`
  expect(queries.faultOf(url)).toBeUndefined()
  expect(queries.of(url)).toEqual({ symbols: 'BRK.B,AAPL', per: 'day' })
  expect(queries.of(url)).toBe(queries.of(url))
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

test('only so many queries are kept, and no long one; all are read', () => {
  const queries = knownQueries(SCHEMA)
  const first = `${AT}?symbols=FIRST`
  const long = `${AT}?symbols=${'A'.repeat(3_000)}`
  const kept = queries.of(first)
  for (let count = 0; count < 1_000; count++) queries.of(`${AT}?symbols=S${count}`)
  expect(queries.of(first)).toEqual(kept)
  expect(queries.of(first)).not.toBe(kept)
  expect(queries.of(long)).not.toBe(queries.of(long))
})

test('the document is told of each parameter', () => {
  const told = { in: 'query', schema: { type: 'string' } } as const
  expect([...knownQueries(SCHEMA).parameters]).toEqual([
    { ...told, name: 'symbols', description: 'Symbols.', required: true, example: 'AAPL' },
    { ...told, name: 'per', description: 'A length.', required: false, example: 'day' },
  ])
})
