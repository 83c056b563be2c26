/**
 * Restores stored bars to a live market: minutes of the last days, daily bars of the time before.
 */

import { atMs } from '../../../core/time'
import type { BarBlock, BarNumbers, StoredBars } from '../../../ledger/bars'
import type { BarInterval } from '../../../postgres/schema/market'
import { sessionAt } from '../../calendar'
import { type Bar, joinBars } from '../bar'
import { epochDayOf } from '../trading-day'
import type { LiveBook } from './book'

export interface LiveLibrary {
  readonly list: () => Promise<readonly StoredBars[]>
  /** Ascending, after the minute. */
  readonly read: (
    symbol: string,
    interval: BarInterval,
    afterMinute: number,
  ) => AsyncIterable<BarBlock>
}

const DAY_MINUTES = 24 * 60
/** A week of trading, with weekends and holidays. */
const MINUTES_OF_DAYS = 10

type Restored = Pick<LiveBook, 'restore' | 'restoreDaily'>

export async function restoreBars(
  book: Restored,
  library: LiveLibrary,
  nowMs: number,
): Promise<void> {
  const minutesFrom = Math.floor(nowMs / 60_000) - MINUTES_OF_DAYS * DAY_MINUTES
  const stored = await library.list()
  for (const symbol of new Set(stored.map((bars) => bars.symbol))) {
    const daily = new Map<number, Bar>()
    for await (const block of library.read(symbol, '1d', -1)) {
      for (const numbers of block) daily.set(dayOfMinute(numbers[0]), barOf(numbers))
    }
    for await (const block of library.read(symbol, '1m', -1)) {
      for (const numbers of block) {
        const [minute] = numbers
        if (minute >= minutesFrom) book.restore(symbol, minute, barOf(numbers))
        else foldDaily(daily, minute, barOf(numbers))
      }
    }
    const ascending = [...daily].toSorted(([one], [other]) => one - other)
    for (const [epochDay, bar] of ascending) book.restoreDaily(symbol, epochDay, bar)
  }
}

/** Restores the minutes that other servers have stored after `afterMinute`. */
export async function restoreMinutesAfter(
  book: Restored,
  library: LiveLibrary,
  afterMinute: number,
): Promise<void> {
  for (const { symbol, interval, lastMinute } of await library.list()) {
    if (interval !== '1m' || lastMinute <= afterMinute) continue
    for await (const block of library.read(symbol, '1m', afterMinute)) {
      for (const numbers of block) book.restore(symbol, numbers[0], barOf(numbers))
    }
  }
}

function foldDaily(daily: Map<number, Bar>, minute: number, bar: Bar): void {
  const { session, tradingDate } = sessionAt(atMs(minute * 60_000))
  if (session !== 'REGULAR') return
  const day = epochDayOf(tradingDate)
  daily.set(day, joinBars(daily.get(day), bar))
}

const dayOfMinute = (minute: number): number =>
  epochDayOf(sessionAt(atMs(minute * 60_000)).tradingDate)

const barOf = ([, open, high, low, close, volume]: BarNumbers): Bar => ({
  open,
  high,
  low,
  close,
  volume,
})
