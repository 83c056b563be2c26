/** Requests the access token, and a fetch that signs each request with it. */
import { isEnvelope, RefusalError } from './refusal'

export interface TokenCache {
  /** Returns the token. Callers share one pending request. Throws the refusal or the failure. */
  current(): Promise<string>
  /** Drops this token, which was refused, unless a newer one has replaced it. */
  forget(token: string): void
}

/**
 * Renews a token when the server refuses it, not by the clock. Revocations, machines that slept and
 * wrong clocks then need no special case.
 */
export function tokenCache(issue: () => Promise<string>): TokenCache {
  let pending: Promise<string> | null = null
  let issued: string | null = null

  async function request(): Promise<string> {
    try {
      issued = await issue()
      return issued
    } catch (error) {
      pending = null
      throw error
    }
  }

  return {
    current() {
      pending ??= request()
      return pending
    },
    forget(token) {
      if (token !== issued) return
      issued = null
      pending = null
    },
  }
}

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Requests a token from `url` [token.request]. Throws the refusal or the failure. */
export async function issueToken(
  url: string,
  { clientId, clientSecret }: ClientCredentials,
  send: typeof fetch,
  requestId: string,
): Promise<string> {
  const response = await send(`${url}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'x-service-request-id': requestId },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (isIssued(answer)) return answer.access_token
  if (isEnvelope(answer)) throw new RefusalError(answer, response.status)
  throw new Error(`${url} answered a request for a token with ${response.status} and no token.`)
}

const isIssued = (answer: unknown): answer is { readonly access_token: string } =>
  typeof answer === 'object' &&
  answer !== null &&
  'access_token' in answer &&
  typeof answer.access_token === 'string'

/** A time or a date in JSON's quotes, percent-encoded. */
const QUOTED_TIME = /^%22(\d{4}-\d\d-\d\d(?:T[\w.%+-]+)?)%22$/

/**
 * Rewrites Eden's query for the server: each parameter once, with commas between the values of a
 * list [request.repeated-query], and times without quotes.
 */
function withServerQuery(address: string): string {
  const start = address.indexOf('?')
  if (start < 0) return address
  const values = new Map<string, string[]>()
  for (const part of address.slice(start + 1).split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s)
    const text = QUOTED_TIME.exec(value)?.[1] ?? value
    values.set(name, [...(values.get(name) ?? []), text])
  }
  const query = [...values].map(([name, list]) => `${name}=${list.join(',')}`)
  return `${address.slice(0, start)}?${query.join('&')}`
}

const UNAUTHORIZED = 401
/** Needs no token, so that it can be read while the server can issue none. */
const OPEN_PATH = /\/(?:livez|readyz|health)(?:\?|$)/
/** Codes that refuse the token alone. */
const TOKEN_ENDED: readonly string[] = ['expired-token', 'invalid-token']

interface Signature {
  readonly tokens: TokenCache
  readonly requestId: () => string
  /** Optional for a client that has one account [account-header.one-account]. */
  readonly accountId: string | undefined
}

/**
 * Adds the request id, the account and the token to each request, and repeats it once with a new
 * token if the token has ended. A header that the call sets stays.
 */
export function signedFetch(send: typeof fetch, { tokens, requestId, accountId }: Signature) {
  const signed = async (target: Parameters<typeof fetch>[0], init: RequestInit = {}) => {
    const input = typeof target === 'string' ? withServerQuery(target) : target
    const headers = new Headers(init.headers)
    if (!headers.has('x-service-request-id')) headers.set('x-service-request-id', requestId())
    if (accountId !== undefined && !headers.has('x-service-account-id')) {
      headers.set('x-service-account-id', accountId)
    }
    if (OPEN_PATH.test(input instanceof Request ? input.url : String(input))) {
      return send(input, { ...init, headers })
    }
    const attempt = async (): Promise<readonly [string, Response]> => {
      const token = await tokens.current()
      headers.set('authorization', `Bearer ${token}`)
      return [token, await send(input, { ...init, headers })]
    }
    try {
      const [token, response] = await attempt()
      if (!(await tokenHasEnded(response))) return response
      tokens.forget(token)
      // Even an order is safe to repeat: a request that is refused with 401 has done nothing.
      return (await attempt())[1]
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      return Response.json(error.envelope, { status: error.status ?? UNAUTHORIZED })
    }
  }
  // safe: it is only called; Bun's fetch also has a preconnect, which nothing here uses.
  return signed as typeof fetch
}

async function tokenHasEnded(response: Response): Promise<boolean> {
  if (response.status !== UNAUTHORIZED) return false
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return isEnvelope(answer) && TOKEN_ENDED.includes(answer.code)
}
