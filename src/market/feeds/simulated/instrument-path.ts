/**
 * An instrument's log price: a sum of weighted factors, each less half its variance, and a drift
 * for market risk. So the price, not its logarithm, is the martingale. Funds of a multiple are in
 * follower-path.
 */

import { assert } from '../../../core/assert'
import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'
import type { MinutePath } from './bridge'
import { BLOCK_DAYS } from './daily-blocks'
import { BUSINESS_DAYS_PER_YEAR, type DailyPath } from './daily-path'
import type { Arrays } from './elementary'
import { countedOn, type FactorPath, factorPath, timesOf, visibleVariance } from './factor-path'
import { NO_HALTS } from './halts'

/** A shared factor. Its sessions are cached, except in reused arrays. */
export interface SharedFactor {
  readonly path: DailyPath
  readonly session: (day: TradingDay, span: SessionSpan, arrays: Arrays) => FactorPath
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
  /** The log prices at the starts of a block's days and at its end. */
  readonly logPricesOf: (block: number) => Float64Array
  readonly session: (day: TradingDay, span: SessionSpan, arrays: Arrays) => LogPath
  /** The variance of a session without building its path. */
  readonly restlessness: (day: TradingDay, span: SessionSpan) => number
}

export interface Composition {
  readonly logReference: number
  readonly annualDrift: number
  readonly market: Weighted<SharedFactor>
  readonly groups: readonly Weighted<SharedFactor>[]
  /**
   * The paths that only this instrument has, or that it shares with its twins, such as funds of one
   * index.
   */
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

  function logPricesOf(block: number): Float64Array {
    const first = block * BLOCK_DAYS
    const logs = new Float64Array(BLOCK_DAYS + 1).map((_, day) => {
      return logReference + drift * (first + day)
    })
    for (const { weight, factor } of daily) factor.addBlock(block, weight, logs)
    return logs
  }

  function session(day: TradingDay, span: SessionSpan, arrays: Arrays): LogPath {
    const sources: Weighted<FactorPath>[] = shared.map(({ weight, factor }) => ({
      weight,
      factor: factor.session(day, span, arrays),
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
    const restlessness = overAverage(variance)
    const halts = ofMarket?.factor.halts ?? NO_HALTS
    return { minutes, levels, deviations, sources, halts, restlessness }
  }

  const annualVariance = daily.reduce((total, { weight }) => total + weight * weight, 0)
  const overAverage = (variance: number): number =>
    (variance * TRADING_DAYS_PER_YEAR) / annualVariance

  function restlessness(day: TradingDay, span: SessionSpan): number {
    const businessDay = countedOn(day, span)
    const variance = daily.reduce((total, { weight, factor }) => {
      return total + weight * weight * visibleVariance(factor.move(businessDay), span.session)
    }, 0)
    return overAverage(variance)
  }
  return { logPriceAt, logPricesOf, session, restlessness }
}

const TRADING_DAYS_PER_YEAR = 252

/** A path by minute: the levels at each start and at the end, and each standard deviation. */
interface Minutes {
  readonly levels: Float64Array
  readonly deviations: Float64Array
}

interface Summand extends Minutes {
  readonly weight: number
}

type Four = readonly [Summand, Summand, Summand, Summand]

/**
 * Writes the sum of four paths. Its levels also have `start`, `perMinute` for each minute, and
 * minus half of the variance so far. One loop over four paths takes a third of the time of four
 * loops.
 */
function addUp(
  [one, two, three, four]: Four,
  start: number,
  perMinute: number,
  { levels, deviations }: Minutes,
): void {
  const { weight: wOne, levels: atOne, deviations: devOne } = one
  const { weight: wTwo, levels: atTwo, deviations: devTwo } = two
  const { weight: wThree, levels: atThree, deviations: devThree } = three
  const { weight: wFour, levels: atFour, deviations: devFour } = four
  const minutes = deviations.length
  let base = start
  for (let minute = 0; minute < minutes; minute++) {
    const sOne = wOne * (devOne[minute] ?? 0)
    const sTwo = wTwo * (devTwo[minute] ?? 0)
    const sThree = wThree * (devThree[minute] ?? 0)
    const sFour = wFour * (devFour[minute] ?? 0)
    const variance = sOne * sOne + sTwo * sTwo + (sThree * sThree + sFour * sFour)
    const left = wOne * (atOne[minute] ?? 0) + wTwo * (atTwo[minute] ?? 0)
    const right = wThree * (atThree[minute] ?? 0) + wFour * (atFour[minute] ?? 0)
    levels[minute] = base + (left + right)
    deviations[minute] = Math.sqrt(variance)
    base += perMinute - 0.5 * variance
  }
  const left = wOne * nth(atOne, minutes) + wTwo * nth(atTwo, minutes)
  const right = wThree * nth(atThree, minutes) + wFour * nth(atFour, minutes)
  levels[minutes] = base + (left + right)
}

/** Four summands with the same sum: zeros fill up, and the last one joins all further ones. */
function fourOf(
  sources: readonly { readonly weight: number; readonly factor: Minutes }[],
  arrays: Arrays,
): Four {
  const [one, two, three, ...others] = sources.map(
    ({ weight, factor: { levels, deviations } }): Summand => ({ weight, levels, deviations }),
  )
  assert(one !== undefined, 'an instrument moves with the market')
  const nothing = { ...one, weight: 0 }
  const [last = nothing] = others
  const joined = others.length > 1 ? joinSummands(others, arrays) : last
  return [one, two ?? nothing, three ?? nothing, joined]
}

/** A fund may have thirty summands: they are added up in place. */
function joinSummands(summands: readonly Summand[], arrays: Arrays): Summand {
  const minutes = summands[0]?.deviations.length ?? 0
  const levels = arrays(minutes + 1).fill(0)
  const deviations = arrays(minutes).fill(0)
  for (const { weight, levels: at, deviations: moved } of summands) {
    for (let minute = 0; minute < minutes; minute++) {
      const part = weight * (moved[minute] ?? 0)
      deviations[minute] = (deviations[minute] ?? 0) + part * part
      levels[minute] = (levels[minute] ?? 0) + weight * (at[minute] ?? 0)
    }
    levels[minutes] = nth(levels, minutes) + weight * nth(at, minutes)
  }
  for (let minute = 0; minute < minutes; minute++) {
    deviations[minute] = Math.sqrt(deviations[minute] ?? 0)
  }
  return { weight: 1, levels, deviations }
}
