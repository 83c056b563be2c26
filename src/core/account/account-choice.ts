/** Which of a client's accounts a request or a message means. */

export type NoAccount = 'none' | 'several' | 'not-theirs'

/** The account that is named, or else the client's only one [account-header.one-account]. */
export function chooseAccount(
  accountIds: readonly string[],
  named: string | null,
): { readonly accountId: string } | NoAccount {
  const [first, ...others] = accountIds
  if (first === undefined) return 'none'
  if (named !== null) return accountIds.includes(named) ? { accountId: named } : 'not-theirs'
  return others.length === 0 ? { accountId: first } : 'several'
}
