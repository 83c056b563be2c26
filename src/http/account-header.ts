/** X-Service-Account-Id: the header that names the account of a request. */
import { chooseAccount } from '../core/account/account'
import { type Refused, refused } from '../core/refusals'

export const ACCOUNT_ID_HEADER = 'x-service-account-id'

/**
 * How a client without any account is refused: with 403, or with 404 if the contract lists it for
 * the endpoint [account-header.none].
 */
export type AccountRule = 'or-403' | 'or-404'

/** The refusals of an endpoint that needs an account. */
export const ACCOUNT_REFUSALS = ['account-header-required', 'account-mismatch'] as const
/** The same for endpoints whose table lists 404. */
export const ACCOUNT_OR_404_REFUSALS = [...ACCOUNT_REFUSALS, 'account-not-found'] as const
type AccountRefusal = (typeof ACCOUNT_OR_404_REFUSALS)[number]

/**
 * Returns the account that the header names, or else the client's only account
 * [account-header.one-account]. A missing or empty header is null or empty.
 */
export function accountOfHeader(
  header: string | null,
  accountIds: readonly string[],
  rule: AccountRule,
): { readonly accountId: string } | Refused<AccountRefusal> {
  const chosen = chooseAccount(accountIds, header || null)
  switch (chosen) {
    case 'none': // [account-header.none]
      return refused(rule === 'or-404' ? 'account-not-found' : 'account-mismatch')
    case 'several':
      return refused('account-header-required')
    case 'not-theirs':
      return refused('account-mismatch') // [account-header.mismatch]
    default:
      return chosen
  }
}
