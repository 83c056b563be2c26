/** What `paper keys` can do, as values: read from arguments, carried out on a database. */
import type { Amount } from '../../core/money'
import type { FillProfile } from '../../core/order/fill-profile'
import type { Scope } from '../../core/scope'
import type { AccountIds } from '../../identity/grants'

/** What a new account starts with; null: the server's INITIAL_CASH, its FILL_PROFILE. */
export interface StartOptions {
  readonly cash: Amount | null
  readonly profile: FillProfile | null
}

/** New accounts, or accounts that exist. */
export type AccountsOption =
  | (StartOptions & { readonly kind: 'new'; readonly count: number })
  | { readonly kind: 'existing'; readonly accountIds: AccountIds }

export type AccountOption =
  | (StartOptions & { readonly kind: 'new' })
  | { readonly kind: 'existing'; readonly accountId: string }

export type KeyCommand =
  | {
      readonly command: 'create'
      readonly scope: Scope
      readonly name: string | null
      readonly accounts: AccountsOption
    }
  | { readonly command: 'list' }
  | { readonly command: 'rotate' | 'revoke' | 'disable' | 'enable'; readonly clientId: string }
  | {
      readonly command: 'add-account'
      readonly clientId: string
      readonly account: AccountOption
    }
  | {
      readonly command: 'remove-account'
      readonly clientId: string
      readonly accountId: string
    }

export interface KeyRequest {
  readonly command: KeyCommand
  /** The answer is one line of JSON instead of text. */
  readonly json: boolean
}
