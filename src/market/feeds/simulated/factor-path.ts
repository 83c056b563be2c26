/**
 * One factor, of the market, a group or a stock, minute by minute of a session: each minute's
 * activity and its move.
 */
import type { OpenSession } from '../../../core/session'
import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'
import { tradedAfter, tradedBefore } from './business-days'
import type { DailyMove, DailyPath } from './daily-path'
import { type Arrays, exp, newArrays } from './elementary'
import { type Halt, NO_HALTS } from './halts'
import { keyedWords, PURPOSES, streamIn } from './key'
import { SESSION_SHAPE, usualDeviations } from './session-shape'
import { bits, firstNormal, normalOf, quickNormal, type Stream, substream } from './stream'

export interface FactorPath {
  /** The level at each minute's start, and at the session's end. */
  readonly levels: Float64Array
  /** The variance clock at the session's start. */
  readonly clockFrom: number
  /** The standard deviation of each minute's movement. */
  readonly deviations: Float64Array
  /** The draws of the bridges within minutes. */
  readonly seconds: Stream
  /** The part of its date's variance that the session may reveal. */
  readonly restlessness: number
  /** The halts that a fall of this factor brings to all trading: the market's alone does. */
  readonly halts: readonly Halt[]
}

/** A session's place among the parts of a model day. */
const ORDER: readonly OpenSession[] = ['AFTER', 'DAY', 'PRE', 'REGULAR']
const REPORT_MINUTES = 12
/** 16:05 and 07:00 in New York. */
const REPORT_AT = { AFTER: 5, PRE: 180 } as const

/** The business day that a session's movement belongs to: AFTER belongs to the next one. */
export const countedOn = ({ businessDay }: TradingDay, { session }: SessionSpan): number =>
  session === 'AFTER' ? tradedAfter(businessDay) : businessDay

/** A unique number of each session. */
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
 * The part of a date's variance that a session may reveal. AFTER starts a model day and must not
 * reveal the jump of its night.
 */
export const visibleVariance = (
  { evening, report, variance }: DailyMove,
  session: OpenSession,
): number =>
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
    restlessness: visibleVariance(move, span.session),
    halts: NO_HALTS,
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

/** Distributes a session's move over its minutes, with the same bridge. */
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

/**
 * The log deviations of activity, by component: the market's, which all instruments share, is
 * renewed every 4, 8 … 256 minutes. The briefest make heavy minutes, the longest make their memory.
 */
const COMPONENTS = {
  market: { briefest: 2, deviations: Float64Array.of(0.9, 0.6, 0.5, 0.3, 0, 0.6, 1.3) },
  own: { briefest: 4, deviations: Float64Array.of(0.4, 0, 0, 0, 0.6) },
}
const ACTIVITY_STREAM = 60

/** A session's minutes, not yet scaled to the session's variance. */
export interface DrawnMinutes {
  /** Each minute's standard deviation. */
  readonly deviations: Float64Array
  /** The sums of moves and of variances up to each minute's start, and to the session's end. */
  readonly moved: Float64Array
  readonly passed: Float64Array
}

/**
 * Draws each minute's activity and its move. `shape` is proportional to each minute's usual
 * standard deviation. For the market it is the shape of the session; for every other factor it is
 * the market's own deviations.
 */
function drawMinutes(
  draws: Stream,
  shape: Float64Array,
  of: keyof typeof COMPONENTS,
  { deviations, moved, passed }: DrawnMinutes,
): void {
  const { renewed, activity } = coarseActivity(draws, COMPONENTS[of], shape.length)
  const minutes = shape.length
  let move = 0
  let variance = 0
  moved[0] = 0
  passed[0] = 0
  for (let block = 0, minute = 0; minute < minutes; block++) {
    const coarse = activity[block] ?? 0
    const end = Math.min(minute + renewed, minutes)
    for (; minute < end; minute++) {
      const drawn = bits(draws, minute)
      const deviation = coarse * (BRIEF[drawn & 0xff] ?? 0) * (shape[minute] ?? 0)
      deviations[minute] = deviation
      move += deviation * firstNormal(drawn)
      variance += deviation * deviation
      moved[minute + 1] = move
      passed[minute + 1] = variance
    }
  }
}

/** Draws the same moves again, for changed deviations. */
function drawMoves(
  draws: Stream,
  { deviations, moved, passed }: DrawnMinutes,
  minutes: number,
): void {
  let move = 0
  let variance = 0
  for (let minute = 0; minute < minutes; minute++) {
    const deviation = nth(deviations, minute)
    move += deviation * firstNormal(bits(draws, minute))
    variance += deviation * deviation
    moved[minute + 1] = move
    passed[minute + 1] = variance
  }
}

/** The root of a minute's own activity: one of 256 equally likely values of mean square 1. */
const BRIEF = Float64Array.from({ length: 0x100 }, (_, value) => {
  const u = (value + 0.5) / 0x100
  return Math.sqrt(0.35 + 3.25 * u * u * u * u)
})

interface Components {
  /** The first component is renewed every 2^briefest minutes, each other half as often. */
  readonly briefest: number
  /** Each component's deviation of the log variance. */
  readonly deviations: Float64Array
}

/** The root of the activity that neighbouring minutes share, for each run of `renewed` minutes. */
function coarseActivity(draws: Stream, { briefest, deviations }: Components, minutes: number) {
  const runs = Math.ceil(minutes / (1 << briefest))
  if (roots.length < runs) roots = new Float64Array(runs)
  roots.fill(0, 0, runs)
  for (let component = 0; component < deviations.length; component++) {
    const deviation = nth(deviations, component)
    if (deviation === 0) continue
    const stream = substream(draws, ACTIVITY_STREAM + briefest + component)
    const renewed = 1 << component
    let value = 0
    for (let run = 0; run < runs; run++) {
      if (run % renewed === 0) value = deviation * quickNormal(stream, run / renewed)
      roots[run] = (roots[run] ?? 0) + value
    }
  }
  for (let run = 0; run < runs; run++) roots[run] = exp(0.5 * (roots[run] ?? 0))
  return { renewed: 1 << briefest, activity: roots }
}

/** Scratch space, used within one call. */
let roots = new Float64Array(0)
