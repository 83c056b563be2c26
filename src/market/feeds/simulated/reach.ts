/** How far a listing's bids and asks reach in a part of a session. */
import { MINUTE_MS } from '../../../core/time'
import type { Reach } from '../../feed'
import { memoize } from '../../memoize'
import { priceOf } from '../pips'
import type { Moment } from '../trading-day'
import { extremesOf } from './extremes'
import type { Listing } from './listing'

/** Parts of some days of a few hundred instruments. */
const PARTS_KEPT = 4_096
const SECONDS = 60

interface Part {
  readonly symbol: string
  readonly listing: Listing
  readonly moment: Moment
  /** The session's minutes, `from` (inclusive) to `to` (exclusive). */
  readonly from: number
  readonly to: number
}

/** Prices of parts that have been asked for are kept. */
export function reachOfParts() {
  const reachOf = memoize(
    PARTS_KEPT,
    ({ symbol, moment, from, to }: Part) => `${symbol} ${moment.span.opensMs} ${from} ${to}`,
    ({ listing, moment: { day, span }, from, to }): Reach => {
      const { high, low } = extremesOf(listing.path(day, span), from, to)
      return {
        lowest: priceOf(low),
        highest: priceOf(high),
        untilMs: span.opensMs + to * MINUTE_MS,
      }
    },
  )
  return (symbol: string, listing: Listing, moment: Moment, minutes: number): Reach => {
    const length = Math.min(minutes, moment.span.minutes)
    const from = Math.floor(moment.second / SECONDS / length) * length
    const to = Math.min(from + length, moment.span.minutes)
    return reachOf({ symbol, listing, moment, from, to })
  }
}
