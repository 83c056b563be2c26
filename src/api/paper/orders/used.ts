/**
 * What an account had used up of an instrument's liquidity at a past tick, from its fills: the
 * stored row tells only how it is now.
 */
import { add } from '../../../core/money'
import type { FillProfile } from '../../../core/order/fill-profile'
import { type LiquidityUse, renewedAt, type UseOf } from '../../../core/order/liquidity'
import { isForAuction, type Side } from '../../../core/order/order'
import { countedSince } from '../../../core/order/strict'
import type { BidAsk } from '../../../core/quote'
import { atMs, type Instant, isBefore } from '../../../core/time'
import type { RankedFill } from '../../../store/tables/fills'

export interface UsedUp {
  /** Before the tick. The instants of calls ascend. */
  useAt(tick: Instant): UseOf
  /** The account's fills at the tick, in the order in which they were made; after `useAt`. */
  fillsAt(tick: Instant, following: Instant | null): readonly RankedFill[]
}

/**
 * `fills`: the account's in the instrument, oldest first, from the first that can still count.
 * `quoteAt`: the quote that a tick was matched against.
 */
export function usedUp(
  profile: FillProfile,
  fills: readonly RankedFill[],
  quoteAt: (tick: Instant) => BidAsk | undefined,
  tickOf: (filledAt: Instant) => Instant,
): UsedUp {
  const uses = new Map<Side, LiquidityUse>()
  let counted = 0

  function count({ timeInForce, filledAt, accountId, symbol, side, quantity }: RankedFill): void {
    const tick = tickOf(filledAt)
    const counts = !isForAuction(timeInForce)
    const quote = !counts || profile === 'ideal@1' ? undefined : quoteAt(tick)
    if (quote === undefined || (profile === 'strict@1' && quote.pinned)) return
    const isStrict = profile === 'strict@1'
    const asOf = isStrict ? countedSince(tick) : renewedAt(quote, side)
    const before = uses.get(side)
    const same = before?.asOf.equals(asOf) ? before.quantity : undefined
    uses.set(side, {
      ...{ accountId, symbol, side, asOf },
      source: isStrict ? 'TRADED' : 'SHOWN',
      quantity: same === undefined ? quantity : add(same, quantity),
    })
  }

  return {
    useAt(tick) {
      for (; counted < fills.length; counted++) {
        const fill = fills[counted]
        if (fill === undefined || !isBefore(fill.filledAt, tick)) break
        count(fill)
      }
      return (side, source) => {
        const use = uses.get(side)
        return use?.source === source ? use : undefined
      }
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
