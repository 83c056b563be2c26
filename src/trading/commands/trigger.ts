/** Triggers and ends the legs of conditional orders for the market. */
import { assert } from '../../core/assert'
import { outlivesChild, parentOf } from '../../core/conditional/child'
import { endBeforeTrigger } from '../../core/conditional/group'
import { isLegOpen, type Leg, legIdOf } from '../../core/conditional/leg'
import { marked, passesMark } from '../../core/conditional/trail'
import {
  isWatched,
  priceOf,
  reaches,
  renew,
  type TriggeredLeg,
  type TriggerPrices,
  trigger,
} from '../../core/conditional/trigger'
import type { Order } from '../../core/order/order'
import { type Instant, isBefore } from '../../core/time'
import type { LegOfSymbol } from '../../ledger/conditional-orders'
import type { MarketCalendar } from '../../market/calendar'
import type { Feed } from '../../market/feed'
import type { Fence } from '../../postgres/database'
import type { Command } from '../command'
import { applyLegAndOthers, contextOf, endLeg, followLeg } from '../legs'
import type { Rows } from '../rows'

/** The prices of the legs' instrument at a tick. */
interface Tick {
  readonly at: Instant
  readonly prices: TriggerPrices
  readonly feed: Feed
  readonly fence: Fence
}

/**
 * Triggers these legs of one account and instrument, or moves their marks. Returns the legs that
 * still wait, in their present state.
 *
 * A mark is stored when it moves, without an event. So no restart and no other server has to guess
 * which prices the market has shown [conditional.mark].
 */
export function triggerCommand(
  booked: readonly LegOfSymbol[],
  { at, feed, fence, prices }: Tick,
): Command<readonly Leg[]> {
  const { accountId, symbol } = only(booked)
  return {
    accountId,
    fence,
    symbols: [symbol],
    heldSymbols: [symbol],
    groupIds: groupIdsOf(booked),
    decide(rows) {
      const instrument = rows.instrument(symbol)
      assert(instrument !== undefined, `the instrument ${symbol} of a leg exists`)
      // Another server may have suspended the instrument. This read shows that at once, and the
      // matcher's own list of instruments only later [conditional.live].
      const legs = instrument.tradable === 'SUSPENDED' ? [] : standing(rows, booked)
      for (const leg of legs) {
        const price = priceOf(prices, leg)
        if (price === undefined || !isWatched(leg, at)) continue
        if (passesMark(leg, price)) rows.setLeg(marked(leg, price, at))
        if (!reaches(leg, price)) continue
        endOthers(rows, leg, at)
        const hours = feed.calendar.marketHoursAt(at)
        const quote = feed.bidAsk(symbol, at)
        recordTriggered(
          rows,
          trigger(leg, price, { ...contextOf(rows, leg), instrument, hours, quote, at }),
          at,
        )
      }
      return standing(rows, booked).filter(({ status }) => status === 'ARMED')
    },
  }
}

/**
 * Ends these legs of an account, each at the instant when its time was over. Returns their number.
 */
export function expireLegsCommand(
  booked: readonly LegOfSymbol[],
  at: Instant,
  fence: Fence,
): Command<number> {
  const { accountId } = only(booked)
  return {
    accountId,
    fence,
    heldSymbols: [...new Set(booked.map(({ symbol }) => symbol))],
    groupIds: groupIdsOf(booked),
    decide(rows) {
      let ended = 0
      for (const leg of standing(rows, booked)) {
        if (leg.status !== 'ARMED' || isBefore(at, leg.validUntil)) continue
        applyLegAndOthers(rows, leg, { type: 'Expired' }, leg.validUntil)
        ended++
      }
      return ended
    },
  }
}

/**
 * Places the next child of the GTC leg whose child has just expired, in the same commit
 * [conditional.gtc]. Does nothing for any other order.
 */
export function renewChild(rows: Rows, expired: Order, calendar: MarketCalendar): void {
  const parent = parentOf(expired)
  if (parent === null || expired.status !== 'EXPIRED') return
  const leg = rows
    .group(expired.accountId, parent.groupId)
    .find((each) => legIdOf(each) === legIdOf(parent))
  const at = expired.updatedAt
  if (leg?.orderId !== expired.orderId || !isLegOpen(leg.status) || !outlivesChild(leg, at)) return
  const hours = calendar.marketHoursAt(at)
  recordTriggered(rows, renew(leg, { ...contextOf(rows, leg), hours, quote: undefined, at }), at)
}

/** Ends the other legs of an exit that is triggered: the exits share one hold. */
function endOthers(rows: Rows, triggered: Leg, at: Instant): void {
  for (const other of rows.group(triggered.accountId, triggered.groupId)) {
    const next = endBeforeTrigger(other, triggered)
    if (next !== null) endLeg(rows, other, next, at)
  }
}

/** Records the leg, and the child that it has placed. A leg that places none has ended. */
export function recordTriggered(
  rows: Rows,
  { leg, child, ended }: TriggeredLeg,
  at: Instant,
): void {
  rows.recordLeg(leg)
  if (child !== null) rows.recordChild(child)
  if (ended !== null) followLeg(rows, leg.leg, ended, { at, quote: undefined })
}

/** The present state of the legs, which were found without a lock. */
const standing = (rows: Rows, booked: readonly LegOfSymbol[]): readonly Leg[] =>
  booked.flatMap((known) =>
    rows
      .group(known.accountId, known.groupId)
      .filter((leg) => leg.leg === known.leg && isLegOpen(leg.status)),
  )

const groupIdsOf = (booked: readonly LegOfSymbol[]): string[] => [
  ...new Set(booked.map(({ groupId }) => groupId)),
]

function only([first]: readonly LegOfSymbol[]): LegOfSymbol {
  assert(first !== undefined, 'a command has a leg at least')
  return first
}
