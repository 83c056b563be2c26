/** Tokens (D2): issuing one for a client's id and secret, and telling who bears one. */
import { timingSafeEqual } from 'node:crypto'
import { type Refused, refused } from '../core/refusals'
import { atMs } from '../core/time'
import { hashOf } from '../store/secrets'
import type { ApiClient } from './clients'
import type { StoredToken } from './tokens'

export interface ClientStore {
  find(clientId: string): Promise<ApiClient | undefined>
}

export interface TokenStore {
  /** Nothing is kept, and the answer is false, once the client no longer has this secret. */
  insert(token: StoredToken, secretHash: string): Promise<boolean>
}

export interface OAuthDeps {
  readonly clients: ClientStore
  readonly tokens: TokenStore
  /** The system clock, never the market's (D2). */
  readonly nowMs: () => number
  readonly tokenLifetimeSeconds: number
  /** 256 random bits as text. */
  readonly newToken: () => string
}

export interface TokenRequest {
  readonly grant_type: string
  readonly client_id: string
  readonly client_secret: string
}

export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
}

export type TokenRefusal =
  | 'unsupported-grant-type'
  | 'invalid-client'
  | 'client-disabled'
  | 'account-not-found'

export interface OAuthService {
  issue(request: TokenRequest): Promise<TokenAnswer | Refused<TokenRefusal>>
}

/** RFC 6749, A.1; the store takes no NUL, and an id that cannot exist is a wrong one. */
const CLIENT_ID = /^[\x20-\x7e]{1,128}$/

/** What an unknown client's secret is compared with, so that it takes as long as a known one's. */
const NOBODY = hashOf('')

export const oauthService = (deps: OAuthDeps): OAuthService => ({
  async issue({ grant_type, client_id, client_secret }) {
    if (grant_type !== 'client_credentials') return refused('unsupported-grant-type')

    const client = CLIENT_ID.test(client_id) ? await deps.clients.find(client_id) : undefined
    const secretFits = isSecret(client_secret, client?.secretHash ?? NOBODY)
    if (client === undefined || !secretFits) return refused('invalid-client')
    if (client.disabledAt !== null) return refused('client-disabled')
    if (client.accountIds.length === 0) return refused('account-not-found')

    const token = deps.newToken()
    const issuedAtMs = deps.nowMs()
    const issued = {
      tokenHash: hashOf(token),
      clientId: client.clientId,
      issuedAt: atMs(issuedAtMs),
      expiresAt: atMs(issuedAtMs + deps.tokenLifetimeSeconds * 1000),
    }
    // A rotation ends the tokens of the old secret: none may come after it.
    if (!(await deps.tokens.insert(issued, client.secretHash))) return refused('invalid-client')
    return { access_token: token, token_type: 'Bearer', expires_in: deps.tokenLifetimeSeconds }
  },
})

/** In constant time: both sides are hashes of the same length. */
function isSecret(secret: string, secretHash: string): boolean {
  const expected = Buffer.from(secretHash, 'hex')
  const given = Buffer.from(hashOf(secret), 'hex')
  return expected.length === given.length && timingSafeEqual(given, expected)
}
