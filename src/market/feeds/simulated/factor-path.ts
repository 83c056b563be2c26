/** One factor from minute to minute of a session: the market's, a group's, or a stock's own. */
import type { OpenSession } from '../../../core/session'
import type { SessionSpan, TradingDay } from '../trading-day'
import { drawMinutes } from './activity'
import { type Arrays, newArrays } from './arrays'
import { tradedAfter, tradedBefore } from './business-days'
import type { DailyMove, DailyPath } from './daily-path'
import { SESSION_SHAPE, varianceOfMinutes } from './session-shape'
import { normal, type Stream, substream } from './stream'

export interface FactorPath {
  /** The level at each minute's start, and at the session's end. */
  readonly levels: Float64Array
  /** The variance clock at the session's start. */
  readonly clockFrom: number
  /** The standard deviation of each minute's movement. */
  readonly deviations: Float64Array
  /** The draws of the bridges within minutes. */
  readonly seconds: Stream
  /** As much of its date's variance as the session may reveal. */
  readonly restlessness: number
}

export interface FactorSession extends FactorPath {
  /** Each minute's activity; only in the market's sessions. */
  readonly activity: Float64Array
}

/** A session's place among the parts of a model day. */
const ORDER: readonly OpenSession[] = ['AFTER', 'DAY', 'PRE', 'REGULAR']
const STREAMS = { days: 2, ends: 7, seconds: 8 } as const
const REPORT_MINUTES = 12
/** 16:05 and 07:00 in New York. */
const REPORT_AT = { AFTER: 5, PRE: 180 } as const

/** The business day that a session's movement belongs to: AFTER belongs to the next one. */
export const countedOn = ({ businessDay }: TradingDay, { session }: SessionSpan): number =>
  session === 'AFTER' ? tradedAfter(businessDay) : businessDay

/** A session's start and end in business days since the anchor; drift accrues over them. */
export function timesOf(day: TradingDay, span: SessionSpan) {
  const businessDay = countedOn(day, span)
  const start = tradedBefore(businessDay) + 1
  const length = businessDay + 1 - start
  const { from, to } = PASSED[span.session]
  return { from: start + length * from, to: start + length * to }
}

const DAY_PART = 1 - SESSION_SHAPE.AFTER.variance
const shareOf = (session: OpenSession) => {
  const { gapVariance, variance } = SESSION_SHAPE[session]
  return session === 'AFTER'
    ? { gap: 0, during: variance }
    : { gap: DAY_PART * gapVariance, during: DAY_PART * variance }
}

/** A session's average start and end, as parts of a model day's variance. */
function passedBy(session: OpenSession): { readonly from: number; readonly to: number } {
  let passed = 0
  for (const each of ORDER) {
    const { gap, during } = shareOf(each)
    passed += gap
    if (each === session) return { from: passed, to: passed + during }
    passed += during
  }
  throw new Error(`no session ${session}`)
}

const PASSED = {
  DAY: passedBy('DAY'),
  PRE: passedBy('PRE'),
  REGULAR: passedBy('REGULAR'),
  AFTER: passedBy('AFTER'),
} as const

/**
 * The part of a date's variance that a session may reveal. AFTER, the start of a model day, reveals
 * nothing of the night, so that its jump stays unknown.
 */
export const shownOf = ({ evening, report, variance }: DailyMove, session: OpenSession): number =>
  session === 'AFTER' ? evening / SESSION_SHAPE.AFTER.variance + report.evening : variance

export function factorPath(
  path: DailyPath,
  day: TradingDay,
  span: SessionSpan,
  market: FactorSession | undefined,
  arrays: Arrays = newArrays,
): FactorSession {
  const businessDay = countedOn(day, span)
  const move = path.move(businessDay)
  const draws = substream(substream(path.stream, STREAMS.days), businessDay)
  const part = partOf(move, substream(draws, STREAMS.ends), span.session)
  const clockFrom = path.clockAt(tradedBefore(businessDay) + 1) + part.passed
  const minutely = substream(draws, span.index)
  const { levels, deviations, activity } = minutes(part, minutely, span, market?.activity, arrays)
  return {
    levels,
    deviations,
    activity,
    clockFrom,
    seconds: substream(draws, STREAMS.seconds + span.index),
    restlessness: shownOf(move, span.session),
  }
}

interface SessionMove {
  readonly from: number
  readonly to: number
  readonly variance: number
  readonly report: number
  /** The model day's variance before the session. */
  readonly passed: number
}

/**
 * From close to close: AFTER, gap, DAY, gap, PRE … Each part is drawn; the difference to the day's
 * move is distributed by variance (a Brownian bridge).
 */
function partOf(move: DailyMove, draws: Stream, wanted: OpenSession): SessionMove {
  const { evening, closed, day, jump, jumpVariance, report } = move
  const parts = ORDER.map((session, index) => {
    const { gapVariance, variance } = SESSION_SHAPE[session]
    const news = session === 'AFTER' ? report.evening : session === 'PRE' ? report.morning : 0
    const during = (session === 'AFTER' ? evening : day * variance) + news
    const before = session === 'AFTER' ? 0 : day * gapVariance + (session === 'DAY' ? closed : 0)
    return {
      session,
      news,
      before,
      during,
      gap: normal(draws, 2 * index) * Math.sqrt(before),
      moved: normal(draws, 2 * index + 1) * Math.sqrt(during),
    }
  })
  const drawn = parts.reduce((total, { gap, moved }) => total + (gap + moved), 0)
  const missed = (move.to - move.from - jump - drawn) / move.variance
  let level = move.from
  let passed = 0
  for (const { session, news, before, during, gap, moved } of parts) {
    const from = level + gap + missed * before + (session === 'DAY' ? jump : 0)
    const to = from + moved + missed * during
    passed += before + (session === 'DAY' ? jumpVariance : 0)
    if (session === wanted) return { from, to, variance: during - news, report: news, passed }
    level = to
    passed += during
  }
  throw new Error(`no session ${wanted}`)
}

/** The same bridge over the session's minutes. */
function minutes(
  { from, to, variance, report }: SessionMove,
  draws: Stream,
  span: SessionSpan,
  ofMarket: Float64Array | undefined,
  arrays: Arrays,
): Pick<FactorSession, 'levels' | 'deviations' | 'activity'> {
  const { session, minutes } = span
  const levels = arrays(minutes + 1)
  const deviations = arrays(minutes)
  // Only the market's activity is used.
  const activity = ofMarket === undefined ? arrays(minutes) : NONE
  const weights = drawMinutes(
    draws,
    varianceOfMinutes(span),
    ofMarket,
    levels,
    deviations,
    activity,
  )
  const scale = variance / weights
  let drawn = 0
  for (let minute = 0; minute < minutes; minute++) {
    const usual = (deviations[minute] ?? 0) * scale
    const deviation = Math.sqrt(
      report === 0 ? usual : usual + report * reportShare(session, minute),
    )
    deviations[minute] = deviation
    drawn += (levels[minute + 1] ?? 0) * deviation
    levels[minute + 1] = drawn
  }
  const missed = (to - from - drawn) / (variance + report)
  let passed = 0
  levels[0] = from
  for (let minute = 0; minute < minutes; minute++) {
    const deviation = deviations[minute] ?? 0
    passed += deviation * deviation
    levels[minute + 1] = from + (levels[minute + 1] ?? 0) + missed * passed
  }
  return { levels, deviations, activity }
}

const NONE = new Float64Array(0)

/** News decays by half each minute. */
function reportShare(session: OpenSession, minute: number): number {
  const at = session === 'AFTER' || session === 'PRE' ? minute - REPORT_AT[session] : -1
  if (at < 0 || at >= REPORT_MINUTES) return 0
  const last = at === REPORT_MINUTES - 1 ? 2 : 1
  return last * 0.5 ** (at + 1)
}
