/** A server's refusal as an error with its code, and answers without one. */

/** The body of a refusal. */
export interface Envelope {
  readonly type: string
  /** Branch on this one. */
  readonly code: string
  readonly message: string
  readonly param?: string
  readonly requestId?: string
  readonly data?: Readonly<Record<string, string | number>>
  readonly docUrl?: string
}

const TOO_MANY_REQUESTS = 429
const SERVER_ERROR = 500

export class RefusalError extends Error {
  readonly envelope: Envelope
  /** The HTTP status; null for a refusal on the stream. */
  readonly status: number | null

  constructor(envelope: Envelope, status: number | null) {
    super(envelope.message)
    this.name = 'RefusalError'
    this.envelope = envelope
    this.status = status
  }

  get code(): string {
    return this.envelope.code
  }

  /** The same request may succeed later: the server was busy or failing. False on the stream. */
  get isTemporary(): boolean {
    return (
      this.status !== null && (this.status === TOO_MANY_REQUESTS || this.status >= SERVER_ERROR)
    )
  }
}

/**
 * The stream was given no account, and the client has several [stream.account]. The server's
 * refusal does not list them; `ready` did.
 */
export class SeveralAccountsError extends RefusalError {
  readonly accountIds: readonly string[]

  constructor(envelope: Envelope, accountIds: readonly string[]) {
    super(envelope, null)
    this.name = 'SeveralAccountsError'
    this.message = `This client has several accounts (${accountIds.join(', ')}): name an accountId.`
    this.accountIds = accountIds
  }
}

export const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'message' in value &&
  typeof value.message === 'string'

interface Answer<Data> {
  readonly data: Data | null
  readonly error: { readonly status: unknown; readonly value: unknown } | null
}

/** The data of an answer. Throws a refusal as a RefusalError, and a lost connection as it is. */
export async function answered<Data>(call: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error } = await call
  if (data !== null && data !== undefined) return data
  const value = error?.value
  // Eden gives a lost connection a status as well, which no server has sent.
  if (value instanceof Error) throw value
  if (isEnvelope(value)) throw new RefusalError(value, Number(error?.status))
  throw new Error(`The server answered ${error?.status}: ${JSON.stringify(value)}`)
}

/**
 * Takes a refusal out of the field `error`, in which a server with COMPAT=next nests it
 * [run.compat], so that the rest of the client knows one form.
 */
export function withFlatEnvelopes(send: typeof fetch): typeof fetch {
  const flat = async (...asked: Parameters<typeof fetch>) => {
    const response = await send(...asked)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    if (response.ok || !isJson) return response
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    const { error } = Object(answer)
    if (!isEnvelope(error)) return response
    const { status, headers } = response
    return new Response(JSON.stringify(error), { status, headers })
  }
  // safe: as in ./signed-fetch.ts.
  return flat as typeof fetch
}
