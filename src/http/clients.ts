/** The sender of a request, after it has signed in. */
import type { Refused } from '../core/refusals'
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
