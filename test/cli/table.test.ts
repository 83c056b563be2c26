import { expect, test } from 'bun:test'
import { grouped, tableLines } from '../../src/clients/cli/shared/format'

test('a table aligns texts to the left and numbers to the right', () => {
  const rows = [
    ['KO', '1,000', '65.83'],
    ['MSFT', '15', ''],
  ]
  expect(tableLines(['symbol', 'quantity', 'limit'], rows)).toEqual([
    'symbol   quantity   limit',
    'KO          1,000   65.83',
    'MSFT           15',
  ])
})

test('a table counts a Korean character as two columns', () => {
  const rows = [
    ['김철수', 'TRADE'],
    ['Kim', 'READ_ONLY'],
  ]
  expect(tableLines(['NAME', 'SCOPE'], rows)).toEqual([
    'NAME     SCOPE',
    '김철수   TRADE',
    'Kim      READ_ONLY',
  ])
})

test.each([
  ['1234567.5', '1,234,567.5'],
  ['999', '999'],
  ['-1000', '-1,000'],
])('the number %s is grouped as %s', (decimal, text) => {
  expect(grouped(decimal)).toBe(text)
})
