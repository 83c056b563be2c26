/** The account that a message to the stream means [stream.account]. */
import { chooseAccount } from '../../../core/account/account'
import { refused, refusedParam } from '../../../core/refusals'
import type { StreamRefusal } from './messages'

/** `named`: the message's `accountId`, which a client with one account may leave out. */
export function accountMeant(
  client: { readonly accountIds: readonly string[] } | null,
  named: string | undefined,
): string | StreamRefusal {
  const chosen = chooseAccount(client?.accountIds ?? [], named ?? null)
  switch (chosen) {
    case 'none':
      return refused('account-not-found')
    case 'several':
      return refusedParam('missing-parameter', 'accountId')
    case 'not-theirs':
      return refusedParam('account-mismatch', 'accountId')
    default:
      return chosen.accountId
  }
}
