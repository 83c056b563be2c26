/** CSV files of the console. */
import { expect, test } from 'bun:test'
import { csvOf } from '../../src/clients/console/pages/orders/csv'

const FIELDS = ['symbol', 'text'] as const

test('a table as CSV quotes separators, quotes and line ends', () => {
  const rows = [{ symbol: 'A,B', text: 'say "no"\nnow' }, { symbol: 'C' }]
  expect(csvOf(FIELDS, rows)).toBe('symbol,text\r\n"A,B","say ""no""\nnow"\r\nC,\r\n')
})

test('a table as CSV holds no formula for a spreadsheet to run, and leaves numbers alone', () => {
  const rows = ['=1+1', '@x', '-cmd', '-1.5'].map((text) => ({ symbol: 'A', text }))
  expect(csvOf(['text'], rows)).toBe("text\r\n'=1+1\r\n'@x\r\n'-cmd\r\n-1.5\r\n")
})
