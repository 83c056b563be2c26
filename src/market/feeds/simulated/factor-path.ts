/** One factor from minute to minute of a session: the market's, a group's, or a stock's own. */
import type { OpenSession } from '../../../core/session'
import type { SessionSpan, TradingDay } from '../trading-day'
import { tradedAfter, tradedBefore } from './business-days'
import type { DailyMove, DailyPath } from './daily-path'
import { exp } from './elementary'
import { SESSION_SHAPE, varianceOfMinutes } from './session-shape'
import { bits, firstNormal, normal, quickNormal, type Stream, substream } from './stream'
import { sum } from './volatility'

export interface FactorPath {
  /** Where each minute starts, and after the last one where the session ends. */
  readonly levels: Float64Array
  /** The variance clock when the session starts. */
  readonly clockFrom: number
  /** Standard deviations of each minute's movement. */
  readonly deviations: Float64Array
  /** What the bridges within the minutes are drawn from. */
  readonly seconds: Stream
}

export interface FactorSession extends FactorPath {
  /** How busy each minute is; of the market's sessions alone. */
  readonly activity: Float64Array
}

/** Which of a model day's parts a session is: what comes before it, in order. */
const ORDER: readonly OpenSession[] = ['AFTER', 'DAY', 'PRE', 'REGULAR']
const STREAMS = { days: 2, ends: 7, seconds: 8 } as const
const REPORT_MINUTES = 12
/** 16:05 and 07:00 in New York. */
const REPORT_AT = { AFTER: 5, PRE: 180 } as const

/** The business day with whose close a session's movement is counted: AFTER is the next one's. */
export const countedOn = ({ businessDay }: TradingDay, { session }: SessionSpan): number =>
  session === 'AFTER' ? tradedAfter(businessDay) : businessDay

/** When a session begins and ends, in business days since the anchor: what drift is paid for. */
export function timesOf(day: TradingDay, span: SessionSpan) {
  const businessDay = countedOn(day, span)
  const start = tradedBefore(businessDay) + 1
  const length = businessDay + 1 - start
  const { from, to } = passedBy(span.session)
  return { from: start + length * from, to: start + length * to }
}

const DAY_PART = 1 - SESSION_SHAPE.AFTER.variance
const shareOf = (session: OpenSession) => {
  const { gapVariance, variance } = SESSION_SHAPE[session]
  return session === 'AFTER'
    ? { gap: 0, during: variance }
    : { gap: DAY_PART * gapVariance, during: DAY_PART * variance }
}

/** Of a model day's variance on average, when a session of it begins and ends. */
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

export function factorPath(
  path: DailyPath,
  day: TradingDay,
  span: SessionSpan,
  market: FactorSession | undefined,
): FactorSession {
  const businessDay = countedOn(day, span)
  const move = path.move(businessDay)
  const draws = substream(substream(path.stream, STREAMS.days), businessDay)
  const part = partOf(move, substream(draws, STREAMS.ends), span.session)
  const clockFrom = path.clockAt(tradedBefore(businessDay) + 1) + part.passed
  const minutely = substream(draws, span.index)
  return {
    ...minutes(part, minutely, span, market?.activity),
    clockFrom,
    seconds: substream(draws, STREAMS.seconds + span.index),
  }
}

interface SessionMove {
  readonly from: number
  readonly to: number
  readonly variance: number
  readonly report: number
  /** Variance of the model day before the session begins. */
  readonly passed: number
}

/**
 * From close to close: AFTER, gap, DAY, gap, PRE … Each part is drawn, and what they miss the day's
 * move by is shared out by variance (a Brownian bridge).
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
  const missed =
    (move.to - move.from - jump - sum(parts.map(({ gap, moved }) => gap + moved))) / move.variance
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

/** Of the market's activity, those that last 4, 8 … 128 minutes: every instrument shares them. */
const MARKET_COMPONENTS = { powers: [2, 3, 4, 5, 6, 7], deviation: 0.32 }
const OWN_COMPONENTS = { powers: [4, 6], deviation: 0.35 }
const ACTIVITY_STREAM = 60

/** The same bridge again, over the session's minutes. */
function minutes(
  { from, to, variance, report }: SessionMove,
  draws: Stream,
  span: SessionSpan,
  ofMarket: Float64Array | undefined,
): Pick<FactorSession, 'levels' | 'deviations' | 'activity'> {
  const { session, minutes } = span
  const shape = varianceOfMinutes(span)
  const levels = new Float64Array(minutes + 1)
  const deviations = new Float64Array(minutes)
  // Only the market's is asked for.
  const activity = ofMarket === undefined ? new Float64Array(minutes) : NONE
  const components = componentsOf(
    draws,
    ofMarket === undefined ? MARKET_COMPONENTS : OWN_COMPONENTS,
  )
  const renewed = 2 ** (components[0]?.power ?? 0)
  let coarse = 1
  let weights = 0
  for (let minute = 0; minute < minutes; minute++) {
    if (minute % renewed === 0) coarse = coarseActivity(components, minute)
    const drawn = bits(draws, minute)
    const u = ((drawn & 0xff) + 0.5) / 0x100
    levels[minute + 1] = firstNormal(drawn)
    let busy = coarse * (0.25 + 2.25 * u * u)
    if (ofMarket === undefined) activity[minute] = busy
    else busy *= ofMarket[minute] ?? 0
    const weight = (shape[minute] ?? 0) * busy
    deviations[minute] = weight
    weights += weight
  }
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

interface Component {
  readonly power: number
  readonly deviation: number
  readonly draws: Stream
}

const componentsOf = (
  draws: Stream,
  { powers, deviation }: { readonly powers: readonly number[]; readonly deviation: number },
): readonly Component[] =>
  powers.map((power) => ({ power, deviation, draws: substream(draws, ACTIVITY_STREAM + power) }))

function coarseActivity(components: readonly Component[], minute: number): number {
  let log = 0
  for (const { power, deviation, draws } of components) {
    log += deviation * quickNormal(draws, minute >> power)
  }
  return exp(log)
}

/** Of the news, half in its first minute, half of the rest in the next … */
function reportShare(session: OpenSession, minute: number): number {
  const at = session === 'AFTER' || session === 'PRE' ? minute - REPORT_AT[session] : -1
  if (at < 0 || at >= REPORT_MINUTES) return 0
  const last = at === REPORT_MINUTES - 1 ? 2 : 1
  return last * 0.5 ** (at + 1)
}
