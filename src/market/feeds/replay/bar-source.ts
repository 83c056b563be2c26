/** Candles come from the path within the bars, so that they agree with quotes. */
import { type Bar, joined } from '../bar'
import type { BarSource } from '../candles'
import { type BarSeries, barAt, barsBetween, endMs, firstFrom, startMs } from './series'
import type { Tape } from './tape'

export const barSource = (
  series: BarSeries,
  tape: Tape,
): BarSource & { readonly endMs: number } => ({
  firstMs: startMs(series, 0),
  endMs: endMs(series, series.length - 1),
  trades(session, day) {
    const span = day.sessions.find((span) => span.session === session)
    return span !== undefined && barsBetween(series, span.opensMs, span.closesMs) !== undefined
  },
  barBy({ span, from, to }, nowMs) {
    const fromMs = span.opensMs + from * 60_000
    const untilMs = Math.min(span.opensMs + to * 60_000, nowMs + 1)
    let traded: Bar | undefined
    // A daily bar may have begun long before the slice.
    for (let index = Math.max(0, firstFrom(series, fromMs + 1) - 1); ; index++) {
      if (index >= series.length || startMs(series, index) >= untilMs) return traded
      const bar = barAt(series, index)
      const first = Math.max(0, (fromMs - startMs(series, index)) / 1_000)
      const elapsed = Math.ceil((untilMs - startMs(series, index)) / 1_000)
      const end = Math.min(bar.seconds, elapsed)
      if (first < end) traded = joined(traded, tape.part(index, first, end))
    }
  },
})
