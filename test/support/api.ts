/** The HTTP application over a trading floor, called without a network. */

import { type AppDeps, createApp } from '../../src/api/app'
import { streamService } from '../../src/api/v1/stream/service'
import { amount } from '../../src/core/money'
import { SYSTEM_PACE } from '../../src/core/pace'
import type { RateLimits } from '../../src/core/rate-limits'
import { openEvents } from '../../src/events/publish'
import { findClient } from '../../src/identity/clients'
import { findTokens, insertToken } from '../../src/identity/tokens'
import type { Feed } from '../../src/market/feed'
import { openInstruments } from '../../src/market/instruments'
import type { PinnedQuotes } from '../../src/market/pins'
import { rateAt } from '../../src/market/rates'
import { tradedNow } from '../../src/market/suspension'
import type { Database } from '../../src/store/database'
import { batched } from '../../src/store/pg/batched'
import { newToken } from '../../src/store/secrets'
import { listInstruments } from '../../src/store/tables/instruments'
import { CLIENT_ID, CLIENT_SECRET, openFloor } from './trading-floor'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface ApiSettings {
  /** Takes the place of what the app would be given. */
  readonly replace?: Partial<AppDeps>
  readonly rateLimits?: RateLimits | 'off'
  /** What is read and placed by; the floor's matcher keeps its steered one. */
  readonly feed?: Feed
  readonly stream?: 'on' | 'off'
  /** With the controls of D11; `feed` and `matchedBy` follow these pins if made of them. */
  readonly pins?: PinnedQuotes
  /** What the floor's matcher goes by instead of its steered one. */
  readonly matchedBy?: Feed
}

export async function openApi(database: Database, settings: ApiSettings = {}) {
  const floor = await openFloor(database, undefined, undefined, settings.matchedBy)
  const failures: unknown[] = []
  let wallMs = 1_700_000_000_000
  const { drizzle } = database
  const failed = (error: unknown) => failures.push(error)
  const events = await openEvents({ database, failed })
  floor.onCommit(events.committed)
  const stream =
    settings.stream === 'off' ? null : streamService({ events, elapsedMs: () => wallMs, failed })
  const listed = await openInstruments({
    load: () => listInstruments(database.drizzle),
    elapsedMs: () => 0,
    failed: (error) => failures.push(error),
  })
  const { desk, matcher, clock } = floor
  const { pins, feed = floor.feed } = settings
  const instruments = tradedNow(listed, feed, clock.now)
  const initialCash = amount('100000')
  const deps: AppDeps = {
    version: 'test',
    database,
    clients: { find: (clientId) => findClient(drizzle, clientId) },
    tokens: {
      find: batched((tokenHashes) => findTokens(drizzle, tokenHashes)),
      insert: (issued, secretHash) => insertToken(drizzle, issued, secretHash),
    },
    newToken,
    desk,
    feed,
    rateAt: (base, quote, at) => rateAt(1, base, quote, at),
    clock,
    instruments,
    rateLimits: settings.rateLimits ?? 'off',
    tokenLifetimeSeconds: 43_200,
    publicUrl: null,
    corsOrigins: null,
    health: async () => ({
      reasons: [],
      notices: [],
      pace: SYSTEM_PACE,
      market: { now: clock.now(), carriedTo: clock.now(), movedBy: 'this server' },
    }),
    report: (failure) => failures.push(failure),
    wallNowMs: () => wallMs,
    elapsedMs: () => wallMs,
    stream,
    ...(pins && {
      sandbox: {
        ...{ database, desk, matcher, clock, simulated: clock, feed, instruments, pins },
        beganAt: clock.now(),
        initialCash,
      },
    }),
    ...settings.replace,
  }
  const app = createApp(deps)
  let token: string | undefined

  async function send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const headers = new Headers({ 'x-service-request-id': 'test-request' })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (sent.body !== undefined && typeof sent.body !== 'string') {
      headers.set('content-type', 'application/json')
    }
    for (const [name, value] of Object.entries(sent.headers ?? {})) {
      if (value === undefined) headers.delete(name)
      else headers.set(name, value)
    }
    const response = await app.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers,
        ...(sent.body !== undefined && {
          body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body),
        }),
      }),
    )
    return answerOf(response)
  }

  const api = {
    app,
    deps,
    floor,
    failures,
    events,
    stream,
    /** Lets the system clock run, which tokens and rate limits live by. */
    passWallMs: (ms: number) => {
      wallMs += ms
    },
    send,
    get: (path: string, headers?: Sent['headers']) => send('GET', path, headers && { headers }),
    post: (path: string, body: unknown, headers?: Sent['headers']) =>
      send('POST', path, { body, ...(headers && { headers }) }),
    async signIn(id = CLIENT_ID, secret = CLIENT_SECRET): Promise<string> {
      const answer = await send('POST', '/v1/oauth/token', {
        body: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: undefined },
      })
      if (typeof answer.body.access_token !== 'string') {
        throw new Error(`no token: ${JSON.stringify(answer.body)}`)
      }
      token = answer.body.access_token
      return token
    },
  }
  return api
}

/** Throws where the body is no JSON object. */
export const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: objectOf(await response.json()),
})

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('the answer is no JSON object')
  return { ...value }
}
