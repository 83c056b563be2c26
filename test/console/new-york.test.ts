/** New York's clock on the console. */
import { expect, test } from 'bun:test'
import { addDays, newYorkMs } from '../../src/clients/console/data/time'
import { Temporal } from '../../src/core/time'

test.each([
  ['2026-03-06', '09:30'],
  ['2026-03-08', '03:00'],
  ['2026-03-09', '09:30'],
  ['2026-10-31', '20:00'],
  ['2026-11-01', '20:00'],
  ['2026-11-02', '04:00'],
  ['2026-12-31', '23:59'],
])('%s %s on the clock of New York is the instant that Temporal gives', (date, time) => {
  const expected = Temporal.ZonedDateTime.from(`${date}T${time}[America/New_York]`)
  expect(newYorkMs(date, time)).toBe(expected.epochMilliseconds)
})

test('the date some days later goes over the end of a month and of summer time', () => {
  expect([addDays('2026-02-28', 1), addDays('2026-11-01', 1)]).toEqual(['2026-03-01', '2026-11-02'])
})
