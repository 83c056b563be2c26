/**
 * A trailing stop. Its mark is the best price that the market has shown since the leg was armed:
 * the highest for a SELL, the lowest for a BUY. Its stop follows the mark at a distance
 * [conditional.trail].
 */

import { askOnTick, bidOnTick } from '../instrument'
import { type Price, partOf, shiftedBy } from '../money'
import type { Instant } from '../time'
import type { Leg, LegTerms } from './leg'

type Trail = Pick<LegTerms, 'side' | 'stopPrice' | 'trailAmount' | 'trailPercent'>

/**
 * A price at a distance behind another. It is rounded to the tick that is further from the market,
 * so that the market has to go the whole distance.
 */
const behind = (side: LegTerms['side'], from: Price, distance: Price): Price =>
  side === 'SELL'
    ? bidOnTick(shiftedBy(from, distance, false))
    : askOnTick(shiftedBy(from, distance, true))

/** The leg's own stop, or the stop of a trail at its mark; undefined for a trail without a mark. */
export function stopAt(
  { side, stopPrice, trailAmount, trailPercent }: Trail,
  mark: Price | undefined,
): Price | undefined {
  const distance =
    trailAmount ?? (trailPercent === null || mark === undefined ? null : partOf(mark, trailPercent))
  if (distance === null) return stopPrice ?? undefined
  return mark === undefined ? undefined : behind(side, mark, distance)
}

/** The limit of the child if the leg is triggered at its present stop; null for a MARKET order. */
export const limitOf = ({
  limitOffset,
  limitPrice,
  side,
  stopPrice,
}: Pick<Leg, 'limitOffset' | 'limitPrice' | 'side' | 'stopPrice'>): Price | null =>
  limitOffset === null || stopPrice === null ? limitPrice : behind(side, stopPrice, limitOffset)

/** Whether the price is the best since the leg was armed. */
export const passesMark = ({ mark, side }: Pick<Leg, 'mark' | 'side'>, price: Price): boolean =>
  mark !== null && (side === 'SELL' ? price.gt(mark) : price.lt(mark))

/** Moves the leg's mark and stop at a tick. The leg's holds stay. */
export function marked(leg: Leg, price: Price, at: Instant): Leg {
  const stopPrice = stopAt({ ...leg, stopPrice: null }, price) ?? leg.stopPrice
  return { ...leg, mark: price, stopPrice, watchedAfter: at }
}
