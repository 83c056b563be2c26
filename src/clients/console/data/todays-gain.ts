/** Today's gain of an account, from its closes and the market's clock. */
import { less, percentOf } from '../ui/decimal'
import { isoDate, NEW_YORK_ZONE } from '../ui/when'
import { msOf } from './time'

/** The worth of an account at a close of REGULAR, USD; the last point is now. */
interface WorthPoint {
  readonly time: string
  readonly totalAssetAmount: string
  readonly capitalAmount: string
  readonly resetAt?: string
}

interface MarketDay {
  readonly session: string
  readonly tradingDate: string | null
  readonly nextOpening: { readonly session: string } | null
}

export interface Gain {
  /** USD. */
  readonly amount: string
  /** Percent of what the account had before, to two places; null if it had nothing. */
  readonly percent: string | null
}

/** `total` is the worth now, USD. Null while there is no point. Pure [console.today]. */
export function todaysGain(
  total: string,
  points: readonly WorthPoint[],
  day: MarketDay,
): Gain | null {
  const now = points.at(-1)
  if (now === undefined) return null
  const closes = points.slice(0, -1)
  const date = dateOfToday(day) ?? dateOfClose(closes.at(-1))
  const before = closes.findLast((close) => date !== null && (dateOfClose(close) ?? '') < date)
  const isOlder = before === undefined || isReset(now, before)
  const profitBefore = isOlder ? '0' : less(before.totalAssetAmount, before.capitalAmount)
  const amount = less(less(total, now.capitalAmount), profitBefore)
  return { amount, percent: percentOf(amount, less(total, amount)) }
}

/** Null while CLOSED before DAY, which is the first session of the next trading date. */
const dateOfToday = ({ session, tradingDate, nextOpening }: MarketDay): string | null =>
  session === 'CLOSED' && nextOpening?.session !== 'PRE' ? null : tradingDate

const dateOfClose = (close: WorthPoint | undefined): string | null =>
  close === undefined ? null : isoDate(msOf(close.time), NEW_YORK_ZONE)

/** Profit begins at 0 with a reset. */
const isReset = ({ resetAt }: WorthPoint, close: WorthPoint): boolean =>
  resetAt !== undefined && msOf(resetAt) > msOf(close.time)
