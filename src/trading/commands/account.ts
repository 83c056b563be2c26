/** Commands of a whole account: its reset [sandbox.reset], and its lock [sandbox.lock]. */
import { noHolding } from '../../core/account/account'
import type { AccountReset } from '../../core/account/capital'
import { assert } from '../../core/assert'
import { type Amount, NO_AMOUNT, NO_QUANTITY } from '../../core/money'
import { isOpen } from '../../core/order/order'
import { type Refused, refused } from '../../core/refusals'
import type { Command } from '../command'
import { endWaitingLegs } from './cancel'

/** Cancels every open order and conditional order, clears the holdings and sets the cash. */
export const resetCommand = (
  accountId: string,
  cash: Amount,
): Command<AccountReset | Refused<'account-not-found'>> => ({
  accountId,
  wholeAccount: true,
  decide(rows, now) {
    const legs = rows.openLegs(accountId)
    const canceled = rows.openOrders(accountId).map((found) => {
      // The end of another leg of its group may have ended it.
      const order = rows.order(accountId, found.orderId) ?? found
      return isOpen(order.status) ? rows.apply(order, { type: 'Canceled' }, now) : order
    })
    // The legs at work have ended with their orders.
    endWaitingLegs(rows, accountId, () => true, null, now)
    const account = rows.account(accountId)
    if (account === undefined) return refused('account-not-found')
    assert(account.heldCash.eq(NO_AMOUNT), 'an account without open orders holds no cash')
    const held = rows.holdings(accountId).filter(({ quantity }) => quantity.gt(NO_QUANTITY))
    const cleared = held.map(({ symbol }) => noHolding(accountId, symbol))
    rows.adjust('RESET', { ...account, cash }, cleared, now)
    const conditionalOrderIds = [...new Set(legs.map(({ groupId }) => groupId))]
    return { accountId, cash, canceled, conditionalOrderIds, requestedAt: now }
  },
})

/**
 * Locks an account for placing, or unlocks it, in its turn among the account's commands
 * [sandbox.lock].
 */
export const lockCommand = (
  accountId: string,
  locked: boolean,
): Command<{ readonly locked: boolean } | Refused<'account-not-found'>> => ({
  accountId,
  decide(rows, now) {
    const account = rows.account(accountId)
    if (account === undefined) return refused('account-not-found')
    rows.lock(account, locked ? now : null)
    return { locked }
  },
})
