/** The access token: requested when it is first needed, and again when the server refuses it. */
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
