/** An instrument's session: β times the market's path plus its own, and the shares that trade. */

import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'
import type { DailyPath } from './daily-path'
import { type FactorPath, factorPath } from './factor-path'
import { SESSION_SHAPE } from './session-shape'
import { type Stream, substream, uniform } from './stream'

/** What the simulation needs to know of an instrument. */
export interface Tradeable {
  readonly referencePrice: number
  readonly dailyVolume: number
  readonly beta: number
  /** All of its movement that is not the market's; it may be another's as well (leaders.ts). */
  readonly own: DailyPath
  /** −1: it moves against that path. */
  readonly side: 1 | -1
  /** What is drawn for this instrument alone: its shares, its trades, its book. */
  readonly stream: Stream
}

export interface SessionPath {
  readonly referencePrice: number
  /** Log price over the reference: at each minute's first trade, and at the last one's last. */
  readonly levels: Float64Array
  readonly variances: Float64Array
  /** Shares since the session opened, before each minute and at the end; each minute has some. */
  readonly volumes: Float64Array
  /** What is drawn for the trades within the minutes, and for each second's bid and ask. */
  readonly trades: Stream
  readonly book: Stream
}

export function sessionPath(
  tradeable: Tradeable,
  market: FactorPath,
  day: TradingDay,
  span: SessionSpan,
): SessionPath {
  const { beta, side, stream, referencePrice } = tradeable
  const own = factorPath(tradeable.own, day, span)
  const draws = substream(substream(substream(stream, 3), day.businessDay), span.index)
  return {
    referencePrice,
    levels: combined(own.levels, side, market.levels, beta),
    variances: combined(own.variances, 1, market.variances, beta * beta),
    volumes: cumulativeVolumes(own, span, sessionVolume(tradeable, day, span)),
    trades: substream(draws, 0),
    book: substream(draws, 1),
  }
}

function combined(
  own: Float64Array,
  ownWeight: number,
  market: Float64Array,
  marketWeight: number,
): Float64Array {
  const sum = new Float64Array(own.length)
  for (let minute = 0; minute < own.length; minute++) {
    sum[minute] = ownWeight * nth(own, minute) + marketWeight * nth(market, minute)
  }
  return sum
}

/**
 * Shares of the whole session: more on a day on which the price moves more, and at least 1 a
 * minute.
 */
export function sessionVolume(
  { dailyVolume, own, stream }: Tradeable,
  day: TradingDay,
  { session, minutes }: SessionSpan,
): number {
  const restlessness = Math.sqrt(own.move(day.businessDay).variance / own.variance)
  const draws = substream(substream(stream, 4), day.businessDay)
  const chance = 0.7 + 0.6 * uniform(draws, 0)
  const shares = dailyVolume * SESSION_SHAPE[session].volume * restlessness * chance
  return minutes + Math.round(shares)
}

function cumulativeVolumes(
  { activity }: FactorPath,
  { session, minutes }: SessionSpan,
  total: number,
): Float64Array {
  const { volumeAt } = SESSION_SHAPE[session]
  const volumes = new Float64Array(minutes + 1)
  for (let minute = 0; minute < minutes; minute++) {
    const weight = volumeAt((minute + 0.5) / minutes) * nth(activity, minute)
    volumes[minute + 1] = nth(volumes, minute) + weight
  }
  const weights = nth(volumes, minutes)
  for (let minute = 1; minute < minutes; minute++) {
    const part = nth(volumes, minute) / weights
    volumes[minute] = minute + Math.floor((total - minutes) * part)
  }
  volumes[minutes] = total
  return volumes
}
