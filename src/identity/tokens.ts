/** Access tokens, as they are stored. */
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { atMs, type Instant } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { clients, tokens } from '../postgres/schema'

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

/** By hash; unknown hashes are left out. */
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

/** False, and nothing is stored, once the client no longer has this secret. */
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

/** Few enough that no request waits noticeably for their deletion. */
const PORTION = 1_000

/**
 * While an expired token is stored it is refused with another code than an unknown one. Rows that
 * another server of the database is deleting are left to it.
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

/** Ends every token of the client that still works as if its time were over; how many. */
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
 * When clients were last used [console.last-used]. It is kept in memory and written now and then,
 * so that no request waits for it.
 */
export interface LastUses {
  note(clientId: string, atMs: number): void
  /** Writes what was noted since the last time. */
  write(): Promise<void>
}

export function lastUses(drizzle: Drizzle): LastUses {
  let noted = new Map<string, number>()
  return {
    note(clientId, ms) {
      noted.set(clientId, ms)
    },
    async write() {
      if (noted.size === 0) return
      const writing = [...noted].toSorted(([one], [other]) => (one < other ? -1 : 1))
      noted = new Map()
      const rows = writing.map(([id, ms]) => sql`(${id}, ${atMs(ms).toString()}::timestamptz)`)
      // Another server may have written a later one.
      await drizzle.execute(sql`update ${clients} set last_used_at = used.at
        from (values ${sql.join(rows, sql`, `)}) as used (client_id, at)
        where ${clients.clientId} = used.client_id
          and (${clients.lastUsedAt} is null or ${clients.lastUsedAt} < used.at)`)
    },
  }
}
