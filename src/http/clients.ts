/** Whom a request comes from, once its credentials have been looked at. */
import type { Refused } from '../core/refusals'
import type { Scope } from '../core/scope'
import type { ConsoleSession } from '../identity/sessions'

/** The bearer of a token. */
export interface SignedIn {
  readonly clientId: string
  readonly scope: Scope
  readonly accountIds: readonly string[]
  /** A session of a user who operates the server. */
  readonly operates?: boolean
}

/**
 * Takes the Authorization header as it is. A refused client that is known comes with its id. With
 * its request, a token that was never known counts by address [rate-limit.strangers].
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
      // Too many wrong tokens came from there, and this one was not looked up.
      | 'rate-limit-exceeded'
    > & { readonly clientId?: string })

/** Who holds a key of the server: no client, and every account is theirs [sandbox.key]. */
export interface KeyHolder {
  readonly clientId?: undefined
  readonly scope: 'TRADE'
  readonly accountIds: 'all'
}

/** Who may call the controls of the sandbox. */
export type Controller = SignedIn | KeyHolder

/** A session of the console, with the id that its cookie has. */
export interface SessionHolder {
  readonly clientId?: undefined
  readonly session: ConsoleSession
  readonly sessionId: string
}

/** What a call's `client` is, by the way in which its endpoint has callers sign in. */
export interface ClientBy {
  /** The token in the Authorization header [auth.bearer]. */
  readonly bearer: SignedIn
  /** The same if it is sent; otherwise a message brings it [stream.first-message]. */
  readonly 'bearer-if-sent': SignedIn | null
  /** The client id in a form: the client is not known yet. */
  readonly form: null
  /** The sandbox's key, or a token if tokens steer the market [sandbox.key]. */
  readonly sandbox: Controller
  /** The key of live prices [live.door]. */
  readonly feed: KeyHolder
  /** The console's session, if there is one. */
  readonly visitor: SessionHolder | null
  /** The console's session [console.session]. */
  readonly user: SessionHolder
  /** The session of a user who operates the server [console.operator]. */
  readonly operator: SessionHolder
  /** Nobody signs in: pages, documents and probes. */
  readonly nobody: null
}

export type AuthName = keyof ClientBy
export type AnyClient = ClientBy[AuthName]

export const KEY_HOLDER: KeyHolder = { scope: 'TRADE', accountIds: 'all' }

export const ACCOUNT_ID_HEADER = 'x-service-account-id'

/** The refusals of an endpoint that needs an account. */
export const ACCOUNT_REFUSALS = ['account-header-required', 'account-mismatch'] as const
/** The same for endpoints whose table lists 404. */
export const ACCOUNT_OR_404_REFUSALS = [...ACCOUNT_REFUSALS, 'account-not-found'] as const
