/** One factor from minute to minute of a session: the market's, a group's, or a stock's own. */
import type { OpenSession } from '../../../core/session'
import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'
import { drawMinutes, drawMoves } from './activity'
import { type Arrays, newArrays } from './arrays'
import { tradedAfter, tradedBefore } from './business-days'
import type { DailyMove, DailyPath } from './daily-path'
import { keyedWords, PURPOSES, streamIn } from './key'
import { SESSION_SHAPE, usualDeviations } from './session-shape'
import { normalOf, type Stream } from './stream'

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

/** A session's place among the parts of a model day. */
const ORDER: readonly OpenSession[] = ['AFTER', 'DAY', 'PRE', 'REGULAR']
const REPORT_MINUTES = 12
/** 16:05 and 07:00 in New York. */
const REPORT_AT = { AFTER: 5, PRE: 180 } as const

/** The business day that a session's movement belongs to: AFTER belongs to the next one. */
export const countedOn = ({ businessDay }: TradingDay, { session }: SessionSpan): number =>
  session === 'AFTER' ? tradedAfter(businessDay) : businessDay

/** A number of its own for each session. */
export const sessionNumber = (businessDay: number, { index }: SessionSpan): number =>
  4 * businessDay + index

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
  market: FactorPath | undefined,
  arrays: Arrays = newArrays,
): FactorPath {
  const businessDay = countedOn(day, span)
  const move = path.move(businessDay)
  const part = partOf(move, keyedWords(path.key, PURPOSES.ends, businessDay), span.session)
  const clockFrom = path.clockAt(tradedBefore(businessDay) + 1) + part.passed
  const drawn = keyedWords(path.key, PURPOSES.factorSessions, sessionNumber(businessDay, span))
  const [moves, seconds] = [streamIn(drawn, 0), streamIn(drawn, 1)]
  const { levels, deviations } = minutes(part, moves, span, market, arrays)
  return {
    levels,
    deviations,
    clockFrom,
    seconds,
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
function partOf(move: DailyMove, draws: Int32Array, wanted: OpenSession): SessionMove {
  const { evening, closed, day, report } = move
  let drawn = 0
  let passed = 0
  let part = { drawn, passed, moved: 0, during: 0, news: 0 }
  for (let index = 0; index < ORDER.length; index++) {
    const session = ORDER[index] ?? wanted
    const { gapVariance, variance } = SESSION_SHAPE[session]
    const before = session === 'AFTER' ? 0 : day * gapVariance + (session === 'DAY' ? closed : 0)
    const news = session === 'AFTER' ? report.evening : session === 'PRE' ? report.morning : 0
    const during = (session === 'AFTER' ? evening : day * variance) + news
    const moved = normalOf(nth(draws, 2 * index + 1)) * Math.sqrt(during)
    drawn += normalOf(nth(draws, 2 * index)) * Math.sqrt(before)
    passed += before
    if (session === wanted) part = { drawn, passed, moved, during, news }
    drawn += moved
    passed += during
  }
  const missed = (move.to - move.from - move.jump - drawn) / move.variance
  // The jump comes after AFTER, and before everything else.
  const [jump, jumpVariance] = wanted === 'AFTER' ? [0, 0] : [move.jump, move.jumpVariance]
  const from = move.from + jump + part.drawn + missed * part.passed
  return {
    from,
    to: from + part.moved + missed * part.during,
    variance: part.during - part.news,
    report: part.news,
    passed: part.passed + jumpVariance,
  }
}

/** The same bridge over the session's minutes. */
function minutes(
  { from, to, variance, report }: SessionMove,
  draws: Stream,
  span: SessionSpan,
  market: FactorPath | undefined,
  arrays: Arrays,
): Pick<FactorPath, 'levels' | 'deviations'> {
  const { session, minutes } = span
  const levels = arrays(minutes + 1)
  const deviations = arrays(minutes)
  if (passed.length <= minutes) passed = new Float64Array(minutes + 1)
  const drawn = { deviations, moved: levels, passed }
  if (market === undefined) drawMinutes(draws, usualDeviations(span), 'market', drawn)
  else drawMinutes(draws, market.deviations, 'own', drawn)
  let scale = variance / nth(passed, minutes)
  if (report > 0) {
    for (let minute = 0; minute < minutes; minute++) {
      const usual = nth(deviations, minute) * nth(deviations, minute) * scale
      deviations[minute] = Math.sqrt(usual + report * reportShare(session, minute))
    }
    drawMoves(draws, drawn, minutes)
    scale = 1
  }
  const root = Math.sqrt(scale)
  const missed = (to - from - root * nth(levels, minutes)) / nth(passed, minutes)
  for (let minute = 0; minute < minutes; minute++) {
    levels[minute] = from + root * (levels[minute] ?? 0) + missed * (passed[minute] ?? 0)
    deviations[minute] = root * (deviations[minute] ?? 0)
  }
  levels[minutes] = to
  return { levels, deviations }
}

/** Scratch space, used within one call. */
let passed = new Float64Array(0)

/** News decays by half each minute. */
function reportShare(session: OpenSession, minute: number): number {
  const at = session === 'AFTER' || session === 'PRE' ? minute - REPORT_AT[session] : -1
  if (at < 0 || at >= REPORT_MINUTES) return 0
  const last = at === REPORT_MINUTES - 1 ? 2 : 1
  return last * 0.5 ** (at + 1)
}
