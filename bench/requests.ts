/** What the generator sends: whole HTTP requests as text. */
import { accountsOf, CONNECTIONS, clientOf, LIMIT_PRICE, SYMBOLS } from './market'

export type Workload =
  | { readonly kind: 'orders' }
  /** The same GET again and again. */
  | { readonly kind: 'reads'; readonly path: string; readonly accountId?: string }

/** Makes the connection's next request. */
export type NextRequest = () => string

const HOST = '127.0.0.1'

export interface Caller {
  readonly connection: number
  readonly token: string
  /** Different for each run, so that no id of a client is used twice. */
  readonly run: string
}

export function requestsOf(workload: Workload, caller: Caller): NextRequest {
  switch (workload.kind) {
    case 'orders':
      return orderRequests(caller)
    case 'reads':
      return readRequests(workload, caller)
  }
}

function orderRequests({ connection, token, run }: Caller): NextRequest {
  // More connections than clients share their accounts.
  const accounts = accountsOf(connection % CONNECTIONS)
  const pick = picks(connection)
  let sent = 0
  return () => {
    sent++
    const clientOrderId = `${run}-${connection}-${sent}`
    const order = JSON.stringify({
      symbol: pick(SYMBOLS),
      side: 'BUY',
      orderType: 'LIMIT',
      quantity: 1,
      limitPrice: LIMIT_PRICE,
      clientOrderId,
    })
    return (
      `POST /v1/orders HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer ${token}\r\n` +
      `X-Service-Request-Id: ${clientOrderId}\r\nX-Service-Account-Id: ${pick(accounts)}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${order.length}\r\n\r\n${order}`
    )
  }
}

function readRequests(
  { path, accountId }: { readonly path: string; readonly accountId?: string },
  { connection, token, run }: Caller,
): NextRequest {
  const account = accountId === undefined ? '' : `X-Service-Account-Id: ${accountId}\r\n`
  const request =
    `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer ${token}\r\n` +
    `X-Service-Request-Id: ${run}-${connection}\r\n${account}\r\n`
  return () => request
}

/** Picks as if by chance, and in the same way in every run (Knuth's 32-bit generator). */
function picks(seed: number) {
  let state = seed
  return (choices: readonly string[]): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return choices[Math.floor((state / 2 ** 32) * choices.length)] ?? ''
  }
}

/** A token of each connection's client. */
export const signInAll = (origin: string): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => signIn(origin, connection)))

/** Returns a token of the connection's client. Throws if the server refuses. */
export async function signIn(origin: string, connection: number): Promise<string> {
  const { clientId, clientSecret } = clientOf(connection)
  const response = await fetch(`${origin}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'x-service-request-id': `sign-in-${connection}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const body: unknown = await response.json()
  if (typeof body === 'object' && body !== null && 'access_token' in body) {
    return String(body.access_token)
  }
  throw new Error(`no token for ${clientId}: ${JSON.stringify(body)}`)
}
