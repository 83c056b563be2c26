/** CSV of RFC 4180, whole and in chunks, with each record's first line. */
import { expect, test } from 'bun:test'
import { csvReader, csvRecords } from '../../src/market/csv'

test.each([
  [
    'plain cells',
    'a,b\n1,2\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a last line without an end',
    'a,b\n1,2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  ['a quoted comma and a doubled quote', '"x, y","a ""z"""', [[1, 'x, y', 'a "z"']]],
  [
    'a quoted line break',
    'a,"b\nc"\nd,e',
    [
      [1, 'a', 'b\nc'],
      [3, 'd', 'e'],
    ],
  ],
  [
    'line breaks of Windows',
    'a,"b\r\nc"\r\nd,e\r\n',
    [
      [1, 'a', 'b\nc'],
      [3, 'd', 'e'],
    ],
  ],
  [
    'blank lines, which count',
    'a\n\n  \nb\n',
    [
      [1, 'a'],
      [4, 'b'],
    ],
  ],
  [
    'a byte order mark',
    '\uFEFF"a",b\n1,2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  ['a quote within a cell', '5" nail,b', [[1, '5" nail', 'b']]],
  [
    'empty cells',
    ',\n"",',
    [
      [1, '', ''],
      [2, '', ''],
    ],
  ],
  ['nothing', '', []],
])('CSV with %s is read, in whatever pieces it comes', (_, text, records) => {
  const shown = (found: ReturnType<typeof csvRecords>) =>
    found.map(({ line, cells }) => [line, ...cells])
  expect(shown(csvRecords(text))).toEqual(records)
  for (const size of [1, 2, 3, 5]) {
    const reader = csvReader(',')
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    const found = pieces.flatMap((piece) => reader.read(piece))
    expect(shown([...found, ...reader.end()])).toEqual(records)
  }
})

test.each([
  ['a,b\n1,"x', 2, 'a quote that does not end'],
  ['a,b\n1,"x"y\n3,4\n', 2, 'a quote that does not end its cell'],
])('CSV with a wrong quote is refused with the line and the fault: %j', (text, line, fault) => {
  expect(csvRecords(text).at(-1)).toMatchObject({ line, fault })
})
