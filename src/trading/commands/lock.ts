/** Locking an account for placing, or unlocking it, in its turn among its orders [sandbox.lock]. */
import { type Refused, refused } from '../../core/refusals'
import type { Command } from '../batch'

export const lockCommand = (
  accountId: string,
  locked: boolean,
): Command<{ readonly locked: boolean } | Refused<'account-not-found'>> => ({
  accountId,
  decide(batch, now) {
    const account = batch.account(accountId)
    if (account === undefined) return refused('account-not-found')
    batch.lock(account, locked ? now : null)
    return { locked }
  },
})
