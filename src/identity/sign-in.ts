/**
 * The client that a request's token belongs to. Tokens are cached for some seconds, so that a
 * request needs no query; a revocation takes effect when the cache forgets it [token.revoked].
 */

import { REVOCATION_MS_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import { lruCache } from '../lib/lru-cache'
import type { ApiClient } from './clients'
import { hashOf } from './secrets'
import type { ClientStore } from './token-issuer'
import type { FoundToken } from './tokens'

type TooMany = Refused<'rate-limit-exceeded'>

export interface SignInDeps<Caller = unknown> {
  readonly clients: ClientStore
  readonly tokens: { find(tokenHash: string): Promise<FoundToken | undefined> }
  /** The system clock, never the market's [token.wall-clock]. */
  readonly nowMs: () => number
  /** Called every few seconds in which a client sends requests [console.last-used]. */
  readonly noteUse?: (clientId: string, atMs: number) => void
  /**
   * Why no more texts from there are looked up that have never been a token here. Called once for
   * each that would be. Left out: nobody is barred.
   */
  readonly barred?: (caller: Caller) => TooMany | undefined
}

export type Bearer = Pick<ApiClient, 'clientId' | 'scope' | 'accountIds' | 'operates'>

/** With the client, since answers to a known client carry its limits [rate-limit.headers]. */
interface Disabled extends Refused<'client-disabled'> {
  readonly clientId: string
}

export type SignInOutcome =
  | Bearer
  | Disabled
  | Refused<'authorization-required' | 'invalid-token' | 'expired-token'>
  | TooMany

/** A token as it was looked up. Its expiry is compared at each request. */
interface LookedUp {
  readonly outcome: Bearer | Disabled | Refused<'invalid-token'>
  readonly expiresAtMs: number
}

interface Cached {
  /** The promise of it, while it is looked up. */
  lookedUp: LookedUp | Promise<LookedUp>
  readonly untilMs: number
}

/** A second less than [token.revoked] allows, for the query's own time. */
const CACHED_MS = REVOCATION_MS_MAX - 1_000
const CACHED_MAX = 10_000
/** Tokens that are remembered as such, and looked up whoever else is barred. */
const REMEMBERED_MAX = 40_000
/** Ours have 43 characters; a longer text is not worth a query. */
const TOKEN_LENGTH_MAX = 256

const INVALID = refused('invalid-token')
const UNKNOWN: LookedUp = { outcome: INVALID, expiresAtMs: Number.POSITIVE_INFINITY }

/**
 * The function takes the Authorization header as it came. It answers without a promise for a token
 * that is cached: most requests then wait for nothing in front of their route. Its `forget` lets
 * changes of clients and tokens that this process has made take effect at once, and `expect` makes
 * a token known that this process has issued.
 */
export function signIn<Caller>(deps: SignInDeps<Caller>) {
  /** By the header as nearly everybody writes it: then it is looked up as it came. */
  const tokens = new Map<string, Cached>()
  // Separate, so that garbage tokens cannot evict valid ones from the cache.
  const unknownTexts = new Map<string, Cached>()
  /** Issued here, or found once. Whether it is still valid is looked up. */
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
        ? found.then((lookedUp) => outcomeAt(lookedUp, nowMs))
        : outcomeAt(found, nowMs)
    },
    { forget: () => tokens.clear(), expect: (token: string) => seen.set(token, true) },
  )

  /** Undefined where the header has no token. */
  function find(
    authorization: string,
    nowMs: number,
    caller: Caller | undefined,
  ): Cached['lookedUp'] | TooMany | undefined {
    const token = bearerTokenOf(authorization)
    if (token === undefined) return undefined
    const cached = tokens.get(headerOf(token)) ?? unknownTexts.get(token)
    const known = fresh(cached, nowMs)
    if (known !== undefined) return known
    const isStranger = caller !== undefined && seen.get(token) === undefined
    return (isStranger ? deps.barred?.(caller) : undefined) ?? lookUpAndCache(token, nowMs)
  }

  function lookUpAndCache(token: string, nowMs: number): Promise<LookedUp> {
    const lookedUp = lookUp(token, deps)
    const cached: Cached = { lookedUp, untilMs: nowMs + CACHED_MS }
    const header = headerOf(token)
    addTo(tokens, header, cached)
    const forget = () => {
      if (tokens.get(header) === cached) tokens.delete(header)
    }
    // A failed query is not cached. An unknown text never becomes a token: new ones are random.
    lookedUp.then((found) => {
      cached.lookedUp = found
      if (found !== UNKNOWN) {
        seen.set(token, true)
        return
      }
      forget()
      addTo(unknownTexts, token, cached)
    }, forget)
    return lookedUp
  }
}

const outcomeAt = ({ outcome, expiresAtMs }: LookedUp, nowMs: number): SignInOutcome =>
  nowMs < expiresAtMs ? outcome : refused('expired-token')

const fresh = (cached: Cached | undefined, nowMs: number): Cached['lookedUp'] | undefined =>
  cached !== undefined && nowMs < cached.untilMs ? cached.lookedUp : undefined

/** As the newest; drops the oldest where there are too many. */
function addTo(cache: Map<string, Cached>, token: string, entry: Cached): void {
  cache.delete(token)
  cache.set(token, entry)
  const oldest = cache.keys().next()
  if (cache.size > CACHED_MAX && !oldest.done) cache.delete(oldest.value)
}

async function lookUp(token: string, deps: Omit<SignInDeps, 'barred'>): Promise<LookedUp> {
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

function outcomeOf(stored: FoundToken, client: ApiClient): LookedUp['outcome'] {
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
