/** The whole brokerage with SANDBOX=on over a test's database, called without a network. */

import { brokerageOver } from '../../src/compose/brokerage'
import { readConfig } from '../../src/config/config'
import type { Database } from '../../src/store/database'

export const SANDBOX_CLIENT = { id: 'pk_test_bot', secret: 'sk_test_of_a_bot_0123456789' } as const

/** A Monday in New York, the opening of REGULAR. */
const MONDAY_AT_THE_OPEN = '2026-03-02T09:30-05:00'

const SETTINGS = {
  SANDBOX: 'on',
  MARKET_CLOCK: MONDAY_AT_THE_OPEN,
  MARKET_SPEED: '0',
  RATE_LIMIT: 'off',
  FILL_PROFILE: 'ideal',
  PAPER_CLIENT_ID: SANDBOX_CLIENT.id,
  PAPER_CLIENT_SECRET: SANDBOX_CLIENT.secret,
}

export interface SandboxAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, unknown>
}

export async function openSandbox(
  database: Database,
  settings: Readonly<Record<string, string>> = {},
) {
  const read = readConfig({ ...SETTINGS, ...settings })
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  const failures: unknown[] = []
  const brokerage = await brokerageOver(database, read.config, {
    request: (failure) => failures.push(failure),
    background: (error) => failures.push(error),
  })
  let token = ''
  let requests = 0

  async function send(method: string, path: string, body?: unknown): Promise<SandboxAnswer> {
    const headers = new Headers({ authorization: `Bearer ${token}` })
    if (path.startsWith('/v1/')) headers.set('x-service-request-id', `bot-${++requests}`)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const response = await brokerage.app.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }

  const api = {
    brokerage,
    failures,
    send,
    get: (path: string) => send('GET', path),
    put: (path: string, body?: unknown) => send('PUT', path, body),
    post: (path: string, body?: unknown) => send('POST', path, body),
    remove: (path: string) => send('DELETE', path),
    advance: (duration: string) => send('POST', '/sandbox/clock', { advance: duration }),
    pin: (symbol: string, bidPrice: number, askPrice: number) =>
      send('PUT', `/sandbox/quotes/${symbol}`, { bidPrice, askPrice }),
    /** The token endpoint's answer. */
    async issueToken(id: string = SANDBOX_CLIENT.id, secret: string = SANDBOX_CLIENT.secret) {
      const response = await brokerage.app.handle(
        new Request('http://localhost/v1/oauth/token', {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'x-service-request-id': 'sign-in',
          },
          body: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
        }),
      )
      const body: SandboxAnswer['body'] = Object(await response.json())
      return body
    },
    async signIn(id?: string, secret?: string) {
      token = String((await api.issueToken(id, secret)).access_token)
    },
    /** A request without a token. */
    signOut: () => {
      token = ''
    },
  }
  await api.signIn()
  return api
}

export type SandboxApi = Awaited<ReturnType<typeof openSandbox>>
