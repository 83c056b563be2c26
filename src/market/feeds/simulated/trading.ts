/**
 * The shares that trade in a session and in each of its minutes. They follow variance alone, which
 * is drawn independently of the price's direction: volume reveals activity, not what comes next.
 */
import { nth } from '../nth'
import type { SessionSpan } from '../trading-day'
import { exp, ln } from './elementary'
import type { LogPath } from './instrument-path'
import { type Key, keyedNormal, PURPOSES } from './key'
import { SESSION_SHAPE, usualDeviations } from './session-shape'

export interface Turnover {
  /** Shares traded on an average date. */
  readonly dailyVolume: number
  /** The date's variance relative to an average date's. */
  readonly restlessness: number
  /** The draws of this instrument, and those of the whole market. */
  readonly own: Key
  readonly market: Key
}

/** Volume grows nearly as the root of variance; the rest is random, partly market-wide. */
const OF_VARIANCE = 0.45
const CHANCE = { own: 0.25, market: 0.15 } as const
/** Scales the mean to the stated volume, given the model's variance. */
const MEAN = 1.06
const HALF_DAY = 0.45
const FULL_REGULAR_MINUTES = 390

/** The session's volume; `businessDay`: the one its movement belongs to. */
export function sessionShares(
  { dailyVolume, restlessness, own, market }: Turnover,
  businessDay: number,
  { session, minutes }: SessionSpan,
): number {
  const { volume } = SESSION_SHAPE[session]
  const drawn = (key: Key): number => keyedNormal(key, PURPOSES.shares, businessDay)
  const chance = CHANCE.own * drawn(own) + CHANCE.market * drawn(market)
  const short = session === 'REGULAR' && minutes < FULL_REGULAR_MINUTES ? HALF_DAY : 1
  const centre = 0.5 * (CHANCE.own * CHANCE.own + CHANCE.market * CHANCE.market)
  const activity = exp(OF_VARIANCE * ln(restlessness) + chance - centre)
  return dailyVolume * volume * short * activity * MEAN
}

/** Each minute's proportional activity: its deviation relative to the session's shape. */
export function busyMinutes(log: LogPath, span: SessionSpan): Float64Array {
  const usual = usualDeviations(span)
  return log.deviations.map((deviation, minute) => deviation / nth(usual, minute))
}
