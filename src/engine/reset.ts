/** Putting an account back to a beginning (D11); what it did before stays readable. */

import { noHolding } from '../core/account'
import { assert } from '../core/assert'
import type { Order } from '../core/order'
import { post } from '../core/post'
import { type Refused, refused } from '../core/refusals'
import type { Instant } from '../core/time'
import { type Amount, NO_AMOUNT, NO_QUANTITY } from '../core/units'
import type { Command } from './command'

export interface AccountReset {
  /** In the order of their arrival, as they are now. */
  readonly canceled: readonly Order[]
  readonly requestedAt: Instant
}

/** Cancels every open order, clears the holdings and sets the cash. */
export const resetCommand = (
  accountId: string,
  cash: Amount,
): Command<AccountReset | Refused<'account-not-found'>> => ({
  accountId,
  symbols: [],
  orderIds: [],
  clientOrderIds: [],
  wholeAccount: true,
  decide(batch, now) {
    const canceled: Order[] = []
    for (const order of batch.openOrders(accountId)) {
      const account = batch.account(accountId)
      assert(account !== undefined, 'the account of an order exists')
      const holding = batch.holding(accountId, order.symbol)
      const posted = post({ account, holding, order }, { type: 'Canceled' }, now)
      batch.book(posted)
      canceled.push(posted.standing.order)
    }
    const account = batch.account(accountId)
    if (account === undefined) return refused('account-not-found')
    assert(account.heldCash.eq(NO_AMOUNT), 'an account without open orders holds no cash')
    const held = batch.holdings(accountId).filter(({ quantity }) => quantity.gt(NO_QUANTITY))
    batch.set(
      { ...account, cash },
      held.map(({ symbol }) => noHolding(accountId, symbol)),
    )
    return { canceled, requestedAt: now }
  },
})
