/** Issues and stores access tokens, for a client's id and secret (RFC 6749, 4.4) [service.keys]. */
import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { type Refused, refused } from '../core/refusals'
import { atMs, type Instant } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { clients, tokens } from '../postgres/schema'
import type { ApiClient } from './clients'
import { hashOf } from './secrets'

/** Only the hash of the token is stored [token.opaque]. */
export interface StoredToken {
  readonly tokenHash: string
  readonly clientId: string
  readonly issuedAt: Instant
  readonly expiresAt: Instant
}

/** The part of a token that signing in needs. */
export interface FoundToken {
  readonly clientId: string
  readonly expiresAt: Instant
  readonly revokedAt: Instant | null
}

/** Maps hashes to tokens; an unknown hash is missing from the map. */
export async function findTokens(
  drizzle: Drizzle,
  tokenHashes: readonly string[],
): Promise<ReadonlyMap<string, FoundToken>> {
  const found = await drizzle
    .select({
      tokenHash: tokens.tokenHash,
      clientId: tokens.clientId,
      expiresAt: tokens.expiresAt,
      revokedAt: tokens.revokedAt,
    })
    .from(tokens)
    .where(inArray(tokens.tokenHash, [...tokenHashes]))
  return new Map(found.map(({ tokenHash, ...token }) => [tokenHash, token]))
}

/** Returns false, and stores nothing, if the client no longer has this secret. */
export const insertToken = (
  drizzle: Drizzle,
  token: StoredToken,
  secretHash: string,
): Promise<boolean> =>
  drizzle.transaction(async (tx) => {
    const owner = await tx
      .select({ clientId: clients.clientId })
      .from(clients)
      .where(and(eq(clients.clientId, token.clientId), eq(clients.secretHash, secretHash)))
      .for('share')
    if (owner.length === 0) return false
    await tx.insert(tokens).values(token)
    return true
  })

/** Tokens that one statement deletes: so few that no request waits noticeably. */
const PORTION = 1_000

/**
 * Deletes tokens that expired before the instant; until then they are refused with another code
 * than unknown ones. Skips rows that another server is deleting.
 */
export async function deleteTokensExpiredBefore(drizzle: Drizzle, at: Instant): Promise<void> {
  const { expiresAt, tokenHash } = tokens
  const portion = drizzle
    .select({ tokenHash })
    .from(tokens)
    .where(lt(expiresAt, at))
    .limit(PORTION)
    .for('update', { skipLocked: true })
  let deleted: readonly unknown[]
  do {
    // As an array, the portion is selected once; a join might select it again for each row.
    deleted = await drizzle
      .delete(tokens)
      .where(sql`${tokenHash} = any(array(${portion}))`)
      .returning({ tokenHash })
  } while (deleted.length === PORTION)
}

/** Revokes every token of the client that still works, and returns how many there were. */
export async function revokeTokensOf(
  drizzle: Drizzle,
  clientId: string,
  revokedAt: Instant,
): Promise<number> {
  const { expiresAt, tokenHash } = tokens
  const revoked = await drizzle
    .update(tokens)
    .set({ revokedAt })
    .where(and(eq(tokens.clientId, clientId), isNull(tokens.revokedAt), gt(expiresAt, revokedAt)))
    .returning({ tokenHash })
  return revoked.length
}

/** Lets every token of the client that still works expire now, and returns how many there were. */
export async function expireTokensOf(
  drizzle: Drizzle,
  clientId: string,
  at: Instant,
): Promise<number> {
  const { expiresAt, tokenHash } = tokens
  const expired = await drizzle
    .update(tokens)
    .set({ expiresAt: at })
    .where(and(eq(tokens.clientId, clientId), isNull(tokens.revokedAt), gt(expiresAt, at)))
    .returning({ tokenHash })
  return expired.length
}

/**
 * The times at which clients were last used [console.last-used], collected in memory and written
 * periodically, so that no request waits.
 */
export interface LastUses {
  note(clientId: string, atMs: number): void
  /** Writes what was noted since the last call. */
  write(): Promise<void>
}

export function lastUses(drizzle: Drizzle): LastUses {
  let unsaved = new Map<string, number>()
  return {
    note(clientId, ms) {
      unsaved.set(clientId, ms)
    },
    async write() {
      if (unsaved.size === 0) return
      const uses = [...unsaved].toSorted(([one], [other]) => (one < other ? -1 : 1))
      unsaved = new Map()
      const rows = uses.map(([id, ms]) => sql`(${id}, ${atMs(ms).toString()}::timestamptz)`)
      // Another server may have written a later time.
      await drizzle.execute(sql`update ${clients} set last_used_at = used.at
        from (values ${sql.join(rows, sql`, `)}) as used (client_id, at)
        where ${clients.clientId} = used.client_id
          and (${clients.lastUsedAt} is null or ${clients.lastUsedAt} < used.at)`)
    },
  }
}

export interface ClientStore {
  find(clientId: string): Promise<ApiClient | undefined>
}

interface TokenStore {
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

interface TokenRequest {
  readonly grant_type: string
  readonly client_id: string
  readonly client_secret: string
}

interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
}

type TokenRefusal =
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
