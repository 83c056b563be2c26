/** One instrument of the simulated market: its sessions and its bars. */

import { type Price, type Quantity, quantity } from '../../../core/money'
import type { OpenSession } from '../../../core/session'
import { type Bar, joinBars } from '../bar'
import type { BarSource } from '../candles'
import { type Pips, priceOf } from '../pips'
import type { SessionSpan, TradingDay } from '../trading-day'
import { barOfFormingMinute, barOfMinute, barOfMinutes } from './bar'
import type { SessionPath } from './session-path'

export interface Listing {
  readonly trades: (session: OpenSession) => boolean
  /** A session's path, cached for quotes. */
  readonly path: (day: TradingDay, span: SessionSpan) => SessionPath
  /** The same path, cached for candles. */
  readonly chart: (day: TradingDay, span: SessionSpan) => SessionPath
  /** The bar of a whole session. */
  readonly bar: (day: TradingDay, span: SessionSpan) => Bar
  /** Shares of a whole session. */
  readonly volume: (day: TradingDay, span: SessionSpan) => number
  /** The official closing price of a trading date. */
  readonly close: (day: TradingDay) => Pips
  /** Decimals of the latest bid and ask. */
  readonly decimals: { readonly bid: SideDecimals; readonly ask: SideDecimals }
}

/** Converts prices and sizes of one side to decimals, and caches the latest of each. */
export interface SideDecimals {
  readonly price: (pips: Pips) => Price
  readonly size: (shares: number) => Quantity
}

export function sideDecimals(): SideDecimals {
  return {
    price: cacheLatest((pips: Pips) => priceOf(pips)),
    size: cacheLatest((shares: number) => quantity(String(shares))),
  }
}

function cacheLatest<Value>(compute: (input: number) => Value): (input: number) => Value {
  let latest: { readonly input: number; readonly value: Value } | undefined
  return (input) => {
    if (latest?.input === input) return latest.value
    latest = { input, value: compute(input) }
    return latest.value
  }
}

/** The slice's bar up to an instant; undefined before its first second. */
export const barsOf =
  (listing: Listing): BarSource['barBy'] =>
  ({ day, span, from, to }, nowMs): Bar | undefined => {
    const second = Math.floor((nowMs - span.opensMs) / 1_000)
    const minute = Math.floor(second / 60)
    if (minute < from) return undefined
    if (from === 0 && to === span.minutes && minute >= to) return listing.bar(day, span)
    const path = listing.chart(day, span)
    if (minute >= to) {
      return to - from === 1 ? barOfMinute(path, from) : barOfMinutes(path, from, to)
    }
    const over = minute > from ? barOfMinutes(path, from, minute) : undefined
    return joinBars(over, barOfFormingMinute(path, minute, second - minute * 60))
  }
