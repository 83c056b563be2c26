import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Instant } from '../core/time'
import type { Drizzle } from '../store/database'
import { clients, tokens } from '../store/schema'

/** An access token as it is kept: its hash only (D2). */
export interface StoredToken {
  readonly tokenHash: string
  readonly clientId: string
  readonly issuedAt: Instant
  readonly expiresAt: Instant
}

/** What signing in needs to know of a token. */
export interface FoundToken {
  readonly clientId: string
  readonly expiresAt: Instant
  readonly revokedAt: Instant | null
}

/** By their hashes; those that are not kept are left out. */
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

/** False, and nothing is kept, once the client no longer has this secret. */
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

/** So many go at once that nobody has to wait for it. */
const PORTION = 1_000

/**
 * An expired token is told apart from an unknown one as long as it is kept. Leaves to others what
 * they are at: another process of the database deletes the same.
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
    // As an array it is chosen once; a join might choose again for each row.
    deleted = await drizzle
      .delete(tokens)
      .where(sql`${tokenHash} = any(array(${portion}))`)
      .returning({ tokenHash })
  } while (deleted.length === PORTION)
}

/** Revokes every token of the client that still works; how many there were. */
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
