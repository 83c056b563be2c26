/**
 * What an account had used up of an instrument's liquidity at a past tick, from its fills: the
 * stored row tells only how it is now.
 */
import { footprintAfter, type Surroundings } from '../../../core/order/footprint'
import type { LiquidityUse, UseOf } from '../../../core/order/liquidity'
import { isForAuction, type Side } from '../../../core/order/order'
import type { OpenSession } from '../../../core/session'
import { atMs, type Instant, isBefore } from '../../../core/time'
import type { RankedFill } from '../../../store/tables/fills'

export interface UsedUp {
  /** Before the tick. The instants of calls ascend. */
  useAt(tick: Instant): UseOf
  /** The account's fills at the tick, in the order in which they were made; after `useAt`. */
  fillsAt(tick: Instant, following: Instant | null): readonly RankedFill[]
}

interface PastTicks {
  readonly tickOf: (filledAt: Instant) => Instant
  /** Whether the account's profile and the tick's quote leave it a footprint. */
  readonly leavesFootprint: (tick: Instant) => boolean
  readonly around: (tick: Instant, session: OpenSession, useOf: UseOf) => Surroundings
}

/** `fills`: the account's in the instrument, oldest first, from the first that can still count. */
export function usedUp(
  fills: readonly RankedFill[],
  { tickOf, leavesFootprint, around }: PastTicks,
): UsedUp {
  const uses = new Map<Side, LiquidityUse>()
  const useOf: UseOf = (side, source) => (source === 'FOOTPRINT' ? uses.get(side) : undefined)
  let counted = 0

  function count(fill: RankedFill): void {
    const tick = tickOf(fill.filledAt)
    const { session } = fill
    if (session === 'CLOSED' || isForAuction(fill.timeInForce) || !leavesFootprint(tick)) return
    uses.set(fill.side, footprintAfter(fill, fill.quantity, around(tick, session, useOf)))
  }

  return {
    useAt(tick) {
      for (; counted < fills.length; counted++) {
        const fill = fills[counted]
        if (fill === undefined || !isBefore(fill.filledAt, tick)) break
        count(fill)
      }
      return useOf
    },
    fillsAt(tick, following) {
      const at: RankedFill[] = []
      for (let index = counted; index < fills.length; index++) {
        const fill = fills[index]
        if (fill === undefined || (following !== null && !isBefore(fill.filledAt, following))) break
        if (!isForAuction(fill.timeInForce) && !isBefore(fill.filledAt, tick)) at.push(fill)
      }
      return at
    },
  }
}

/** The last tick of the grid, at the instant or before it. */
export const tickOnGrid =
  (tickMs: number) =>
  (at: Instant): Instant =>
    atMs(Math.floor(at.epochMilliseconds / tickMs) * tickMs)
