/** Each weekday's variance relative to a full trading date's: the clock of every path. */
import { dayStatus } from '../../calendar'
import { memoize } from '../../memoize'
import { nth } from '../nth'
import { dateOf, epochDayOfBusinessDay } from '../trading-day'

const CHUNK = 1_024
const CHUNKS_KEPT = 32

/** After a weekday holiday variance is 1.1 to 1.2 times the usual (French, Roll 1986). */
const SHARE = { OPEN: 1, HALF_DAY: 0.6, CLOSED: 0.15 } as const

/** The chunk of the last query. */
let latest = { first: Number.NaN, busyness: new Float64Array(0) }

/** 1 on a full trading date, less on a half day, little on a holiday. */
export function busyness(businessDay: number): number {
  const day = businessDay - latest.first
  if (day >= 0 && day < CHUNK) return nth(latest.busyness, day)
  const chunk = Math.floor(businessDay / CHUNK)
  latest = { first: chunk * CHUNK, busyness: busynessOf(chunk) }
  return nth(latest.busyness, businessDay - latest.first)
}

export const isTraded = (businessDay: number): boolean => busyness(businessDay) > SHARE.CLOSED

export function tradedBefore(businessDay: number): number {
  let before = businessDay - 1
  while (!isTraded(before)) before--
  return before
}

export function tradedAfter(businessDay: number): number {
  let after = businessDay + 1
  while (!isTraded(after)) after++
  return after
}

const busynessOf = memoize(
  CHUNKS_KEPT,
  (chunk: number) => chunk,
  (chunk) =>
    Float64Array.from({ length: CHUNK }, (_, index) => {
      const date = dateOf(epochDayOfBusinessDay(chunk * CHUNK + index))
      return SHARE[dayStatus(date).status]
    }),
)
