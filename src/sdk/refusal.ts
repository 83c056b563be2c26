/** What the server has refused, as an error that says which code it was. */

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
  /** The HTTP status; null where it was refused on the stream. */
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

  /** Refused over HTTP for now, and not for what was asked. */
  get isPassing(): boolean {
    return (
      this.status !== null && (this.status === TOO_MANY_REQUESTS || this.status >= SERVER_ERROR)
    )
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

/** What was answered; a refusal is thrown as a RefusalError, a lost connection as its own error. */
export async function answered<Data>(asked: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error } = await asked
  if (data !== null && data !== undefined) return data
  const value = error?.value
  if (value instanceof Error) throw value
  if (isEnvelope(value)) throw new RefusalError(value, Number(error?.status))
  throw new Error(`The server answered ${error?.status}: ${JSON.stringify(value)}`)
}
