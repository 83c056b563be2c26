/** How many shares change hands: on a date at its present price, in a session, in each minute. */
import { wireNumber } from '../../../core/money'
import type { ListedInstrument } from '../../instruments/listed'
import { nth } from '../nth'
import type { SessionSpan } from '../trading-day'
import { tradedBefore } from './business-days'
import { exp, ln } from './elementary'
import type { LogPath } from './instrument-path'
import { type Key, keyedNormal, PURPOSES } from './key'
import { type Liquidity, liquidityOf, tradesOf } from './liquidity'
import { SESSION_SHAPE, usualDeviations } from './session-shape'

/** The shares of an average date at a present price, and the liquidity that they make. */
export interface PresentTurnover {
  readonly businessDay: number
  /** The last close, in dollars. */
  readonly close: number
  readonly dailyVolume: number
  readonly liquidity: Liquidity
}

/**
 * Turnover at the last close before a model day. When a price has doubled, fewer shares change
 * hands, and more dollars: both by the root. The number of trades follows the dollars, so that a
 * fallen price has a wider spread and larger lots. At the reference price all are as stated.
 */
export function presentTurnover(
  { annualVolatility, dailyVolume: stated, referencePrice }: ListedInstrument,
  logPriceAt: (businessDay: number) => number,
): (businessDay: number) => PresentTurnover {
  const reference = ln(wireNumber(referencePrice))
  let latest: PresentTurnover | undefined
  return (businessDay) => {
    if (latest?.businessDay === businessDay) return latest
    const level = logPriceAt(tradedBefore(businessDay) + 1)
    const close = exp(level)
    const dailyVolume = Math.max(1, stated * exp(0.5 * (reference - level)))
    const trades = tradesOf(Math.max(1, stated * exp(0.5 * (level - reference))))
    const liquidity = liquidityOf(close, dailyVolume, annualVolatility, trades)
    latest = { businessDay, close, dailyVolume, liquidity }
    return latest
  }
}

/**
 * Determines the shares of a session and of its minutes. They depend on variance, which is drawn
 * independently of the price's direction: volume reveals activity, not the next move.
 */
export interface Turnover {
  /** Shares traded on an average date. */
  readonly dailyVolume: number
  /** The date's variance relative to an average date's. */
  readonly restlessness: number
  /** The keys of this instrument and of the whole market. */
  readonly own: Key
  readonly market: Key
}

/** Volume grows nearly with the root of variance; the rest is random, partly market-wide. */
const OF_VARIANCE = 0.45
const CHANCE = { own: 0.25, market: 0.15 } as const
/** Scales the mean to the stated volume, given the model's variance. */
const MEAN = 1.06
const HALF_DAY = 0.45
const FULL_REGULAR_MINUTES = 390

/** The session's volume; its movement belongs to `businessDay`. */
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
