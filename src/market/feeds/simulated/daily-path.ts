/**
 * A factor from close to close: a Brownian motion on an uneven clock, both drawn day by day. A
 * day's move is independent of the past and of the clock, so the past says nothing about the path's
 * direction. The clock comes from volatility.ts. Levels are sums of the moves since the anchor, in
 * both directions, computed in blocks.
 */
import { memoize } from '../../memoize'
import { nth } from '../nth'
import { busyness, isTraded, tradedBefore } from './business-days'
import { REPORTS_VARIANCE, type Report, reportsBetween } from './earnings'
import { exp, ln } from './elementary'
import { SESSION_SHAPE } from './session-shape'
import { normal, type Stream, substream, uniform } from './stream'
import {
  addComponents,
  LEVERAGE_DAYS,
  LEVERAGE_KEPT,
  leverageVariance,
  sum,
  type VolatilityShape,
} from './volatility'

/** One REGULAR close to the next. */
export interface DailyMove {
  readonly from: number
  readonly to: number
  /** The variances of AFTER, of closed weekdays, and of the date's own sessions. */
  readonly evening: number
  readonly closed: number
  readonly day: number
  /** While nothing trades before the date's first session; and its variance before it is drawn. */
  readonly jump: number
  readonly jumpVariance: number
  readonly report: { readonly evening: number; readonly morning: number }
  /** The move without the jump. */
  readonly variance: number
}

export interface DailyPath {
  readonly stream: Stream
  /** The level at a business day's start, which is the close before it. */
  readonly levelAt: (businessDay: number) => number
  readonly clockAt: (businessDay: number) => number
  /** The model day that ends with a traded business day's close. */
  readonly move: (businessDay: number) => DailyMove
  readonly block: (index: number) => Block
}

export interface DailyPathOptions {
  /** The market's path, whose volatility this factor shares. */
  readonly market?: DailyPath
  /** Whether this is a company, which reports earnings. */
  readonly reports?: boolean
}

export const BUSINESS_DAYS_PER_YEAR = 261
const TRADING_DAYS_PER_YEAR = 252
const BLOCK_DAYS = 1_024
const BLOCKS_KEPT = 2
const NONE = new Float64Array(0)

/** The part of a day's log variance that is exponentially distributed: the volatility jumps. */
const JUMPINESS = 0.3
const STREAMS = { moves: 0, jumps: 3 } as const

interface Block {
  /** Levels since the block began; one more than it has days. */
  readonly levels: Float64Array
  readonly clock: Float64Array
  /** Of the year's variance, on a whole trading date, before what happens overnight. */
  readonly calm: Float64Array
  /** The log variance before it is centred. */
  readonly roughness: Float64Array
  readonly reports: ReadonlyMap<number, Report>
}

interface PlacedBlock {
  readonly first: number
  readonly block: Block
  /** At its first day's start. */
  readonly level: number
  readonly clock: number
}

/** Its annual standard deviation is 1, and it has no drift. */
export function dailyPath(
  stream: Stream,
  shape: VolatilityShape,
  { market, reports = false }: DailyPathOptions = {},
): DailyPath {
  const model = modelOf(stream, shape, market, reports)
  const block = memoize(
    BLOCKS_KEPT,
    (index: number) => index,
    (index) => blockOf(model, index),
  )
  const starts = new Map([[0, { level: 0, clock: 0 }]])
  /** The sum of the blocks between the anchor and this one. */
  function startOf(index: number): { readonly level: number; readonly clock: number } {
    const known = starts.get(index)
    if (known !== undefined) return known
    const towards = index > 0 ? index - 1 : index + 1
    const between = block(Math.min(index, towards))
    const { level, clock } = startOf(towards)
    const sign = index > 0 ? 1 : -1
    const start = {
      level: level + sign * nth(between.levels, BLOCK_DAYS),
      clock: clock + sign * nth(between.clock, BLOCK_DAYS),
    }
    starts.set(index, start)
    return start
  }
  /** Most callers ask for the block that was asked for last. */
  let latest: PlacedBlock | undefined
  function blockAt(businessDay: number): PlacedBlock {
    if (latest !== undefined) {
      const day = businessDay - latest.first
      if (day >= 0 && day < BLOCK_DAYS) return latest
    }
    const index = Math.floor(businessDay / BLOCK_DAYS)
    latest = { first: index * BLOCK_DAYS, block: block(index), ...startOf(index) }
    return latest
  }
  const levelAt = (businessDay: number): number => {
    const { first, block, level } = blockAt(businessDay)
    return level + nth(block.levels, businessDay - first)
  }
  const clockAt = (businessDay: number): number => {
    const { first, block, clock } = blockAt(businessDay)
    return clock + nth(block.clock, businessDay - first)
  }

  function move(businessDay: number): DailyMove {
    const { first, block } = blockAt(businessDay)
    const { calm, reports } = block
    const variance = nth(calm, businessDay - first) * busyness(businessDay)
    const { rest, jump } = nightOf(model, businessDay, variance)
    const before = tradedBefore(businessDay)
    const report = reports.get(businessDay)
    const reported = (report?.variance ?? 0) * model.unit
    const evening = variance * EVENING
    const news = report?.evening
      ? { evening: reported, morning: 0 }
      : { evening: 0, morning: reported }
    // Closed weekdays alone come between.
    const closed = before + 1 === businessDay ? 0 : clockAt(businessDay) - clockAt(before + 1)
    return {
      from: levelAt(before + 1),
      to: levelAt(businessDay + 1),
      evening,
      closed,
      day: rest,
      jump,
      jumpVariance: variance * model.jumpVariance,
      report: news,
      variance: evening + closed + rest + reported,
    }
  }
  return { stream, levelAt, clockAt, move, block }
}

const EVENING = SESSION_SHAPE.AFTER.variance

interface Model {
  readonly stream: Stream
  readonly shape: VolatilityShape
  readonly market: DailyPath | undefined
  readonly reports: boolean
  /** A trading date's variance without reports and jumps. */
  readonly unit: number
  /** Centres the log variance: half its own variance. */
  readonly centre: number
  /** Of a night's jump. */
  readonly jumpVariance: number
}

function modelOf(
  stream: Stream,
  shape: VolatilityShape,
  market: DailyPath | undefined,
  reports: boolean,
): Model {
  const { components, shared, leverage, skew } = shape
  const jumpVariance = skew * skew * JUMPINESS * JUMPINESS
  const unit =
    1 / TRADING_DAYS_PER_YEAR / ((1 + jumpVariance) * (reports ? 1 + REPORTS_VARIANCE : 1))
  const logVariance =
    sum(components) + leverageVariance(leverage) + shared * shared * MARKET_LOG_VARIANCE
  return { stream, shape, market, reports, unit, jumpVariance, centre: 0.5 * logVariance }
}

/** Of the market's volatility, with its leverage. */
export const MARKET_SHAPE: VolatilityShape = {
  components: [0.15, 0.12, 0.12, 0.11, 0.1, 0.1, 0.1, 0.1, 0.1, 0.08, 0.06],
  shared: 0,
  leverage: 0.25,
  skew: 1,
}
const MARKET_LOG_VARIANCE = sum(MARKET_SHAPE.components) + leverageVariance(MARKET_SHAPE.leverage)

/**
 * Volatility and price jump together overnight, before the first trade that shows the new
 * volatility, so nobody can see the jump coming.
 */
function nightOf({ stream, shape, jumpVariance }: Model, businessDay: number, variance: number) {
  const rest = variance * (1 - EVENING)
  if (jumpVariance === 0) return { rest, jump: 0 }
  const surprise = -ln(uniform(substream(stream, STREAMS.jumps), businessDay)) - 1
  return {
    rest: rest * (1 + JUMPINESS * surprise),
    jump: -shape.skew * JUMPINESS * surprise * Math.sqrt(variance),
  }
}

function blockOf(model: Model, index: number): Block {
  const { stream, shape, market, unit, centre } = model
  const first = index * BLOCK_DAYS
  const roughness = new Float64Array(BLOCK_DAYS)
  addComponents(stream, shape.components, first, BLOCK_DAYS, roughness)
  const moves = substream(stream, STREAMS.moves)
  const ofMarket = market?.block(index).roughness
  const reports = new Map(
    model.reports
      ? reportsBetween(stream, first, first + BLOCK_DAYS).map((report) => [
          report.businessDay,
          report,
        ])
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
    const step = normal(moves, businessDay)
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
  // Only the market's is asked for again.
  return { levels, clock, calm, roughness: market === undefined ? roughness : NONE, reports }
}

/** The leverage effect: what earlier moves add to a day's log variance. */
function fearBefore({ stream, shape }: Model, businessDay: number): number {
  if (shape.leverage === 0) return 0
  const moves = substream(stream, STREAMS.moves)
  let fear = 0
  for (let day = businessDay - LEVERAGE_DAYS; day < businessDay; day++) {
    if (isTraded(day)) fear = LEVERAGE_KEPT * fear - shape.leverage * normal(moves, day)
  }
  return fear
}
