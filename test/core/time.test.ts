import { describe, expect, test } from 'bun:test'
import { atMs, isBefore, parseDate, parseInstant, Temporal, toKst } from '../../src/core/time'
import { table } from '../support/table'

describe('[time.out] times out are ISO 8601 in Korean time, to the millisecond', () => {
  test('an instant of the New York morning is Korean night', () => {
    expect(toKst(Temporal.Instant.from('2026-03-02T14:30:00Z'))).toBe(
      '2026-03-02T23:30:00.000+09:00',
    )
  })

  test('what lies below a millisecond is cut off', () => {
    expect(toKst(Temporal.Instant.from('2026-03-02T14:59:59.999999Z'))).toBe(
      '2026-03-02T23:59:59.999+09:00',
    )
  })

  test('an instant is made from epoch milliseconds', () => {
    expect(toKst(atMs(0))).toBe('1970-01-01T09:00:00.000+09:00')
  })
})

describe('[time.in] times in', () => {
  const READ = table(`
    text                          | instant              | why
    2026-03-02T23:30:00+09:00     | 2026-03-02T14:30:00Z | the offset as it says
    2026-03-02T09:30:00-05:00     | 2026-03-02T14:30:00Z | any offset
    2026-03-02T14:30:00Z          | 2026-03-02T14:30:00Z | Z is UTC
    2026-03-02T14:30:00z          | 2026-03-02T14:30:00Z | in either case
    2026-03-02T23:30:00+0900      | 2026-03-02T14:30:00Z | an offset without a colon
    2026-03-02T23:30+09           | 2026-03-02T14:30:00Z | an offset of hours, no seconds
    2026-03-02T23:30:00           | 2026-03-02T14:30:00Z | without an offset: Korean time
    2026-03-02T23:30              | 2026-03-02T14:30:00Z | the same to the minute
    2026-03-02                    | 2026-03-01T15:00:00Z | a date alone: its midnight in Korea
    2024-02-29                    | 2024-02-28T15:00:00Z | a leap day
    2026-03-02T23:30:00.000+09:00 | 2026-03-02T14:30:00Z | what this server sends
  `)
  for (const row of READ) {
    test(`${row('text')}: ${row('why')}`, () => {
      expect(parseInstant(row('text'))?.toString()).toBe(row('instant'))
    })
  }

  test('fractions of a second are kept', () => {
    expect(parseInstant('2026-03-02T14:30:00.5Z')?.epochMilliseconds).toBe(1772461800500)
  })

  const REFUSED = table(`
    text                                  | why
    yesterday                             | not a time
    20260302                              | the basic format
    2026-03                               | a month
    2026-03-02T                           | half a time
    2026-03-02T23                         | an hour alone
    2026-03-02 23:30                      | a space
    2026-02-30                            | no such day
    2026-02-29T10:00:00Z                  | no leap year
    2026-13-01                            | no such month
    2026-03-02T24:00:00                   | no such hour
    2026-03-02T23:61:00                   | no such minute
    2026-03-02T23:30:00+25:00             | no such offset
    2026-03-02T23:30:00[Asia/Seoul]       | a zone's name
    2026-03-02T23:30:00+09:00[Asia/Seoul] | an offset and a zone's name
    2026-03-02T23:30:00Z trailing         | more than a time
    1772461800000                         | epoch milliseconds
  `)
  for (const row of REFUSED) {
    test(`${row('text')} is refused: ${row('why')}`, () => {
      expect(parseInstant(row('text'))).toBeUndefined()
    })
  }

  test('an empty text is no time', () => expect(parseInstant('')).toBeUndefined())

  test('what goes out comes in again as the same instant', () => {
    const instant = atMs(1772461800123)
    expect(parseInstant(toKst(instant))?.equals(instant)).toBe(true)
  })
})

test('an instant is not before itself', () => {
  expect(isBefore(atMs(1), atMs(2))).toBe(true)
  expect(isBefore(atMs(2), atMs(2))).toBe(false)
  expect(isBefore(atMs(3), atMs(2))).toBe(false)
})

describe('a date', () => {
  test('a date is four digits, two and two', () => {
    expect(parseDate('2028-02-29')?.toString()).toBe('2028-02-29')
  })

  test.each(['2026-02-29', '2026-13-01', '2026-3-2', '20260302', '2026-03-02T00:00', '', 'today'])(
    'is not %j',
    (text) => expect(parseDate(text)).toBeUndefined(),
  )
})
