/** A query is checked once for each address, but each time if it is refused. */
import { expect, test } from 'bun:test'
import { t } from 'elysia'
import { queryCheck } from '../../../src/http/shapes'
import { query, queryInstant } from '../../../src/http/wire/query'

const SCHEMA = query({
  symbols: t.String({ description: 'Symbols.', examples: ['AAPL'] }),
  per: t.Optional(t.String({ description: 'A length.', examples: ['day'] })),
  from: t.Optional(queryInstant('A time.')),
})
const AT = 'http://localhost/quotes'

test('a query is read as it was sent, and the same again', () => {
  const check = queryCheck(SCHEMA)
  const url = `${AT}?symbols=BRK%2EB,AAPL&per=day`
  const checked = check(url)
  expect(checked).toMatchObject({ query: { symbols: 'BRK.B,AAPL', per: 'day' } })
  check(`${AT}?symbols=MSFT`)
  expect(check(url)).toBe(checked)
})

test.each([
  [AT, 'missing-parameter', 'symbols'],
  [`${AT}?`, 'missing-parameter', 'symbols'],
  [`${AT}?per=day`, 'missing-parameter', 'symbols'],
  [`${AT}?symbols=AAPL&color=red`, 'unknown-parameter', 'color'],
])('[request.unknown-query] %s is refused: %s %s', (url, code, param) => {
  expect(queryCheck(SCHEMA)(url)).toMatchObject({ refused: code, data: { param } })
})

test.each([
  [`${AT}?symbols=AAPL&per=day&per=day`, 'per'],
  [`${AT}?symbols=AAPL&per=`, 'per'],
  [`${AT}?symbols=`, 'symbols'],
])(
  '[request.repeated-query] [request.empty-query] %s is refused for %s, again and again',
  (url, param) => {
    const check = queryCheck(SCHEMA)
    for (let times = 0; times < 2; times++) {
      expect(check(url)).toMatchObject({ refusal: { refused: 'invalid-parameter', param } })
    }
  },
)

test.each([
  ['2026-03-02T23:30', true],
  ['2026-03-02', true],
  ['2026-03-02T23:30+09:00', false],
])('[time.assumed] the time %s is read as Korean: %p', (from, hasKoreanTime) => {
  const asked = `${AT}?symbols=AAPL&from=${encodeURIComponent(from)}`
  expect(queryCheck(SCHEMA)(asked)).toMatchObject({ hasKoreanTime })
})

test('only so many queries are kept, and no long one; all are read', () => {
  const check = queryCheck(SCHEMA)
  const first = `${AT}?symbols=FIRST`
  const long = `${AT}?symbols=${'A'.repeat(3_000)}`
  const kept = check(first)
  for (let count = 0; count < 1_000; count++) check(`${AT}?symbols=S${count}`)
  expect(check(first)).toEqual(kept)
  expect(check(first)).not.toBe(kept)
  expect(check(long)).not.toBe(check(long))
})
