/**
 * An instrument's log price: weighted factors, each less half its variance, so that the price and
 * not its logarithm is the martingale, and a drift for market risk. Funds of a multiple are in
 * follower-path.
 */
import type { SessionSpan, TradingDay } from '../trading-day'
import type { Arrays } from './arrays'
import type { MinutePath } from './bridge'
import { BUSINESS_DAYS_PER_YEAR, type DailyPath } from './daily-path'
import { countedOn, type FactorPath, factorPath, shownOf, timesOf } from './factor-path'
import { addUp, fourOf } from './sum-of-sources'

/** A shared factor, with cached sessions. */
export interface SharedFactor {
  readonly path: DailyPath
  readonly session: (day: TradingDay, span: SessionSpan) => FactorPath
}

export interface Weighted<Factor> {
  /** The factor's part of the annual standard deviation of log returns. */
  readonly weight: number
  readonly factor: Factor
}

/** Log prices are in dollars. */
export interface LogPath extends MinutePath {
  readonly minutes: number
  /** The variance of the session's date relative to an average date's. */
  readonly restlessness: number
}

export interface InstrumentPath {
  /** The log price at a business day's start, which is the close before it. */
  readonly logPriceAt: (businessDay: number) => number
  readonly session: (day: TradingDay, span: SessionSpan, arrays: Arrays) => LogPath
  /** The variance of a session without building its path. */
  readonly restlessness: (day: TradingDay, span: SessionSpan) => number
}

export interface Composition {
  readonly logReference: number
  readonly annualDrift: number
  readonly market: Weighted<SharedFactor>
  readonly groups: readonly Weighted<SharedFactor>[]
  /** The draws of this instrument, or of it and its twins. */
  readonly own: readonly Weighted<DailyPath>[]
}

export function instrumentPath(composition: Composition): InstrumentPath {
  const { logReference, annualDrift, market, groups, own } = composition
  const shared = [market, ...groups]
  const daily: readonly Weighted<DailyPath>[] = [
    ...shared.map(({ weight, factor }) => ({ weight, factor: factor.path })),
    ...own,
  ]
  const drift = annualDrift / BUSINESS_DAYS_PER_YEAR

  function logPriceAt(businessDay: number): number {
    let log = logReference + drift * businessDay
    for (const { weight, factor } of daily) {
      log += weight * factor.levelAt(businessDay)
      log -= 0.5 * weight * weight * factor.clockAt(businessDay)
    }
    return log
  }

  function session(day: TradingDay, span: SessionSpan, arrays: Arrays): LogPath {
    const sources: Weighted<FactorPath>[] = shared.map(({ weight, factor }) => ({
      weight,
      factor: factor.session(day, span),
    }))
    const [ofMarket] = sources
    for (const { weight, factor } of own) {
      sources.push({ weight, factor: factorPath(factor, day, span, ofMarket?.factor, arrays) })
    }
    const { from, to } = timesOf(day, span)
    const { minutes } = span
    const start = logReference + drift * from
    const perMinute = (drift * (to - from)) / minutes
    const levels = arrays(minutes + 1)
    const deviations = arrays(minutes)
    let clockFrom = 0
    let variance = 0
    for (const { weight, factor } of sources) {
      clockFrom += weight * weight * factor.clockFrom
      variance += weight * weight * factor.restlessness
    }
    addUp(fourOf(sources, arrays), start - 0.5 * clockFrom, perMinute, { levels, deviations })
    return { minutes, levels, deviations, sources, restlessness: overAverage(variance) }
  }

  const annualVariance = daily.reduce((total, { weight }) => total + weight * weight, 0)
  const overAverage = (variance: number): number =>
    (variance * TRADING_DAYS_PER_YEAR) / annualVariance

  function restlessness(day: TradingDay, span: SessionSpan): number {
    const businessDay = countedOn(day, span)
    const variance = daily.reduce((total, { weight, factor }) => {
      return total + weight * weight * shownOf(factor.move(businessDay), span.session)
    }, 0)
    return overAverage(variance)
  }
  return { logPriceAt, session, restlessness }
}

const TRADING_DAYS_PER_YEAR = 252
