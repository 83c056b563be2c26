/** The sender of a request, after it has signed in, and the account that the request means. */

import { chooseAccount } from '../core/account/account'
import { type Refused, refused } from '../core/refusals'
import type { Scope } from '../core/scope'
import type { ConsoleSession } from '../identity/sessions'

/** The bearer of a token. */
export interface SignedIn {
  readonly clientId: string
  readonly scope: Scope
  readonly accountIds: readonly string[]
  /** Whether it is a session of a user who operates the server. */
  readonly operates?: boolean
}

/**
 * Signs in by the whole Authorization header. The refusal of a known client comes with its id. If
 * `request` is given, a token that never existed counts by address [rate-limit.strangers].
 */
export type SignIn = (
  authorization: string | undefined,
  request?: Request,
) => SignInAnswer | Promise<SignInAnswer>

export type SignInAnswer =
  | SignedIn
  | (Refused<
      | 'authorization-required'
      | 'invalid-token'
      | 'expired-token'
      | 'client-disabled'
      // Too many wrong tokens came from that address, and this one was not looked up.
      | 'rate-limit-exceeded'
    > & { readonly clientId?: string })

/** The holder of a key of the server: no client, with access to every account [sandbox.key]. */
export interface KeyHolder {
  readonly clientId?: undefined
  readonly scope: 'TRADE'
  readonly accountIds: 'all'
}

/** Who may call the controls of the sandbox. */
export type Controller = SignedIn | KeyHolder

/** A session of the console, with the id in its cookie. */
export interface SessionHolder {
  readonly clientId?: undefined
  readonly session: ConsoleSession
  readonly sessionId: string
}

/** The type of a call's `client`, by its endpoint's way to sign in. */
export interface ClientBy {
  /** The token in the Authorization header [auth.bearer]. */
  readonly bearer: SignedIn
  /** The same if it is sent; otherwise a message brings the token [stream.first-message]. */
  readonly 'bearer-if-sent': SignedIn | null
  /** The client id is in a form: nobody has signed in yet. */
  readonly form: null
  /** The sandbox's key, or a token if tokens steer the market [sandbox.key]. */
  readonly sandbox: Controller
  /** The key of live prices [live.ingest]. */
  readonly feed: KeyHolder
  /** The console's session, if there is one. */
  readonly visitor: SessionHolder | null
  /** The console's session [console.session]. */
  readonly user: SessionHolder
  /** The session of a user who operates the server [console.operator]. */
  readonly operator: SessionHolder
  /** Pages, documents and probes need no sign-in. */
  readonly nobody: null
}

export type AuthName = keyof ClientBy
export type AnyClient = ClientBy[AuthName]

export const KEY_HOLDER: KeyHolder = { scope: 'TRADE', accountIds: 'all' }

/** The header that names the account of a request. */
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
