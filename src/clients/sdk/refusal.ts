/** The body of a server's refusal. */
export interface Envelope {
  readonly type: string
  /** Programs branch on this one. */
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

  /** True if the server was busy or failing, so that a retry may succeed. False on the stream. */
  get isTemporary(): boolean {
    return (
      this.status !== null && (this.status === TOO_MANY_REQUESTS || this.status >= SERVER_ERROR)
    )
  }
}

/**
 * The stream was given no account, and the client has several [stream.account]. The list comes from
 * `ready`, since the server's refusal has none.
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

/** Returns the data of an answer. Throws a RefusalError, or the error of a lost connection. */
export async function answered<Data>(call: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error } = await call
  if (data !== null && data !== undefined) return data
  const value = error?.value
  // Eden gives a lost connection a status too, which no server has sent.
  if (value instanceof Error) throw value
  if (isEnvelope(value)) throw new RefusalError(value, Number(error?.status))
  throw new Error(`The server answered ${error?.status}: ${JSON.stringify(value)}`)
}

/**
 * Takes a refusal out of the field `error`, in which a server with COMPAT=next nests it
 * [run.compat]. The rest of the client then handles one form.
 */
export function withFlatEnvelopes(send: typeof fetch): typeof fetch {
  const flat = async (...request: Parameters<typeof fetch>) => {
    const response = await send(...request)
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
  // safe: as in `signedFetch`.
  return flat as typeof fetch
}
