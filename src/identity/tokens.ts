/**
 * Access tokens: issues them for a client's id and secret (RFC 6749, 4.4) [service.keys], stores
 * them, and finds the client of a request's token.
 */
import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { REVOCATION_MS_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import { atMs, type Instant } from '../core/time'
import { lruCache } from '../lib/lru-cache'
import type { Drizzle } from '../postgres/database'
import { clients, tokens } from '../postgres/schema/identity'
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

interface ClientStore {
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

export type TokenIssuer = ReturnType<typeof tokenIssuer>

/** RFC 6749, A.1. Other ids cannot exist, and count as unknown: PostgreSQL refuses U+0000. */
const CLIENT_ID = /^[\x20-\x7e]{1,128}$/

/** Compared for an unknown client, so that it takes as long [token.invalid-client]. */
const DECOY_HASH = hashOf('')

export const tokenIssuer = (deps: TokenIssuerDeps) => ({
  async issue({
    grant_type,
    client_id,
    client_secret,
  }: TokenRequest): Promise<TokenAnswer | Refused<TokenRefusal>> {
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

// The sign-in of a request. Tokens are cached for some seconds, so most requests need no query. A
// revocation takes effect when the cached token expires [token.revoked].

type TooMany = Refused<'rate-limit-exceeded'>

export interface SignInDeps<Caller = unknown> {
  readonly clients: ClientStore
  readonly tokens: { find(tokenHash: string): Promise<FoundToken | undefined> }
  /** The system clock, never the market's [token.wall-clock]. */
  readonly nowMs: () => number
  /** Called every few seconds while a client sends requests [console.last-used]. */
  readonly noteUse?: (clientId: string, atMs: number) => void
  /**
   * Called before a text that has never been a token here is looked up. Returns a refusal if the
   * caller has sent too many of them. Omit it to look up every text.
   */
  readonly barred?: (caller: Caller) => TooMany | undefined
}

export type Bearer = Pick<ApiClient, 'clientId' | 'scope' | 'accountIds' | 'operates'>

/** Names the client, since answers to a known client carry its limits [rate-limit.headers]. */
interface Disabled extends Refused<'client-disabled'> {
  readonly clientId: string
}

type SignInOutcome =
  | Bearer
  | Disabled
  | Refused<'authorization-required' | 'invalid-token' | 'expired-token'>
  | TooMany

/** The result for a token. Its expiry is compared at each request. */
interface Lookup {
  readonly outcome: Bearer | Disabled | Refused<'invalid-token'>
  readonly expiresAtMs: number
}

interface CacheEntry {
  /** A promise while the query runs. */
  lookup: Lookup | Promise<Lookup>
  readonly untilMs: number
}

/** A second less than [token.revoked] allows, for the query's own time. */
const CACHED_MS = REVOCATION_MS_MAX - 1_000
const CACHED_MAX = 10_000
/** Tokens that were once valid here, and are always looked up. */
const REMEMBERED_MAX = 40_000
/** Tokens have 43 characters; a longer text is not worth a query. */
const TOKEN_LENGTH_MAX = 256

const INVALID = refused('invalid-token')
const UNKNOWN: Lookup = { outcome: INVALID, expiresAtMs: Number.POSITIVE_INFINITY }

/**
 * The function takes the whole Authorization header. For a cached token it returns no promise, so
 * most requests do not wait before their route. `forget` empties the cache, so that this process's
 * own changes of clients and tokens take effect at once. `expect` remembers a token that this
 * process has issued.
 */
export function tokenSignIn<Caller>(deps: SignInDeps<Caller>) {
  /** The keys are whole headers in their usual form, which need no parsing. */
  const tokens = new Map<string, CacheEntry>()
  // Separate, so that garbage tokens cannot evict valid ones from the cache.
  const unknownTexts = new Map<string, CacheEntry>()
  /** Tokens that were issued here, or found once. They may have ended since. */
  const seen = lruCache<true>(REMEMBERED_MAX)

  return Object.assign(
    (
      authorization: string | undefined,
      caller?: Caller,
    ): SignInOutcome | Promise<SignInOutcome> => {
      if (authorization === undefined) return refused('authorization-required')
      const nowMs = deps.nowMs()
      const found = fresh(tokens.get(authorization), nowMs) ?? find(authorization, nowMs, caller)
      if (found === undefined) return INVALID
      if ('refused' in found) return found
      return found instanceof Promise
        ? found.then((lookup) => outcomeAt(lookup, nowMs))
        : outcomeAt(found, nowMs)
    },
    { forget: () => tokens.clear(), expect: (token: string) => seen.set(token, true) },
  )

  /** Undefined if the header has no token. */
  function find(
    authorization: string,
    nowMs: number,
    caller: Caller | undefined,
  ): CacheEntry['lookup'] | TooMany | undefined {
    const token = bearerTokenOf(authorization)
    if (token === undefined) return undefined
    const cached = tokens.get(headerOf(token)) ?? unknownTexts.get(token)
    const lookup = fresh(cached, nowMs)
    if (lookup !== undefined) return lookup
    const isUnseen = caller !== undefined && seen.get(token) === undefined
    return (isUnseen ? deps.barred?.(caller) : undefined) ?? lookUpAndCache(token, nowMs)
  }

  function lookUpAndCache(token: string, nowMs: number): Promise<Lookup> {
    const lookup = lookUp(token, deps)
    const cached: CacheEntry = { lookup, untilMs: nowMs + CACHED_MS }
    const header = headerOf(token)
    addTo(tokens, header, cached)
    const forget = () => {
      if (tokens.get(header) === cached) tokens.delete(header)
    }
    // A failed query is not cached. An unknown text never becomes a token: new ones are random.
    lookup.then((found) => {
      cached.lookup = found
      if (found !== UNKNOWN) {
        seen.set(token, true)
        return
      }
      forget()
      addTo(unknownTexts, token, cached)
    }, forget)
    return lookup
  }
}

const outcomeAt = ({ outcome, expiresAtMs }: Lookup, nowMs: number): SignInOutcome =>
  nowMs < expiresAtMs ? outcome : refused('expired-token')

const fresh = (entry: CacheEntry | undefined, nowMs: number): CacheEntry['lookup'] | undefined =>
  entry !== undefined && nowMs < entry.untilMs ? entry.lookup : undefined

/** Adds the entry as the newest, and drops the oldest if there are too many. */
function addTo(cache: Map<string, CacheEntry>, token: string, entry: CacheEntry): void {
  cache.delete(token)
  cache.set(token, entry)
  const oldest = cache.keys().next()
  if (cache.size > CACHED_MAX && !oldest.done) cache.delete(oldest.value)
}

async function lookUp(token: string, deps: Omit<SignInDeps, 'barred'>): Promise<Lookup> {
  const { clients, tokens, nowMs, noteUse } = deps
  const stored = await tokens.find(hashOf(token))
  if (stored === undefined) return UNKNOWN
  const client = await clients.find(stored.clientId)
  if (client === undefined) return UNKNOWN
  noteUse?.(client.clientId, nowMs())
  return {
    outcome: outcomeOf(stored, client),
    expiresAtMs: stored.expiresAt.epochMilliseconds,
  }
}

function outcomeOf(stored: FoundToken, client: ApiClient): Lookup['outcome'] {
  if (stored.revokedAt !== null) return INVALID
  if (client.disabledAt !== null) {
    return { ...refused('client-disabled'), clientId: client.clientId }
  }
  const { clientId, scope, accountIds, operates } = client
  return { clientId, scope, accountIds, ...(operates && { operates }) }
}

const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i // RFC 6750, 2.1

const headerOf = (token: string): string => `Bearer ${token}`

function bearerTokenOf(authorization: string): string | undefined {
  const token = BEARER.exec(authorization)?.[1]
  return token === undefined || token.length > TOKEN_LENGTH_MAX ? undefined : token
}
