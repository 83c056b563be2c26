/**
 * A fetch that adds to each request its id, the account and the token, and repeats one whose token
 * has ended with a new token. A header that a call sets itself is left as it is.
 */
import { isEnvelope, RefusalError } from './refusal'
import type { TokenCache } from './token'

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
