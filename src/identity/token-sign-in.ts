/**
 * Finds the client of a request's token. Tokens are cached for some seconds, so most requests need
 * no query. A revocation takes effect when the cached token expires [token.revoked].
 */

import { REVOCATION_MS_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import { lruCache } from '../lib/lru-cache'
import type { ApiClient } from './clients'
import { hashOf } from './secrets'
import type { ClientStore, FoundToken } from './tokens'

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

export type SignInOutcome =
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
