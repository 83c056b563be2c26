/** The trading dates with imported bars. */
import { DAY_MS, type Temporal } from '../../../core/time'
import { dayOn, epochDayOf, type TradingDay } from '../trading-day'
import { type BarSeries, barsBetween, firstFrom, startMs } from './series'

/**
 * The trading date of a bar. It is the bar's UTC date: DAY opens at midnight UTC in summer and at 1
 * in winter, and only the last hour of AFTER in winter is past midnight.
 */
export function dayOfBar(series: BarSeries, index: number): TradingDay {
  const ms = startMs(series, index)
  const day = dayOn(Math.floor(ms / DAY_MS))
  const [first] = day.sessions
  return first !== undefined && first.opensMs <= ms ? day : dayOn(day.epochDay - 1)
}

/** Dates on which any instrument has a bar, ascending. */
export function datesOf(all: Iterable<BarSeries>): readonly Temporal.PlainDate[] {
  const epochDays = new Set<number>()
  for (const series of all) {
    for (let index = 0; index < series.length; ) {
      const day = dayOfBar(series, index)
      epochDays.add(day.epochDay)
      index = firstFrom(series, endOf(day))
    }
  }
  return [...epochDays].sort((one, other) => one - other).map((epochDay) => dayOn(epochDay).date)
}

export const hasBarsOn = (series: BarSeries, date: Temporal.PlainDate): boolean => {
  const day = dayOn(epochDayOf(date))
  const [first] = day.sessions
  return first !== undefined && barsBetween(series, first.opensMs, endOf(day)) !== undefined
}

const endOf = ({ sessions, date }: TradingDay): number => {
  const last = sessions.at(-1)
  if (last === undefined) throw new Error(`bars on ${date.toString()}, which is no trading date`)
  return last.closesMs
}
