/** Loads stored bars into memory, block by block. */

import type { BarBlock, StoredBars } from '../../../ledger/bars'
import type { BarInterval } from '../../../postgres/schema/market'
import type { Recording } from '../replay'
import { dayOn, regularSpan } from '../trading-day'
import type { BarSeries } from './series'

/** At most half a gigabyte, with 46 bytes for each bar. */
export const BARS_MAX = 10_000_000

export interface BarLibrary {
  readonly list: () => Promise<readonly StoredBars[]>
  /** Ascending; without the daily bars of dates that have minute bars. */
  readonly read: (symbol: string, interval: BarInterval) => AsyncIterable<BarBlock>
}

export class TooManyBars extends Error {
  override readonly name = 'TooManyBars'
}

export interface LoadOptions {
  /** Omit to load all symbols. */
  readonly only?: string
  /** Called after each symbol. */
  readonly loaded?: (bars: number, ofAll: number) => void
}

/** Loads a recording; throws TooManyBars if it might exhaust the memory. */
export async function loadRecording(
  library: BarLibrary,
  { only, loaded = () => {} }: LoadOptions = {},
): Promise<Recording> {
  const stored = (await library.list()).filter(({ symbol }) => (only ?? symbol) === symbol)
  const counts = new Map<string, number>()
  for (const { symbol, count } of stored) counts.set(symbol, (counts.get(symbol) ?? 0) + count)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (total > BARS_MAX) throw new TooManyBars(`${total} bars, at most ${BARS_MAX} can be replayed`)
  const recording = new Map<string, BarSeries>()
  let done = 0
  for (const [symbol, count] of counts) {
    recording.set(symbol, await loadSeries(library, symbol, count))
    done += count
    loaded(done, total)
  }
  return recording
}

async function loadSeries(library: BarLibrary, symbol: string, most: number): Promise<BarSeries> {
  const columns = emptyColumns(most)
  const daily: StoredBar[] = []
  for await (const block of library.read(symbol, '1d')) daily.push(...block)
  let nextDaily = 0
  const addDailyBefore = (startMinute: number): void => {
    for (let bar = daily[nextDaily]; bar !== undefined && bar[0] < startMinute; ) {
      columns.add(bar, regularMinutes(bar[0]))
      bar = daily[++nextDaily]
    }
  }
  for await (const block of library.read(symbol, '1m')) {
    for (const bar of block) {
      addDailyBefore(bar[0])
      columns.add(bar, 1)
    }
  }
  addDailyBefore(Number.POSITIVE_INFINITY)
  return columns.series()
}

type StoredBar = BarBlock[number]

function emptyColumns(most: number) {
  const startMinutes = new Int32Array(most)
  const minutes = new Int16Array(most)
  const prices = (): Float64Array => new Float64Array(most)
  const [open, high, low, close] = [prices(), prices(), prices(), prices()]
  const sharesBefore = new Float64Array(most + 1)
  let length = 0
  let shares = 0
  return {
    add([start, o, h, l, c, volume]: StoredBar, lasts: number): void {
      startMinutes[length] = start
      minutes[length] = lasts
      open[length] = o
      high[length] = h
      low[length] = l
      close[length] = c
      shares += volume
      sharesBefore[++length] = shares
    },
    series: (): BarSeries => ({
      length,
      startMinutes,
      minutes,
      open,
      high,
      low,
      close,
      sharesBefore,
    }),
  }
}

/** The minutes of REGULAR on a date. An opening's UTC date is its trading date. */
function regularMinutes(startMinute: number): number {
  const day = dayOn(Math.floor(startMinute / 1_440))
  const regular = regularSpan(day)
  if (regular === undefined) throw new Error(`a daily bar on ${day.date.toString()}: no REGULAR`)
  return regular.minutes
}
