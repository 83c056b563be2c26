/** Issues an access token for a client's id and secret (RFC 6749, 4.4) [service.keys]. */
import { timingSafeEqual } from 'node:crypto'
import { type Refused, refused } from '../core/refusals'
import { atMs } from '../core/time'
import type { ApiClient } from './clients'
import { hashOf } from './secrets'
import type { StoredToken } from './tokens'

export interface ClientStore {
  find(clientId: string): Promise<ApiClient | undefined>
}

export interface TokenStore {
  /** Returns false, and stores nothing, if the client no longer has this secret. */
  insert(token: StoredToken, secretHash: string): Promise<boolean>
}

export interface TokenIssuerDeps {
  readonly clients: ClientStore
  readonly tokens: TokenStore
  /** The system clock, never the market's [token.wall-clock]. */
  readonly nowMs: () => number
  readonly tokenLifetimeSeconds: number
  /** 256 random bits as text. */
  readonly newToken: () => string
  /** Called with each token that is issued. */
  readonly issued?: (token: string) => void
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

export interface TokenIssuer {
  issue(request: TokenRequest): Promise<TokenAnswer | Refused<TokenRefusal>>
}

/** RFC 6749, A.1. Other ids cannot exist, and count as unknown: PostgreSQL refuses U+0000. */
const CLIENT_ID = /^[\x20-\x7e]{1,128}$/

/** Compared for an unknown client, so that it takes as long [token.invalid-client]. */
const DECOY_HASH = hashOf('')

export const tokenIssuer = (deps: TokenIssuerDeps): TokenIssuer => ({
  async issue({ grant_type, client_id, client_secret }) {
    // [token.grant-type]
    if (grant_type !== 'client_credentials') return refused('unsupported-grant-type')

    // [token.invalid-client]
    const client = CLIENT_ID.test(client_id) ? await deps.clients.find(client_id) : undefined
    const matches = isSecret(client_secret, client?.secretHash ?? DECOY_HASH)
    if (client === undefined || !matches) return refused('invalid-client')
    // [token.disabled]
    if (client.disabledAt !== null) return refused('client-disabled')
    // [token.no-account]
    if (client.accountIds.length === 0) return refused('account-not-found')

    const token = deps.newToken()
    const issuedAtMs = deps.nowMs()
    const issued = {
      tokenHash: hashOf(token),
      clientId: client.clientId,
      issuedAt: atMs(issuedAtMs),
      expiresAt: atMs(issuedAtMs + deps.tokenLifetimeSeconds * 1000),
    }
    // After a rotation, no token may be issued for the old secret [key.rotation].
    if (!(await deps.tokens.insert(issued, client.secretHash))) return refused('invalid-client')
    deps.issued?.(token)
    // [token.lifetime]
    return { access_token: token, token_type: 'Bearer', expires_in: deps.tokenLifetimeSeconds }
  },
})

/** Compares in constant time: both sides are hashes of one length. [key.secret-once] */
function isSecret(secret: string, secretHash: string): boolean {
  const expected = Buffer.from(secretHash, 'hex')
  const given = Buffer.from(hashOf(secret), 'hex')
  return expected.length === given.length && timingSafeEqual(given, expected)
}
