/** Every code that a message of the stream can be answered with, reached over a real socket. */
import { spyOn } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { SentMessage, STREAM_CODES } from '../../src/api/v1/stream/wire'
import type { Database } from '../../src/postgres/database'
import { clients } from '../../src/postgres/schema/identity'
import { clientAccounts } from '../../src/postgres/schema/trading'
import { lostConnection } from './faulty-database'
import type { openStreamApi } from './stream-api'
import type { StreamClient } from './stream-client'
import { CLIENT_ID, MONDAY_AT_TEN } from './trading-floor'

export type StreamApi = Awaited<ReturnType<typeof openStreamApi>>
export type StreamError = Extract<SentMessage, { readonly type: 'error' }>['error']
type Recipe = (api: StreamApi, database: Database) => Promise<StreamError>

/** How long a token, and its client, is remembered. [token.revoked] */
export const REMEMBERED_MS = 4_000

const errorOf = async (client: StreamClient): Promise<StreamError> =>
  (await client.next('error')).error

/** The error that a subscribed client gets after this message. */
const saying =
  (message: unknown): Recipe =>
  async (api) => {
    const client = await api.follow()
    client.send(message)
    return errorOf(client)
  }

/** The error that a client gets if this token is its first message. */
const authenticating = (api: StreamApi, token = api.token): Promise<StreamError> => {
  const client = api.open({})
  client.send({ type: 'authenticate', token })
  return errorOf(client)
}

/** `authorization-required` is not among them: a message that authenticates has a token. */
export type ReachedCode = Exclude<(typeof STREAM_CODES)[number], 'authorization-required'>

export const STREAM_RECIPES: Readonly<Record<ReachedCode, Recipe>> = {
  'malformed-message': saying('hello'),
  'missing-parameter': saying({ type: 'authenticate' }),
  'unknown-parameter': saying({ type: 'subscribe', from: 1 }),
  'invalid-parameter': saying({ type: 'subscribe', since: '1' }),
  'unexpected-message': saying({ type: 'authenticate', token: 'twice' }),
  'authentication-timeout': async (api) => {
    const client = api.open({})
    client.send({ type: 'subscribe' })
    await client.next('error')
    api.pass(5_000)
    await api.stream.check()
    return errorOf(client)
  },
  'invalid-token': (api) => authenticating(api, 'nobody'),
  'expired-token': (api) => {
    api.pass(43_200_000)
    return authenticating(api)
  },
  'client-disabled': async (api, { drizzle }) => {
    const disabled = { disabledAt: MONDAY_AT_TEN }
    await drizzle.update(clients).set(disabled).where(eq(clients.clientId, CLIENT_ID))
    api.pass(REMEMBERED_MS)
    return authenticating(api)
  },
  'too-many-streams': async (api) => {
    const open = Array.from({ length: 20 }, () => api.open())
    await Promise.all(open.map((client) => client.next('ready')))
    return authenticating(api)
  },
  'rate-limit-exceeded': async (api) => {
    const client = await api.follow()
    // Opening it and subscribing were the first two of a burst of 200.
    for (let sent = 2; sent < 200; sent++) {
      client.send({ type: 'unsubscribe' })
      await client.next('unsubscribed')
    }
    client.send({ type: 'unsubscribe' })
    return errorOf(client)
  },
  'account-mismatch': saying({ type: 'subscribe', accountId: 'acc_other' }),
  'account-not-found': async (api, { drizzle }) => {
    const client = await api.follow()
    await drizzle.delete(clientAccounts)
    api.pass(REMEMBERED_MS)
    await api.stream.check()
    await client.next('error')
    client.send({ type: 'subscribe' })
    return errorOf(client)
  },
  'since-out-of-range': saying({ type: 'subscribe', since: 1 }),
  'server-busy': (api) => {
    spyOn(api.events, 'lastSeqs').mockRejectedValueOnce(lostConnection())
    return authenticating(api)
  },
  'internal-error': (api) => {
    spyOn(api.events, 'lastSeqs').mockRejectedValueOnce(new Error('the inside'))
    return authenticating(api)
  },
}
