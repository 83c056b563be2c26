/** An instrument's quotes at many instants as columns, which bots read many times. */

import { wireNumber } from '../../../src/core/money'
import { atMs, Temporal } from '../../../src/core/time'
import { regularSession } from '../../../src/market/calendar'
import type { Feed } from '../../../src/market/feed'

export interface Columns {
  readonly length: number
  readonly atMs: Float64Array
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly bidSize: Float64Array
  readonly askSize: Float64Array
  readonly last: Float64Array
  /** Shares of the trading date so far. */
  readonly volume: Float64Array
}

export function emptyColumns(length: number): Columns {
  const column = () => new Float64Array(length)
  return {
    length,
    atMs: column(),
    bid: column(),
    ask: column(),
    bidSize: column(),
    askSize: column(),
    last: column(),
    volume: column(),
  }
}

export function columnsAt(feed: Feed, symbol: string, instants: readonly number[]): Columns {
  const columns = emptyColumns(instants.length)
  for (const [index, ms] of instants.entries()) {
    const quote = feed.quote(symbol, atMs(ms))
    if (quote === undefined) throw new Error(`no quote of ${symbol}`)
    columns.atMs[index] = ms
    columns.bid[index] = wireNumber(quote.bidPrice)
    columns.ask[index] = wireNumber(quote.askPrice)
    columns.bidSize[index] = wireNumber(quote.bidSize)
    columns.askSize[index] = wireNumber(quote.askSize)
    columns.last[index] = wireNumber(quote.price)
    columns.volume[index] = wireNumber(quote.volume)
  }
  return columns
}

/** Every second from an instant on. */
export const columnsOf = (feed: Feed, symbol: string, fromMs: number, seconds: number): Columns =>
  columnsAt(
    feed,
    symbol,
    Array.from({ length: seconds }, (_, second) => fromMs + second * 1_000),
  )

/** The REGULAR sessions of a number of trading dates from a date on, without half days. */
export function sessionsFrom(
  first: string,
  dates: number,
): readonly { readonly opensMs: number }[] {
  const sessions: { opensMs: number }[] = []
  let date = Temporal.PlainDate.from(first)
  while (sessions.length < dates) {
    const regular = regularSession(date)
    const opensMs = regular?.opensAt.epochMilliseconds ?? 0
    const hours = ((regular?.closesAt.epochMilliseconds ?? 0) - opensMs) / 3_600_000
    if (hours === 6.5) sessions.push({ opensMs })
    date = date.add({ days: 1 })
  }
  return sessions
}

/** Each instant and the second after it, at which decisions are executed. */
export const withNextSecond = (instants: readonly number[]): readonly number[] =>
  instants.flatMap((ms) => [ms, ms + 1_000])
