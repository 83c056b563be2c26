/** One request, and what came back of it. */

export interface Answered {
  readonly status: number
  readonly body: unknown
  readonly replayed: boolean
}

/** Null if no answer came, or only a part of one. */
export type Reply = Answered | null

export interface Caller {
  readonly token: string
  readonly accountId: string
}

/** Longer than any request may take [request.deadline], on a machine that is busy. */
const PATIENCE_MS = 15_000

let requests = 0

export async function ask(
  origin: string,
  { token, accountId }: Caller,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Reply> {
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-service-account-id': accountId,
        'x-service-request-id': `crash-${++requests}`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return {
      status: response.status,
      body: await response.json(),
      replayed: response.headers.get('idempotent-replayed') === 'true',
    }
  } catch {
    return null
  }
}

/** A field of an object, or undefined. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

export const textOf = (value: unknown, name: string): string => String(fieldOf(value, name) ?? '')

export const codeOf = ({ body }: Answered): string => textOf(body, 'code')
