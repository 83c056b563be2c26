/** Amends a conditional order [conditional.amend]. */
import {
  type AmendConditionalRefusal,
  amendConditional,
  type ConditionalAmendment,
} from '../../core/conditional/amend'
import type { Leg } from '../../core/conditional/leg'
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { Feed } from '../../market/feed'
import type { Command } from '../command'
import { openChild, recordWorking } from '../legs'
import { endedIfOver } from './cancel'
import { legPrices } from './conditional'

/** `symbol` is the symbol of the conditional order. The outcome is its legs after the amendment. */
export const amendConditionalCommand = (
  accountId: string,
  { groupId, symbol }: Pick<Leg, 'groupId' | 'symbol'>,
  amendment: ConditionalAmendment,
  feed: Feed,
): Command<readonly Leg[] | Refused<AmendConditionalRefusal>> => ({
  accountId,
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
    if (account === undefined || legs.length === 0) return refused('conditional-order-not-found')
    const amended = amendConditional(amendment, {
      account,
      holding: rows.holding(accountId, symbol),
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
