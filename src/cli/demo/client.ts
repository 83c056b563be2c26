/** The API as typed functions: paths, bodies and answers are inferred from the server’s App. */
import { treaty } from '@elysiajs/eden'
import type { App } from '../../api/app'

const TOKEN_PATH = '/v1/oauth/token'

export type Client = ReturnType<typeof clientOf>

/** `authorize` is asked at every request, so that a token can be had later. */
export function clientOf(url: string, authorize: () => Readonly<Record<string, string>>) {
  let requests = 0
  return treaty<App>(url, {
    // Times stay the text that they are on the wire.
    parseDate: false,
    headers: () => ({ 'x-service-request-id': `demo-${++requests}`, ...authorize() }),
    onRequest: asForm,
  })
}

/** The token endpoint takes a form (RFC 6749, 4.4.2) where Eden sends JSON. */
function asForm(path: string, { body }: RequestInit): RequestInit | undefined {
  if (path !== TOKEN_PATH || typeof body !== 'string') return undefined
  const fields: Record<string, string> = JSON.parse(body)
  return {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

interface Answer<Data, Fault> {
  readonly data: Data | null
  readonly error: Fault | null
}

/** What was answered; throws what was refused. */
export async function answered<Data>(
  asked: Promise<Answer<Data, { readonly status: unknown; readonly value: unknown }>>,
): Promise<NonNullable<Data>> {
  const { data, error } = await asked
  if (data !== null && data !== undefined) return data
  // Eden gives a lost connection a status as well, which nobody has sent.
  if (error?.value instanceof Error) {
    throw new Error(`The server could not be reached: ${error.value.message}`)
  }
  throw new Error(`The server answered ${error?.status}: ${JSON.stringify(error?.value)}`)
}
