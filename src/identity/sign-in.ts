/**
 * Who bears a token. A token that was seen is remembered for a few seconds, so that a request costs
 * no query; this is also how long a revocation, or a change of the client, may take (D2: 5 s).
 */
import { REVOCATION_MS_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import { hashOf } from '../store/secrets'
import type { ApiClient } from './clients'
import type { ClientStore } from './token-service'
import type { FoundToken } from './tokens'

export interface SignInDeps {
  readonly clients: ClientStore
  readonly tokens: { find(tokenHash: string): Promise<FoundToken | undefined> }
  /** The system clock, never the market's (D2). */
  readonly nowMs: () => number
}

export type Bearer = Pick<ApiClient, 'clientId' | 'scope' | 'accountIds'>

/** A client that the server knows is told its limits, this one too (D8). */
interface Disabled extends Refused<'client-disabled'> {
  readonly clientId: string
}

export type SignInOutcome =
  | Bearer
  | Disabled
  | Refused<'authorization-required' | 'invalid-token' | 'expired-token'>

/** What is known of a token, apart from its expiry, which each request looks at anew. */
interface Known {
  readonly outcome: Bearer | Disabled | Refused<'invalid-token'>
  readonly expiresAtMs: number
}

interface Remembered {
  readonly known: Promise<Known>
  readonly untilMs: number
}

/** A second less than is allowed, for the query's own time. [token.revoked] */
const REMEMBERED_MS = REVOCATION_MS_MAX - 1_000
const REMEMBERED_MAX = 10_000
/** Ours have 43 characters; a longer text is not worth a query. */
const TOKEN_LENGTH_MAX = 256

const INVALID = refused('invalid-token')
const UNKNOWN: Known = { outcome: INVALID, expiresAtMs: Number.POSITIVE_INFINITY }

/** Takes the Authorization header as it came. */
export function signIn(deps: SignInDeps) {
  const remembered = new Map<string, Remembered>()
  // Apart, so that texts that are no tokens never push out those that are.
  const strange = new Map<string, Remembered>()

  return async (authorization: string | undefined): Promise<SignInOutcome> => {
    if (authorization === undefined) return refused('authorization-required')
    const token = bearerTokenOf(authorization)
    if (token === undefined) return INVALID
    const nowMs = deps.nowMs()
    const seen = remembered.get(token) ?? strange.get(token)
    const known = await (seen && nowMs < seen.untilMs ? seen.known : remember(token, nowMs))
    return nowMs < known.expiresAtMs ? known.outcome : refused('expired-token')
  }

  function remember(token: string, nowMs: number): Promise<Known> {
    const known = lookUp(token, deps)
    const untilMs = nowMs + REMEMBERED_MS
    keep(remembered, token, { known, untilMs })
    const forget = () => {
      if (remembered.get(token)?.known === known) remembered.delete(token)
    }
    // A failed query is not kept. A token that is unknown cannot become known: it is drawn anew for
    // whoever gets one.
    known.then((found) => {
      if (found !== UNKNOWN) return
      forget()
      keep(strange, token, { known, untilMs })
    }, forget)
    return known
  }
}

/** As the last; the oldest is forgotten where there are too many. */
function keep(all: Map<string, Remembered>, token: string, one: Remembered): void {
  all.delete(token)
  all.set(token, one)
  const oldest = all.keys().next()
  if (all.size > REMEMBERED_MAX && !oldest.done) all.delete(oldest.value)
}

async function lookUp(token: string, { clients, tokens }: SignInDeps): Promise<Known> {
  const stored = await tokens.find(hashOf(token))
  if (stored === undefined) return UNKNOWN
  const client = await clients.find(stored.clientId)
  if (client === undefined) return UNKNOWN
  return {
    outcome: outcomeOf(stored, client),
    expiresAtMs: stored.expiresAt.epochMilliseconds,
  }
}

function outcomeOf(stored: FoundToken, client: ApiClient): Known['outcome'] {
  if (stored.revokedAt !== null) return INVALID
  if (client.disabledAt !== null) {
    return { ...refused('client-disabled'), clientId: client.clientId }
  }
  return { clientId: client.clientId, scope: client.scope, accountIds: client.accountIds }
}

const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i // RFC 6750, 2.1

function bearerTokenOf(authorization: string): string | undefined {
  const token = BEARER.exec(authorization)?.[1]
  return token === undefined || token.length > TOKEN_LENGTH_MAX ? undefined : token
}
