/** The trading date of a bar, in summer, in winter and when the clocks change. */
import { expect, test } from 'bun:test'
import { calendarDay } from '../../src/market/calendar'
import type { BarSeries } from '../../src/market/feeds/replay/series'
import { datesOf, dayOfBar, hasBarsOn } from '../../src/market/feeds/replay/series'
import { plainDate } from './new-york-time'

/** A bar at the first and the last minute of each session of the dates. */
function barsAtTheEdges(dates: readonly string[]): BarSeries {
  const starts = dates.flatMap((date) =>
    calendarDay(plainDate(date)).sessions.flatMap(({ opensAt, closesAt }) => [
      opensAt.epochMilliseconds / 60_000,
      closesAt.epochMilliseconds / 60_000 - 1,
    ]),
  )
  const column = () => new Float64Array(starts.length).fill(10_000)
  return {
    length: starts.length,
    startMinutes: Int32Array.from(starts),
    minutes: new Int16Array(starts.length).fill(1),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    sharesBefore: new Float64Array(starts.length + 1),
  }
}

test.each([
  ['in winter', ['2026-01-15', '2026-01-16', '2026-01-20']],
  ['in summer', ['2026-07-02', '2026-07-06', '2026-07-07']],
  ['where summer time begins', ['2026-03-06', '2026-03-09']],
  ['where it ends', ['2026-10-30', '2026-11-02']],
  ['on half days', ['2026-11-27', '2026-12-24']],
])('every session of a date is its own %s', (_, dates) => {
  const series = barsAtTheEdges(dates)
  const found = Array.from({ length: series.length }, (_, bar) => dayOfBar(series, bar).date)
  expect(found.map(String)).toEqual(dates.flatMap((date) => Array(8).fill(date)))
  expect(datesOf([series]).map(String)).toEqual(dates)
})

test('[run.replay-dates] the dates are those of all instruments together, each once and in order', () => {
  const one = barsAtTheEdges(['2026-07-02', '2026-07-07'])
  const other = barsAtTheEdges(['2026-01-15', '2026-07-07'])
  expect(datesOf([one, other]).map(String)).toEqual(['2026-01-15', '2026-07-02', '2026-07-07'])
  const dates = ['2026-01-15', '2026-07-02', '2026-07-04', '2026-07-06', '2026-07-07']
  expect(dates.filter((date) => hasBarsOn(one, plainDate(date)))).toEqual([
    '2026-07-02',
    '2026-07-07',
  ])
})
