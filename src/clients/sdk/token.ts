/**
 * The access token: requested when it is first needed, and again when the server refuses it. A
 * fetch that adds to each request its id, the account and the token, and repeats one whose token
 * has ended with a new token. A header that a call sets itself is left as it is.
 */
import { isEnvelope, RefusalError } from './refusal'

export interface TokenCache {
  /** Callers share one pending request. Throws why there is no token. */
  current(): Promise<string>
  /** Drops this token, which was refused. A newer one, requested meanwhile, stays. */
  forget(token: string): void
}

/**
 * A token is renewed when the server refuses it, not by the clock: a revocation, a machine that
 * slept and a wrong clock are then no special cases.
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

/** Requests a token from `url` [token.request]. Throws the refusal, or why there is no answer. */
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

/** A time or a date as JSON writes it, percent-encoded. */
const QUOTED_TIME = /^%22(\d{4}-\d\d-\d\d(?:T[\w.%+-]+)?)%22$/

/**
 * The query of an address as the server reads it. Eden repeats the parameter of a list, which the
 * server reads by commas, and puts a Temporal.Instant or PlainDate in quotes.
 *
 * The same address with each parameter once [request.repeated-query], and times without quotes.
 */
export function asServerReads(address: string): string {
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
/** The server's health can be read without a token, also while it can issue none. */
const OPEN_PATH = /\/(?:livez|readyz|health)(?:\?|$)/
/** Codes that refuse the token, and not the request. */
const TOKEN_ENDED: readonly string[] = ['expired-token', 'invalid-token']

interface Signature {
  readonly tokens: TokenCache
  readonly requestId: () => string
  /** Undefined for a client that has one account [account-header.one-account]. */
  readonly accountId: string | undefined
}

export function signedFetch(send: typeof fetch, { tokens, requestId, accountId }: Signature) {
  const signed = async (asked: Parameters<typeof fetch>[0], init: RequestInit = {}) => {
    const input = typeof asked === 'string' ? asServerReads(asked) : asked
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
      // Safe to repeat, an order too: a request that is refused with 401 was not looked at.
      return (await attempt())[1]
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      return Response.json(error.envelope, { status: error.status ?? UNAUTHORIZED })
    }
  }
  // safe: it is only called; Bun's fetch also has a preconnect, browsers' have not.
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
