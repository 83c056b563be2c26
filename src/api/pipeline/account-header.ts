/** Which of the client's accounts a request means (D1). */
import { type Refused, refused } from '../../core/refusals'

export const ACCOUNT_ID_HEADER = 'x-service-account-id'

/** What an endpoint answers a client that has no account: those that list 404 say that (D1). */
export type WhenNone = 'account-not-found' | 'account-mismatch'

/** What a route of an account may refuse with besides; with 404 where its table lists 404. */
export const ACCOUNT = ['account-header-required', 'account-mismatch'] as const
export const ACCOUNT_OR_404 = [...ACCOUNT, 'account-not-found'] as const

export function accountOf<W extends WhenNone>(
  client: { readonly accountIds: readonly string[] },
  header: string | null,
  whenNone: W,
): string | Refused<'account-header-required' | 'account-mismatch' | W> {
  const [first, ...others] = client.accountIds
  if (first === undefined) return refused(whenNone)
  if (header !== null && header !== '') {
    return client.accountIds.includes(header) ? header : refused('account-mismatch')
  }
  return others.length === 0 ? first : refused('account-header-required')
}
