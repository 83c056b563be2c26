import { describe, expect, test } from 'bun:test'
import { parseJson } from '../../../src/http/request'

describe('strict JSON', () => {
  test.each([
    ['a plain order', '{"symbol":"AAPL","quantity":1.5}', { symbol: 'AAPL', quantity: 1.5 }],
    ['trailing zeros', '{"price":190.250}', { price: 190.25 }],
    ['an exponent that is exact', '{"price":1.9e2}', { price: 190 }],
    ['a long number that is exact', '{"price":0.50000000000000000}', { price: 0.5 }],
    ['colons, braces and quotes in strings', '{"a":"{:\\"[:"}', { a: '{:"[:' }],
    ['the same key in two objects', '{"a":{"x":1},"b":{"x":2}}', { a: { x: 1 }, b: { x: 2 } }],
    ['what only the schema refuses', '[1]', [1]],
  ])('reads %s', (_, text, value) => {
    expect(parseJson(text)).toEqual({ value })
  })

  test.each([
    ['twenty digits', '{"price":190.25000000000000001}', 'price'],
    ['more than a double holds', '{"price":1e400}', 'price'],
    ['less than a double holds', '{"price":1e-400}', 'price'],
    ['an integer above 2^53', '{"price":9007199254740993}', 'price'],
    ['a number deep inside', '{"a":{"b":[1,0.10000000000000000001]}}', 'a.b.1'],
  ])('refuses a number it would change: %s', (_, text, param) => {
    expect(parseJson(text)).toMatchObject({ refused: 'invalid-parameter', param })
  })

  test.each([
    ['twice', '{"side":"BUY","side":"SELL"}'],
    ['twice, once with members of its own', '{"a":{"b":1},"a":2}'],
    ['twice, spelt differently', '{"side":"BUY","s\\u0069de":"SELL"}'],
  ])('refuses a field that is there %s', (_, text) => {
    expect(parseJson(text)).toMatchObject({ refused: 'malformed-body' })
  })

  test.each([
    ['nothing', ''],
    ['half an object', '{"a":1'],
    ['a byte order mark', '\uFEFF{}'],
    ['NaN', '{"a":NaN}'],
    ['60,000 levels', '['.repeat(60_000)],
    ['60,000 closed levels', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['60,000 open objects', '{"a":'.repeat(10_000)],
  ])('refuses %s without throwing', (_, text) => {
    expect(parseJson(text)).toMatchObject({ refused: 'malformed-body' })
  })
})
