/**
 * Amends an order: another order replaces it in the same commit [amend.replace]. Amends a
 * conditional order [conditional.amend].
 */

import {
  type AmendConditionalRefusal,
  amendConditional,
  type ConditionalAmendment,
} from '../../core/conditional/amend'
import type { Leg } from '../../core/conditional/leg'
import { type Amendment, type AmendRefusal, amend, replacementOf } from '../../core/order/amend'
import type { Order } from '../../core/order/order'
import { isRefused, type Refused, refused } from '../../core/refusals'
import { type Feed, withFeedSuspension } from '../../market/feed'
import type { Command } from '../command'
import { openChild, recordWorking } from '../legs'
import { endedIfOver } from './cancel'
import { legPrices } from './conditional'
import { forceCancel } from './forced'
import { placeFacts, recordAccepted } from './place'

export interface Replaced {
  /** The order that replaces the amended one. */
  readonly order: Order
  /** The amended order, which has ended. */
  readonly replaced: Order
  /** True if it was amended before, by the same clientOrderId [amend.replay]. */
  readonly replayed: boolean
}

type AmendOutcome = Replaced | Refused<AmendRefusal>

export const amendCommand = (
  accountId: string,
  { orderId, symbol }: Pick<Order, 'orderId' | 'symbol'>,
  amendment: Amendment,
  feed: Feed,
  clientId = '',
): Command<AmendOutcome> => ({
  accountId,
  meetsOutcomes: true,
  symbols: [symbol],
  heldSymbols: [symbol],
  orderIds: [orderId],
  clientOrderIds: [amendment.clientOrderId],
  decide(rows, now) {
    const found = rows.order(accountId, orderId)
    if (found === undefined) return refused('order-not-found')
    const turn = { clientId, feed, now }
    const order = forceCancel(rows, endedIfOver(rows, found, feed.calendar, now), turn, ['at-once'])
    const facts = placeFacts(rows, accountId, replacementOf(order, amendment), feed, now)
    if (isRefused(facts)) return facts
    const amended = amend(order, amendment, facts)
    if (isRefused(amended)) return amended
    if ('replayed' in amended) return { order: amended.replayed, replaced: order, replayed: true }
    rows.record(amended.canceled)
    const accepted = recordAccepted(rows, amended.accepted, turn)
    return { order: accepted, replaced: amended.canceled.order, replayed: false }
  },
})

/** `symbol` is the symbol of the conditional order. The outcome is its legs after the amendment. */
export const amendConditionalCommand = (
  accountId: string,
  { groupId, symbol }: Pick<Leg, 'groupId' | 'symbol'>,
  amendment: ConditionalAmendment,
  feed: Feed,
): Command<readonly Leg[] | Refused<AmendConditionalRefusal>> => ({
  accountId,
  symbols: [symbol],
  heldSymbols: [symbol],
  groupIds: [groupId],
  decide(rows, now) {
    const { calendar } = feed
    for (const leg of rows.group(accountId, groupId)) {
      const child = openChild(rows, leg)
      if (child !== undefined) endedIfOver(rows, child, calendar, now)
    }
    const account = rows.account(accountId)
    const legs = rows.group(accountId, groupId)
    const instrument = rows.instrument(symbol)
    if (account === undefined || instrument === undefined || legs.length === 0) {
      return refused('conditional-order-not-found')
    }
    const amended = amendConditional(amendment, {
      account,
      holding: rows.holding(accountId, symbol),
      instrument: withFeedSuspension(instrument, feed, now),
      halted: rows.halted,
      haltedUntil: feed.haltedUntil?.(symbol, now),
      legs,
      childOf: (leg) => openChild(rows, leg),
      priceFor: legPrices(feed, symbol, now),
      session: calendar.sessionAt(now).session,
      quote: account.fillProfile === 'strict@2' ? feed.bidAsk(symbol, now) : undefined,
      now,
    })
    if (isRefused(amended)) return amended
    for (const each of amended) {
      if ('child' in each) recordWorking(rows, each)
      else rows.recordLeg(each.leg)
    }
    return rows.group(accountId, groupId)
  },
})
