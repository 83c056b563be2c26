/** An account after a tick, in one instrument: on which sides it waits, and what it has taken. */

import { NO_QUANTITY } from '../../core/money'
import type { FillProfile } from '../../core/order/fill-profile'
import { LIQUIDITY_SOURCES, type UseOf } from '../../core/order/liquidity'
import { type Order, SIDES, type Side } from '../../core/order/order'

export interface WaitingAccount {
  readonly symbol: string
  readonly fillProfile: FillProfile
  /** Those of the orders that the tick reached and that are open after it. */
  readonly sides: ReadonlySet<Side>
  /** `strict`: a place in a queue moves at each tick. */
  readonly isQueued: boolean
  readonly useOf: UseOf
}

export function waitingAccount(
  symbol: string,
  fillProfile: FillProfile,
  open: readonly Order[],
  useOf: UseOf,
): WaitingAccount {
  // A copy: the batch that `useOf` looks into is not to be kept.
  const uses = SIDES.flatMap((side) =>
    LIQUIDITY_SOURCES.flatMap((source) => useOf(side, source) ?? []),
  )
  return {
    symbol,
    fillProfile,
    sides: new Set(open.map(({ side }) => side)),
    isQueued: open.some(({ queueAhead }) => queueAhead.gt(NO_QUANTITY)),
    useOf: (side, source) => uses.find((use) => use.side === side && use.source === source),
  }
}
