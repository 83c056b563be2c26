/**
 * A fetch that signs requests (D1, D2): with an id, the account, the token, and a new token where
 * it is over. A header that a call has of its own is left as it is.
 */
import { isEnvelope, RefusalError } from './refusal'
import type { Tokens } from './token'

const UNAUTHORIZED = 401
/** How the server is can be read without a token, also while it can issue none. */
const OPEN = /\/(?:livez|readyz|health)(?:\?|$)/
/** Refused for the token, and not for what was asked. */
const TOKEN_OVER: readonly string[] = ['expired-token', 'invalid-token']

interface Signature {
  readonly tokens: Tokens
  readonly requestId: () => string
  /** Undefined: of a client that has one. */
  readonly accountId: string | undefined
}

export function signedFetch(send: typeof fetch, { tokens, requestId, accountId }: Signature) {
  const signed = async (input: Parameters<typeof fetch>[0], init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('x-service-request-id')) headers.set('x-service-request-id', requestId())
    if (accountId !== undefined && !headers.has('x-service-account-id')) {
      headers.set('x-service-account-id', accountId)
    }
    if (OPEN.test(input instanceof Request ? input.url : String(input))) {
      return send(input, { ...init, headers })
    }
    const attempt = async (): Promise<readonly [string, Response]> => {
      const token = await tokens.current()
      headers.set('authorization', `Bearer ${token}`)
      return [token, await send(input, { ...init, headers })]
    }
    try {
      const [token, response] = await attempt()
      if (!(await isOver(response))) return response
      tokens.forget(token)
      // Safe to say again, an order too: what is refused with 401 has not been looked at.
      return (await attempt())[1]
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      return Response.json(error.envelope, { status: error.status ?? UNAUTHORIZED })
    }
  }
  // safe: it is only called; Bun's fetch also has a preconnect, browsers' have not.
  return signed as typeof fetch
}

async function isOver(response: Response): Promise<boolean> {
  if (response.status !== UNAUTHORIZED) return false
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return isEnvelope(answer) && TOKEN_OVER.includes(answer.code)
}
