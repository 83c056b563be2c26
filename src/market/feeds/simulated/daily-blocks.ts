/**
 * A factor's days, drawn in blocks: each day's move and its variance. volatility.ts has the
 * components of the variance; the leverage effect, jumps and reports are added here.
 */

import { Temporal } from '../../../core/time'
import { memoize } from '../../memoize'
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
  const { key, shape, market, unit, centre, jumpVariance } = model
  const { shared, leverage } = shape
  const first = index * BLOCK_DAYS
  const roughness = new Float64Array(BLOCK_DAYS)
  addComponents(key, shape.components, first, BLOCK_DAYS, roughness)
  const ofMarket = market?.block(index).roughness
  const reports = new Map<number, Report>()
  news.fill(0)
  for (const report of model.reports ? reportsBetween(key, first, first + BLOCK_DAYS) : []) {
    reports.set(report.businessDay, report)
    news[report.businessDay - first] = report.variance * unit
  }
  const levels = new Float64Array(BLOCK_DAYS + 1)
  const clock = new Float64Array(BLOCK_DAYS + 1)
  const calm = new Float64Array(BLOCK_DAYS)
  let fear = fearBefore(model, first)
  let level = 0
  let passed = 0
  for (let day = 0; day < BLOCK_DAYS; day++) {
    const businessDay = first + day
    const ofAll = ofMarket === undefined ? 0 : shared * (ofMarket[day] ?? 0)
    const rough = (roughness[day] ?? 0) + fear + ofAll
    roughness[day] = rough
    const share = busyness(businessDay)
    const usual = unit * exp(rough - centre)
    calm[day] = usual
    const variance = usual * share
    const step = keyedNormal(key, PURPOSES.moves, businessDay)
    if (isTraded(businessDay)) {
      let rest = variance * (1 - EVENING)
      let jump = 0
      if (jumpVariance > 0) {
        const night = nightOf(model, businessDay, variance)
        rest = night.rest
        jump = night.jump
      }
      const total = variance * EVENING + rest + (news[day] ?? 0)
      level += step * Math.sqrt(total)
      level += jump
      passed += total
      passed += variance * jumpVariance
      fear = LEVERAGE_KEPT * fear - leverage * step
    } else {
      level += step * Math.sqrt(variance)
      passed += variance
    }
    levels[day + 1] = level
    clock[day + 1] = passed
  }
  // Other factors use only the market's roughness.
  return { levels, clock, calm, roughness: market === undefined ? roughness : NONE, reports }
}

/** Scratch space for the variance of each day's report, used within one call. */
const news = new Float64Array(BLOCK_DAYS)

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
const REPORTS_VARIANCE = (4 * DAYS_OF_VARIANCE) / 252

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
function reportsBetween(company: Key, from: number, to: number): readonly Report[] {
  const { reportDates, reports } = PURPOSES
  const usual = FIRST_DAY + Math.floor(keyedUniform(company, reportDates, 0) * DAYS)
  const evening = keyedUniform(company, reportDates, 1) < 0.55
  const found: Report[] = []
  const { quarter: last } = quarterOf(to)
  for (let quarter = quarterOf(from).quarter - 1; quarter <= last; quarter++) {
    const jitter = Math.floor(keyedUniform(company, reports, 2 * quarter) * JITTER)
    const expected = startOfQuarter(quarter).businessDay + usual + jitter
    const businessDay = isTraded(expected) ? expected : tradedAfter(expected)
    if (businessDay < from || to <= businessDay) continue
    const size = LOG_SPREAD * keyedNormal(company, reports, 2 * quarter + 1)
    const variance = DAYS_OF_VARIANCE * exp(size - 0.5 * LOG_SPREAD * LOG_SPREAD)
    found.push({ businessDay, evening, variance })
  }
  return found
}

/** The quarter of a business day; all companies ask for the same few days. */
const quarterOf = memoize(
  QUARTERS_KEPT,
  (businessDay: number) => businessDay,
  (businessDay) => {
    const { year, month } = dateOf(epochDayOfBusinessDay(businessDay))
    return { quarter: year * 4 + Math.floor((month - 1) / 3) }
  },
)
