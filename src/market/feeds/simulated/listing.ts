/** One instrument's sessions and days in the simulated market; costly ones are cached. */
import type { OpenSession } from '../../../core/session'
import { type Bar, joined } from '../bar'
import type { BarSource } from '../candles'
import type { Pips } from '../pips'
import type { SessionSpan, TradingDay } from '../trading-day'
import { barOfFormingMinute, barOfMinute, barOfMinutes } from './bar'
import type { SessionPath } from './session-path'
import type { ShownSide } from './shown-side'

export interface Listing {
  readonly trades: (session: OpenSession) => boolean
  /** Minute by minute, for quotes. */
  readonly path: (day: TradingDay, span: SessionSpan) => SessionPath
  /** The same path, for candles. */
  readonly chart: (day: TradingDay, span: SessionSpan) => SessionPath
  /** Of a whole session. */
  readonly bar: (day: TradingDay, span: SessionSpan) => Bar
  /** Shares of a whole session. */
  readonly volume: (day: TradingDay, span: SessionSpan) => number
  /** The official closing price of a trading date. */
  readonly close: (day: TradingDay) => Pips
  readonly shown: { readonly bid: ShownSide; readonly ask: ShownSide }
}

/** The slice's minutes up to an instant; undefined before their first second. */
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
    return joined(over, barOfFormingMinute(path, minute, second - minute * 60))
  }
