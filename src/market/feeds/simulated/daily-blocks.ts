/**
 * A factor's days, drawn in blocks: each day's move and its variance. volatility.ts has the
 * components of the variance; the leverage effect, jumps and reports are added here.
 */

import { Temporal } from '../../../core/time'
import { memoize } from '../../memoize'
import { nth } from '../nth'
import { businessDayOf, dateOf, epochDayOf, epochDayOfBusinessDay } from '../trading-day'
import { busyness, isTraded, tradedAfter } from './business-days'
import { exp, ln } from './elementary'
import { type Key, keyedNormal, keyedUniform, PURPOSES } from './key'
import { SESSION_SHAPE } from './session-shape'
import {
  addComponents,
  LEVERAGE_DAYS,
  LEVERAGE_KEPT,
  leverageVariance,
  sum,
  type VolatilityShape,
} from './volatility'

const TRADING_DAYS_PER_YEAR = 252
/** A year, so that a first quote computes few days that it does not need. */
export const BLOCK_DAYS = 256
const NONE = new Float64Array(0)

/** The size of jumps of a day's variance, which are exponentially distributed. */
const JUMPINESS = 0.3
/** The evening's part of a day's variance. */
export const EVENING = SESSION_SHAPE.AFTER.variance

export interface Block {
  /** The level at each day's start and at the block's end, relative to the block's start. */
  readonly levels: Float64Array
  readonly clock: Float64Array
  /** Each day's variance if it were a full trading date, without jumps and reports. */
  readonly calm: Float64Array
  /** Each day's log variance before it is centred. */
  readonly roughness: Float64Array
  readonly reports: ReadonlyMap<number, Report>
}

/** The market's blocks: every factor shares their volatility. */
interface MarketBlocks {
  readonly block: (index: number) => Block
}

export interface Model {
  readonly key: Key
  readonly shape: VolatilityShape
  readonly market: MarketBlocks | undefined
  readonly reports: boolean
  /** A trading date's variance without reports and jumps. */
  readonly unit: number
  /** Centres the log variance: half its own variance. */
  readonly centre: number
  /** The variance of a night's jump, relative to the day's. */
  readonly jumpVariance: number
}

export function modelOf(
  key: Key,
  shape: VolatilityShape,
  market: MarketBlocks | undefined,
  reports: boolean,
): Model {
  const { components, shared, leverage, skew } = shape
  const jumpVariance = skew * skew * JUMPINESS * JUMPINESS
  const unit =
    1 / TRADING_DAYS_PER_YEAR / ((1 + jumpVariance) * (reports ? 1 + REPORTS_VARIANCE : 1))
  const logVariance =
    sum(components) + leverageVariance(leverage) + shared * shared * MARKET_LOG_VARIANCE
  return { key, shape, market, reports, unit, jumpVariance, centre: 0.5 * logVariance }
}

/** The shape of the market's volatility, which has leverage and jumps. */
export const MARKET_SHAPE: VolatilityShape = {
  components: [0.03, 0.03, 0.04, 0.05, 0.08, 0.1, 0.13, 0.15, 0.17, 0.16, 0.12, 0.08],
  shared: 0,
  leverage: 0.25,
  skew: 1,
}
const MARKET_LOG_VARIANCE = sum(MARKET_SHAPE.components) + leverageVariance(MARKET_SHAPE.leverage)

/**
 * The night's jump, and the variance of the rest of the day. Volatility and price jump together
 * before the first trade that shows the new volatility, so nobody can predict the jump.
 */
export function nightOf(
  { key, shape, jumpVariance }: Model,
  businessDay: number,
  variance: number,
) {
  const rest = variance * (1 - EVENING)
  if (jumpVariance === 0) return { rest, jump: 0 }
  const surprise = -ln(keyedUniform(key, PURPOSES.jumps, businessDay)) - 1
  return {
    rest: rest * (1 + JUMPINESS * surprise),
    jump: -shape.skew * JUMPINESS * surprise * Math.sqrt(variance),
  }
}

export function blockOf(model: Model, index: number): Block {
  const { key, shape, market, unit, centre } = model
  const first = index * BLOCK_DAYS
  const roughness = new Float64Array(BLOCK_DAYS)
  addComponents(key, shape.components, first, BLOCK_DAYS, roughness)
  const ofMarket = market?.block(index).roughness
  const reports = new Map(
    model.reports
      ? reportsBetween(key, first, first + BLOCK_DAYS).map((report) => [report.businessDay, report])
      : [],
  )
  const levels = new Float64Array(BLOCK_DAYS + 1)
  const clock = new Float64Array(BLOCK_DAYS + 1)
  const calm = new Float64Array(BLOCK_DAYS)
  let fear = fearBefore(model, first)
  for (let day = 0; day < BLOCK_DAYS; day++) {
    const businessDay = first + day
    const rough =
      nth(roughness, day) + fear + (ofMarket === undefined ? 0 : shape.shared * nth(ofMarket, day))
    roughness[day] = rough
    const share = busyness(businessDay)
    const usual = unit * exp(rough - centre)
    calm[day] = usual
    const variance = usual * share
    const step = keyedNormal(key, PURPOSES.moves, businessDay)
    if (isTraded(businessDay)) {
      const { rest, jump } = nightOf(model, businessDay, variance)
      const total = variance * EVENING + rest + (reports.get(businessDay)?.variance ?? 0) * unit
      levels[day + 1] = nth(levels, day) + step * Math.sqrt(total) + jump
      clock[day + 1] = nth(clock, day) + total + variance * model.jumpVariance
      fear = LEVERAGE_KEPT * fear - shape.leverage * step
    } else {
      levels[day + 1] = nth(levels, day) + step * Math.sqrt(variance)
      clock[day + 1] = nth(clock, day) + variance
    }
  }
  // Other factors use only the market's roughness.
  return { levels, clock, calm, roughness: market === undefined ? roughness : NONE, reports }
}

/** The leverage effect: what earlier moves add to a day's log variance. */
function fearBefore({ key, shape }: Model, businessDay: number): number {
  if (shape.leverage === 0) return 0
  let fear = 0
  for (let day = businessDay - LEVERAGE_DAYS; day < businessDay; day++) {
    if (isTraded(day)) {
      fear = LEVERAGE_KEPT * fear - shape.leverage * keyedNormal(key, PURPOSES.moves, day)
    }
  }
  return fear
}

/**
 * A company's report. Reports come four times a year, in about the same week of each quarter, the
 * second to eighth, after the close or before the open. The effect on variance is predictable; the
 * direction is not.
 */
export interface Report {
  /** The business day whose opening reflects the news. */
  readonly businessDay: number
  /** Whether the report comes after the previous close; otherwise it comes before the opening. */
  readonly evening: boolean
  /** In average daily variances. */
  readonly variance: number
}

/** An average report's variance, and the log deviation of reports. */
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
