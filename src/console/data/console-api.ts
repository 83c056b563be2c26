/** Calls of the console's own API, by the session's cookie. The rest goes through the client. */
import { type Envelope, RefusalError } from '../../sdk'

/** Of the session: each change carries it, and no other site can read it. */
let csrf: string | null = null

export function useCsrf(token: string | null): void {
  csrf = token
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The answer of `/console/api/<path>`; null for one without content. Throws a RefusalError where
 * the server refuses, and the browser's own error where it does not answer.
 */
export async function consoleCall<Answer>(
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`/console/api/${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(csrf !== null && method !== 'GET' && { 'x-csrf-token': csrf }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  if (!response.ok) throw new RefusalError(envelopeOf(answer, response.status), response.status)
  // safe: the server's schemas check what it answers on these paths.
  return answer as Answer
}

const envelopeOf = (answer: unknown, status: number): Envelope => {
  const { code, message } = Object(answer)
  if (typeof code === 'string' && typeof message === 'string') return Object(answer)
  return { type: 'server', code: 'internal-error', message: `The server answered ${status}.` }
}
