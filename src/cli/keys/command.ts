/** What the operator can ask for, as values: made from arguments, carried out on a database. */

import type { Amount } from '../../core/money'
import type { FillProfile } from '../../core/order/fill-profile'
import type { AccountIds } from '../../identity/grants'
import type { Scope } from '../../store/schema'

/** Null: the server's INITIAL_CASH, its FILL_PROFILE. */
export interface StartOptions {
  readonly cash: Amount | null
  readonly profile: FillProfile | null
}

/** Accounts to make, or those that there are. */
export type AccountsAsked =
  | (StartOptions & { readonly kind: 'new'; readonly count: number })
  | { readonly kind: 'existing'; readonly accountIds: AccountIds }

export type AccountAsked =
  | (StartOptions & { readonly kind: 'new' })
  | { readonly kind: 'existing'; readonly accountId: string }

export type KeyCommand =
  | {
      readonly command: 'create'
      readonly scope: Scope
      readonly name: string | null
      readonly accounts: AccountsAsked
    }
  | { readonly command: 'list' }
  | { readonly command: 'rotate' | 'revoke' | 'disable' | 'enable'; readonly clientId: string }
  | {
      readonly command: 'add-account'
      readonly clientId: string
      readonly account: AccountAsked
    }
  | {
      readonly command: 'remove-account'
      readonly clientId: string
      readonly accountId: string
    }
