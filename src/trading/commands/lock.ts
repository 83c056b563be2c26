/**
 * Locks an account for placing, or unlocks it, in its turn among the account's commands
 * [sandbox.lock].
 */
import { type Refused, refused } from '../../core/refusals'
import type { Command } from '../command'

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
