/** One factor's log price from minute to minute: the market's, or what a stock does on its own. */
import type { OpenSession } from '../../../core/session'
import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'
import type { DailyMove, DailyPath } from './daily-path'
import { SESSION_SHAPE } from './session-shape'
import { normal, type Stream, substream, uniform } from './stream'

export interface FactorPath {
  /** Where each minute starts, and after the last one where the session ends. */
  readonly levels: Float64Array
  /** Of each minute's movement. */
  readonly variances: Float64Array
  /** How busy each minute is; on average 1. Volume and volatility share it. */
  readonly activity: Float64Array
}

const SESSION_ORDER: readonly OpenSession[] = ['DAY', 'PRE', 'REGULAR', 'AFTER']
const ENDS_STREAM = 7

export function factorPath(path: DailyPath, day: TradingDay, span: SessionSpan): FactorPath {
  const move = path.move(day.businessDay)
  const draws = substream(substream(path.stream, 2), day.businessDay)
  const { from, to, variance } = sessionMove(move, substream(draws, ENDS_STREAM), span.session)
  return minutes({ from, to, variance }, substream(draws, span.index), span)
}

/**
 * From the end of the date before to the end of this date: gap, DAY, gap, PRE … Each part is drawn,
 * and what they miss the day's move by is shared out by variance (a Brownian bridge).
 */
function sessionMove(move: DailyMove, draws: Stream, wanted: OpenSession): DailyMove {
  const parts = SESSION_ORDER.map((session, index) => {
    const { gapVariance, variance } = SESSION_SHAPE[session]
    const gap = normal(draws, 2 * index) * Math.sqrt(gapVariance * move.variance)
    const during = normal(draws, 2 * index + 1) * Math.sqrt(variance * move.variance)
    return { session, gap, during, gapVariance, variance }
  })
  const missed = move.to - move.from - parts.reduce((sum, { gap, during }) => sum + gap + during, 0)
  let level = move.from
  for (const { session, gap, during, gapVariance, variance } of parts) {
    const from = level + gap + missed * gapVariance
    const to = from + during + missed * variance
    if (session === wanted) return { from, to, variance: variance * move.variance }
    level = to
  }
  throw new Error(`no session ${wanted}`)
}

/** The same bridge again, over the session's minutes. */
function minutes(move: DailyMove, draws: Stream, { session, minutes }: SessionSpan): FactorPath {
  const { varianceAt } = SESSION_SHAPE[session]
  const levels = new Float64Array(minutes + 1)
  const variances = new Float64Array(minutes)
  const activity = new Float64Array(minutes)
  let weights = 0
  for (let minute = 0; minute < minutes; minute++) {
    const u = uniform(draws, 2 * minute)
    const busy = 0.25 + 2.25 * u * u
    const weight = varianceAt((minute + 0.5) / minutes) * busy
    activity[minute] = busy
    variances[minute] = weight
    weights += weight
  }
  let drawn = 0
  for (let minute = 0; minute < minutes; minute++) {
    const variance = (nth(variances, minute) / weights) * move.variance
    variances[minute] = variance
    drawn += normal(draws, 2 * minute + 1) * Math.sqrt(variance)
    levels[minute + 1] = drawn
  }
  const missed = (move.to - move.from - drawn) / move.variance
  let passed = 0
  levels[0] = move.from
  for (let minute = 0; minute < minutes; minute++) {
    passed += nth(variances, minute)
    levels[minute + 1] = move.from + nth(levels, minute + 1) + missed * passed
  }
  return { levels, variances, activity }
}
