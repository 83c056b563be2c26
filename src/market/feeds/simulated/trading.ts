/**
 * How many shares of an instrument trade in a session, and in which of its minutes. Both follow
 * variance alone, which is drawn independently of where prices go: shares tell how restless a time
 * is, and nothing of what comes next.
 */
import { nth } from '../nth'
import type { SessionSpan } from '../trading-day'
import { exp, ln } from './elementary'
import type { LogPath } from './instrument-path'
import { SESSION_SHAPE, varianceOfMinutes } from './session-shape'
import { normal, type Stream } from './stream'

export interface Turnover {
  /** Shares of an average trading date. */
  readonly dailyVolume: number
  /** The variance of the date over that of an average one. */
  readonly restlessness: number
  /** Draws of this instrument, and those that the whole market has. */
  readonly own: Stream
  readonly market: Stream
}

/** Shares grow nearly as the root of variance; the rest is chance, some of it everybody's. */
const OF_VARIANCE = 0.45
const CHANCE = { own: 0.25, market: 0.15 } as const
/** Makes the mean one of the stated volume, for the variance that the model has. */
const MEAN = 1.06
const HALF_DAY = 0.45
const FULL_REGULAR_MINUTES = 390

/** Of the session; `businessDay`: on which its movement is counted. */
export function sessionShares(
  { dailyVolume, restlessness, own, market }: Turnover,
  businessDay: number,
  { session, minutes }: SessionSpan,
): number {
  const { volume } = SESSION_SHAPE[session]
  const chance = CHANCE.own * normal(own, businessDay) + CHANCE.market * normal(market, businessDay)
  const short = session === 'REGULAR' && minutes < FULL_REGULAR_MINUTES ? HALF_DAY : 1
  const centre = 0.5 * (CHANCE.own * CHANCE.own + CHANCE.market * CHANCE.market)
  const activity = exp(OF_VARIANCE * ln(restlessness) + chance - centre)
  return dailyVolume * volume * short * activity * MEAN
}

/** How busy each minute is, proportionally: a root of its variance against the session's shape. */
export function busyMinutes(log: LogPath, span: SessionSpan): Float64Array {
  const { minutes } = span
  const shape = varianceOfMinutes(span)
  const busy = new Float64Array(minutes)
  for (const { weight, factor } of log.sources) {
    const square = weight * weight
    for (let minute = 0; minute < minutes; minute++) {
      const deviation = nth(factor.deviations, minute)
      busy[minute] = nth(busy, minute) + square * deviation * deviation
    }
  }
  for (let minute = 0; minute < minutes; minute++) {
    busy[minute] = Math.sqrt(nth(busy, minute) / nth(shape, minute))
  }
  return busy
}
