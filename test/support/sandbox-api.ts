/** The whole brokerage with SANDBOX=on over a test's database, called without a network. */

import type { Database } from '../../src/postgres/database'
import { type Answer, openApi } from './api'
import { REAL_TIME } from './time'

export const SANDBOX_CLIENT = { id: 'pk_test_bot', secret: 'sk_test_of_a_bot_0123456789' } as const

const SETTINGS = {
  SANDBOX: 'on',
  // A Monday in New York, the opening of REGULAR.
  MARKET_CLOCK: '2026-03-02T09:30-05:00',
  PAPER_CLIENT_ID: SANDBOX_CLIENT.id,
  PAPER_CLIENT_SECRET: SANDBOX_CLIENT.secret,
  MARKET_SEED: '',
}

export async function openSandbox(
  database: Database,
  settings: Readonly<Record<string, string>> = {},
) {
  const opened = await openApi({
    database,
    feed: 'configured',
    time: REAL_TIME,
    env: { ...SETTINGS, ...settings },
  })
  let requests = 0

  function send(method: string, path: string, body?: unknown): Promise<Answer> {
    const requestId = /^\/(?:v1|paper)\//.test(path) ? `bot-${++requests}` : undefined
    return opened.send(method, path, { body, headers: { 'x-service-request-id': requestId } })
  }

  return {
    ...opened,
    send,
    get: (path: string) => send('GET', path),
    put: (path: string, body?: unknown) => send('PUT', path, body),
    post: (path: string, body?: unknown) => send('POST', path, body),
    remove: (path: string) => send('DELETE', path),
    advance: (duration: string) => send('POST', '/sandbox/clock', { advance: duration }),
    pin: (symbol: string, bidPrice: number, askPrice: number) =>
      send('PUT', `/sandbox/quotes/${symbol}`, { bidPrice, askPrice }),
  }
}

export type SandboxApi = Awaited<ReturnType<typeof openSandbox>>
