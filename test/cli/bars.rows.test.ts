/** The rows of people's files: how they are read, and why they are refused. */
import { describe, expect, test } from 'bun:test'
import { startText } from '../../src/clients/cli/bars/command'
import { separatorOf } from '../../src/clients/cli/bars/import-file'
import {
  layoutOf,
  parsePips,
  type RowSettings,
  rowReader,
  sharesOf,
} from '../../src/clients/cli/bars/rows'
import { isFault } from '../../src/lib/fault'
import { csvRecords } from '../../src/market/csv'

/** The cells of a row of the file with this header. */
const cellsOf = (row: string, header = row): readonly string[] =>
  csvRecords(row, separatorOf(header))[0]?.cells ?? []

function readerOf(header: string, settings: Partial<RowSettings> = {}) {
  const layout = layoutOf(cellsOf(header))
  if (isFault(layout)) throw new Error(layout.fault)
  const symbol = layout.symbol === null ? 'AAPL' : null
  return rowReader({ layout, symbol, interval: null, zone: 'America/New_York', ...settings })
}

/** `AAPL 1d 2026-03-02 open high low close volume` in pips, or why not. */
function read(header: string, row: string, settings: Partial<RowSettings> = {}): string {
  const found = readerOf(header, settings).read(cellsOf(row, header))
  if (found === 'early') return 'early'
  if ('refused' in found) return found.refused
  const { symbol, interval, numbers } = found
  const [start, ...rest] = numbers
  return [symbol, interval, startText(start, interval), ...rest].join(' ')
}

const YAHOO = 'Date,Open,High,Low,Close,Adj Close,Volume'
const STOOQ = '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>'
const ALPACA = 'symbol,timestamp,open,high,low,close,volume,trade_count,vwap'
const LETTERS = 't,o,h,l,c,v,n,vw'
const PLAIN = 'date,open,high,low,close,volume'

describe('a file of bars is read', () => {
  test.each([
    [
      'Yahoo Finance',
      YAHOO,
      '2026-03-02,10,11,9,10.5,5,700',
      'AAPL 1d 2026-03-02 100000 110000 90000 105000 700',
    ],
    [
      'Stooq, a day',
      STOOQ,
      'MSFT.US,D,20260302,000000,10,11,9,10.5,700,0',
      'MSFT 1d 2026-03-02 100000 110000 90000 105000 700',
    ],
    [
      'Stooq, a minute',
      STOOQ,
      'MSFT.US,1,20260302,093100,10,11,9,10.5,700,0',
      'MSFT 1m 2026-03-02 09:31 100000 110000 90000 105000 700',
    ],
    [
      'Stooq, short',
      'Date,Open,High,Low,Close,Volume',
      '2026-03-02,10,11,9,10.5,700',
      'AAPL 1d 2026-03-02 100000 110000 90000 105000 700',
    ],
    [
      'Alpaca, a minute',
      ALPACA,
      'nvda,2026-03-02 14:31:00+00:00,10,11,9,10.5,700,3,10.1',
      'NVDA 1m 2026-03-02 09:31 100000 110000 90000 105000 700',
    ],
    [
      'Alpaca, a day',
      ALPACA,
      'NVDA,2026-07-02T04:00:00Z,10,11,9,10.5,700,3,10.1',
      'NVDA 1d 2026-07-02 100000 110000 90000 105000 700',
    ],
    [
      'Alpaca, letters',
      LETTERS,
      '2026-03-02T14:31:00Z,10,11,9,10.5,700,3,10.1',
      'AAPL 1m 2026-03-02 09:31 100000 110000 90000 105000 700',
    ],
    [
      'Unix seconds',
      LETTERS,
      '1772461860,10,11,9,10.5,700,3,10.1',
      'AAPL 1m 2026-03-02 09:31 100000 110000 90000 105000 700',
    ],
    [
      'quotes and semicolons',
      PLAIN.replaceAll(',', ';'),
      '"2026-03-02 09:31";10;"11";9;10.5;700',
      'AAPL 1m 2026-03-02 09:31 100000 110000 90000 105000 700',
    ],
    [
      'date and time apart',
      'Time,Date,Open,High,Low,Close,Volume',
      '09:31,2026-03-02,10,11,9,10.5,700',
      'AAPL 1m 2026-03-02 09:31 100000 110000 90000 105000 700',
    ],
  ])('by its header: %s', (_, header, row, bar) => expect(read(header, row)).toBe(bar))

  test('only with the columns that a bar needs', () =>
    expect(layoutOf(cellsOf('when,what'))).toMatchObject({
      fault: expect.stringContaining('no column date'),
    }))
})

describe('the time of a bar', () => {
  const minute = (time: string, settings: Partial<RowSettings> = {}) =>
    read(PLAIN, `${time},10,11,9,10.5,700`, { interval: '1m', ...settings })
  test.each([
    ['2026-03-09T09:30', '2026-03-09 09:30'],
    ['2026-03-06T09:30', '2026-03-06 09:30'],
    ['2026-03-08 20:00', '2026-03-08 20:00'],
    ['20260302 0930', '2026-03-02 09:30'],
    ['2026-03-02T09:30:00.000-05:00', '2026-03-02 09:30'],
    ['2026-03-02 23:30:00+0900', '2026-03-02 09:30'],
  ])('%s means %s in New York', (text, local) => expect(minute(text)).toContain(` 1m ${local} `))
  // On 2026-03-08 New York's clocks change, on 2026-03-29 Warsaw's.
  test('is of the zone of --time-zone if it has no offset', () =>
    expect(
      ['2026-03-06 15:30', '2026-03-09 14:30', '2026-03-30 15:30'].map((time) =>
        minute(time, { zone: 'Europe/Warsaw' }).slice('AAPL 1m '.length, 'AAPL 1m '.length + 16),
      ),
    ).toEqual(['2026-03-06 09:30', '2026-03-09 09:30', '2026-03-30 09:30']))
})

describe('a row of a bar is refused', () => {
  const row = (
    changes: Partial<Record<'date' | 'open' | 'high' | 'low' | 'close' | 'volume', string>>,
  ) => {
    const cells = {
      date: '2026-03-02',
      open: '10',
      high: '11',
      low: '9',
      close: '10.5',
      volume: '7',
    }
    return read(PLAIN, Object.values({ ...cells, ...changes }).join(','))
  }
  test.each([
    [{ date: '2026-13-02' }, "no time: '2026-13-02'"],
    [{ date: '03/02/2026' }, "no time: '03/02/2026'"],
    [{ date: '2026-03-02T14:30:00+99:99' }, "no time: '2026-03-02T14:30:00+99:99'"],
    [{ date: '2026-03-02T14:30:00-05:60' }, "no time: '2026-03-02T14:30:00-05:60'"],
    [{ date: '2026-03-01' }, '2026-03-01 is no trading date (a weekend)'],
    [{ date: '2026-12-25' }, '2026-12-25 is no trading date (Christmas Day)'],
    [{ date: '2036-03-03' }, 'no date up to 2035-12-31'],
    [{ date: '2026-03-02 09:30:30' }, 'it does not start with a minute'],
    [{ date: '2026-03-02 03:55' }, 'no session is open at 2026-03-02 03:55 in New York'],
    [{ open: 'null' }, "open 'null'"],
    [{ open: '0' }, "open '0'"],
    [{ high: '-11' }, "high '-11'"],
    [{ low: '1e1' }, "low '1e1'"],
    [{ close: '' }, "close ''"],
    [{ volume: 'many' }, "volume 'many'"],
    [{ high: '10.49' }, 'high 10.49 is below its open, low or close'],
    [{ low: '10.01' }, 'low 10.01 is above its open or close'],
    [{ volume: '7,000' }, '7 cells, the header has 6'],
  ])('%j: %s', (changes, reason) => expect(row(changes)).toBe(reason))

  test('if its bar is neither a minute nor a day', () =>
    expect(read(STOOQ, 'MSFT.US,5,20260302,093500,10,11,9,10.5,700,0')).toBe(
      "bars of the period '5', not 1 or D",
    ))
  test('if it has a time of day and the first row was a day', () => {
    const reader = readerOf(PLAIN)
    expect(reader.read(cellsOf('2026-03-02 00:00,10,11,9,10.5,700'))).toMatchObject({
      interval: '1d',
    })
    expect(reader.read(cellsOf('2026-03-02 00:01,10,11,9,10.5,700'))).toEqual({
      refused: 'a time within the day, among 1d bars; --interval settles which they are',
    })
  })
  test('silently if it is before 2005: it is left out', () =>
    expect(row({ date: '2004-12-31' })).toBe('early'))
})

describe('the numbers of a bar', () => {
  test.each([
    ['100.125', 1_001_300],
    ['100.1249999', 1_001_200],
    ['1', 10_000],
    ['0.99995', 10_000],
    ['0.12344', 1_234],
    ['9999999.99', 99_999_999_900],
    ['0.00004', undefined],
    ['10000000', undefined],
  ])('have the price %s as %p pips, on its tick', (text, pips) =>
    expect(parsePips(text)).toBe(pips),
  )
  test.each([
    ['700', 700],
    ['700.5', 701],
    ['99999999999', 99_999_999_999],
    ['100000000000', undefined],
  ])('have the volume %s as %p shares', (text, shares) => expect(sharesOf(text)).toBe(shares))
})
