/** The access token (D2): asked for when it is first needed, and anew when it has been refused. */
import { isEnvelope, RefusalError } from './refusal'

export interface Tokens {
  /** Many callers at once share one request. Throws what it could not be had for. */
  current(): Promise<string>
  /** This one is refused now; a newer one, which somebody has asked for meanwhile, is kept. */
  forget(token: string): void
}

/**
 * A token is renewed when the server refuses it, not by the clock: a revocation, a machine that
 * slept and a clock that is wrong are then nothing special.
 */
export function keptToken(issue: () => Promise<string>): Tokens {
  let asked: Promise<string> | null = null
  let known: string | null = null

  async function ask(): Promise<string> {
    try {
      known = await issue()
      return known
    } catch (error) {
      asked = null
      throw error
    }
  }

  return {
    current() {
      asked ??= ask()
      return asked
    },
    forget(token) {
      if (token !== known) return
      known = null
      asked = null
    },
  }
}

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Asks the token endpoint of `url` (RFC 6749, 4.4.2). */
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
  throw new Error(`${url} answered ${response.status} where a token was asked for`)
}

const isIssued = (answer: unknown): answer is { readonly access_token: string } =>
  typeof answer === 'object' &&
  answer !== null &&
  'access_token' in answer &&
  typeof answer.access_token === 'string'
