/** Bars in a text table, as a replayed market. */
import { NEW_YORK, Temporal } from '../../src/core/time'
import type { BarNumbers, NewBar } from '../../src/ledger/bars'
import { regularSession } from '../../src/market/calendar'
import { type Recording, replayFeed } from '../../src/market/feeds/replay'
import { loadRecording } from '../../src/market/feeds/replay/load'
import type { BarInterval } from '../../src/postgres/schema/market'
import { type Row, table } from './table'

/** `2026-03-02 09:30`, in New York. */
export const newYork = (text: string): Temporal.Instant =>
  Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(NEW_YORK).toInstant()

/**
 * Columns: symbol (AAPL), start (`2026-03-02` is a daily bar, with a time a minute's), open, high,
 * low, close, volume.
 */
export const barsIn = (text: string): readonly NewBar[] => table(text).map(barOf)

function barOf(row: Row): NewBar {
  const start = row('start')
  const daily = start.length === 'yyyy-mm-dd'.length
  const opens = daily ? regularSession(Temporal.PlainDate.from(start))?.opensAt : newYork(start)
  if (opens === undefined) throw new Error(`no REGULAR on ${start}`)
  const pips = (column: string): number => Math.round(Number(row(column)) * 10_000)
  return {
    symbol: row('symbol', 'AAPL'),
    interval: daily ? '1d' : '1m',
    numbers: [
      opens.epochMilliseconds / 60_000,
      pips('open'),
      pips('high'),
      pips('low'),
      pips('close'),
      Number(row('volume')),
    ],
  }
}

/** As the store would give them, without one. */
export async function recordingOf(bars: readonly NewBar[]): Promise<Recording> {
  const of = (symbol: string, interval: BarInterval): BarNumbers[] =>
    bars
      .filter((bar) => bar.symbol === symbol && bar.interval === interval)
      .map(({ numbers }) => numbers)
      .sort(([one], [other]) => one - other)
  const symbols = [...new Set(bars.map(({ symbol }) => symbol))]
  return loadRecording({
    list: async () =>
      symbols.map((symbol) => ({
        symbol,
        interval: '1m',
        firstMinute: 0,
        lastMinute: 0,
        count: bars.length,
      })),
    async *read(symbol, interval) {
      yield of(symbol, interval)
    },
  })
}

export const replayOf = async (text: string) => replayFeed(await recordingOf(barsIn(text)))
