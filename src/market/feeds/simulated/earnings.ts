/**
 * A company reports four times a year, always in about the same week, the second to eighth of a
 * quarter, after the close or before the open. The report's effect on variance is known in advance;
 * its direction is not.
 */
import { Temporal } from '../../../core/time'
import { memoize } from '../../memoize'
import { businessDayOf, dateOf, epochDayOf, epochDayOfBusinessDay } from '../trading-day'
import { isTraded, tradedAfter } from './business-days'
import { exp } from './elementary'
import { type Key, keyedNormal, keyedUniform, PURPOSES } from './key'

export interface Report {
  /** The business day whose opening reflects the news. */
  readonly businessDay: number
  /** Whether the company reports after the previous close; otherwise before the opening. */
  readonly evening: boolean
  /** In average daily variances. */
  readonly variance: number
}

/** A report moves the price as much as ten days do, on average; reports differ. */
const DAYS_OF_VARIANCE = 10
const LOG_SPREAD = 1
const FIRST_DAY = 8
const DAYS = 28
const JITTER = 4
const QUARTERS_KEPT = 256

/** The reports' part of a stock's own variance, relative to an average day's. */
export const REPORTS_VARIANCE = (4 * DAYS_OF_VARIANCE) / 252

/** The first business day of a quarter; quarters count from the year 0. */
const startOfQuarter = memoize(
  QUARTERS_KEPT,
  (quarter: number) => quarter,
  (quarter) => {
    const year = Math.floor(quarter / 4)
    const date = Temporal.PlainDate.from({ year, month: 3 * (quarter - 4 * year) + 1, day: 1 })
    return { businessDay: businessDayOf(epochDayOf(date)) }
  },
)

/** The reports from one business day (inclusive) to another (exclusive). */
export function reportsBetween(company: Key, from: number, to: number): readonly Report[] {
  const reports: Report[] = []
  for (let quarter = quarterOf(from) - 1; quarter <= quarterOf(to); quarter++) {
    const report = reportIn(company, quarter)
    if (from <= report.businessDay && report.businessDay < to) reports.push(report)
  }
  return reports
}

function quarterOf(businessDay: number): number {
  const { year, month } = dateOf(epochDayOfBusinessDay(businessDay))
  return year * 4 + Math.floor((month - 1) / 3)
}

function reportIn(company: Key, quarter: number): Report {
  const { reportDates, reports } = PURPOSES
  const usual = Math.floor(keyedUniform(company, reportDates, 0) * DAYS)
  const businessDay =
    startOfQuarter(quarter).businessDay +
    FIRST_DAY +
    usual +
    Math.floor(keyedUniform(company, reports, 2 * quarter) * JITTER)
  return {
    businessDay: isTraded(businessDay) ? businessDay : tradedAfter(businessDay),
    evening: keyedUniform(company, reportDates, 1) < 0.55,
    variance:
      DAYS_OF_VARIANCE *
      exp(
        LOG_SPREAD * keyedNormal(company, reports, 2 * quarter + 1) - 0.5 * LOG_SPREAD * LOG_SPREAD,
      ),
  }
}
