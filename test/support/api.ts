/**
 * The helper for tests of the API: the brokerage as the server composes it, on time that the test
 * moves, over a market that shows what the test says, called without a network.
 */

import type { Instrument } from '../../src/core/instrument'
import { Temporal } from '../../src/core/time'
import { addInstruments } from '../../src/ledger/instruments'
import type { Feed } from '../../src/market/feed'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { simulatedClock } from '../../src/market/simulated-clock'
import type { Database } from '../../src/postgres/database'
import { type Overrides, openBrokerage, type Reports } from '../../src/server/compose/brokerage'
import type { Time } from '../../src/server/compose/market-clock'
import { type Config, type Environment, readConfig } from '../../src/server/config/config'
import { type Body, must, textIn } from './answers'
import { freshDatabase } from './database'
import { operatorOf } from './operator'
import { orderOf } from './orders'
import { steeredFeed } from './steered-feed'
import { steeredTime } from './time'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  floorOver,
  furnish,
  instrumentNamed,
  MONDAY_AT_TEN,
} from './trading-floor'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, unknown>
}

export interface Sent {
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown
  /** `undefined` leaves out a header that is sent otherwise. */
  readonly headers?: SentHeaders
}

export type SentHeaders = Readonly<Record<string, string | undefined>>

export interface ApiSettings {
  /** Default: the database that all files of the run share, emptied. */
  readonly database?: Database
  /** Default: steered by `floor.feed`. `configured`: the server's own, with all instruments. */
  readonly feed?: Feed | 'configured'
  /** Listed besides AAPL and MSFT if the feed is not the configured one. Default: SPECIAL. */
  readonly instruments?: readonly Instrument[]
  /** Accounts of the client `pk_test`, with 100,000 USD each. Default: `acc_1`. */
  readonly accounts?: readonly string[]
  /**
   * Variables of the server. By default the market stands still on a Monday, 10:00 in New York,
   * without rate limits. With PAPER_CLIENT_ID that client takes the place of `pk_test`.
   */
  readonly env?: Environment
  /** What `env` would say, as values. */
  readonly config?: Partial<Config>
  /** Default: moved by `pass` alone. */
  readonly time?: Time
  readonly onCommitted?: Overrides['onCommitted']
  /** Called for each request when it is answered. */
  readonly answered?: Reports['answered']
}

const STANDING: Environment = {
  DATA_DIR: 'memory',
  FILL_PROFILE: 'ideal',
  MARKET_CLOCK: '2026-03-02T10:00-05:00',
  MARKET_SEED: '1',
  MARKET_SPEED: '0',
  RATE_LIMIT: 'off',
}

/** The simulated market of seed 1. */
export const FEED = simulatedFeed({ seed: 1, instruments: US_INSTRUMENTS })

export function configOf(env: Environment): Config {
  const read = readConfig(env)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return read.config
}

/** One of each state; NOPRICE has no price. */
const SPECIAL: readonly Instrument[] = [
  { ...instrumentNamed('HALT'), tradable: 'SUSPENDED' },
  { ...instrumentNamed('SELLONLY'), tradable: 'SELL_ONLY' },
  { ...instrumentNamed('BUYONLY'), tradable: 'BUY_ONLY' },
  { ...instrumentNamed('NODAY'), dayMarketTradable: false },
  instrumentNamed('NOPRICE'),
]

/** The steered market shows 9.99 / 10.00 of these, until a test shows something else. */
const SHOWN = ['AAPL', 'MSFT', 'HALT', 'SELLONLY', 'BUYONLY', 'NODAY']

export type Api = Awaited<ReturnType<typeof openApi>>

export async function openApi(settings: ApiSettings = {}) {
  const database = settings.database ?? (await freshDatabase())
  const config = { ...configOf({ ...STANDING, ...settings.env }), ...settings.config }
  const steered = steeredFeed()
  const steeredNow = steeredTime()
  const failures: unknown[] = []
  const isConfigured = settings.feed === 'configured'
  if (!isConfigured) await addInstruments(database.drizzle, settings.instruments ?? SPECIAL)
  if (config.client === null) {
    await furnish(database, MONDAY_AT_TEN, isConfigured ? [] : ['AAPL', 'MSFT'])
  }
  const brokerage = await openBrokerage(
    config,
    {
      request: (failure) => failures.push(failure),
      background: (_, error) => failures.push(error),
      ...(settings.answered && { answered: settings.answered }),
    },
    {
      database,
      time: settings.time ?? steeredNow,
      checksAnswers: true,
      ...(settings.onCommitted && { onCommitted: settings.onCommitted }),
      ...(settings.feed !== 'configured' && { feed: settings.feed ?? steered, instruments: [] }),
    },
  )
  const { app, inside } = brokerage
  const floor = {
    ...floorOver({
      database,
      matcher: inside.matcher,
      feed: inside.app.feed,
      sequencer: inside.app.sequencer,
      // The system clock is not moved.
      clock: inside.simulated ?? simulatedClock(brokerage.clock.now(), 0),
    }),
    feed: steered,
    failures,
  }
  for (const symbol of SHOWN) steered.show(symbol, '9.99', '10.00')
  const client = config.client ?? { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  if (config.client === null) {
    for (const accountId of settings.accounts ?? ['acc_1']) await floor.account(accountId)
  }
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
    const body = typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body)
    const init = { method, headers, ...(sent.body !== undefined && { body }) }
    return answerOf(await app.handle(new Request(`http://localhost${path}`, init)))
  }

  const issueToken = (id = client.clientId, secret = client.clientSecret): Promise<Answer> =>
    send('POST', '/v1/oauth/token', tokenRequest(id, secret))

  async function tokenOf(id?: string, secret?: string): Promise<string> {
    const answer = await issueToken(id, secret)
    if (typeof answer.body.access_token !== 'string') throw new Error(`no token: ${answer.text}`)
    return answer.body.access_token
  }

  async function signIn(id?: string, secret?: string): Promise<string> {
    token = await tokenOf(id, secret)
    return token
  }

  const operator = operatorOf(database)
  const get = (path: string, headers?: SentHeaders) => send('GET', path, headers && { headers })
  const place = (order: Body = orderOf(), headers: SentHeaders = {}) =>
    send('POST', '/v1/orders', { body: order, headers })
  const bearerOf = async (id?: string, secret?: string) => ({
    authorization: `Bearer ${await tokenOf(id, secret)}`,
  })
  let traders = 0

  /** Adds a client whose account nobody has used, and returns its id. */
  async function addTrader(): Promise<string> {
    const name = `trader_${++traders}`
    const { clientId } = await operator.addClient(`pk_test_${name}`, { accounts: [`acc_${name}`] })
    return clientId
  }

  const api = {
    app,
    brokerage,
    database,
    /** What the application was made of: for one that differs in a part. */
    deps: inside.app,
    stream: inside.app.stream,
    events: inside.events,
    floor,
    /** Every fault of the server's own. */
    failures,
    operator,
    /** Lets the server's time pass, not the market's: tokens, rate limits, jobs. */
    pass: steeredNow.pass,
    /** Forward only, without carrying out what is between. */
    moveTo: (text: string) => floor.clock.moveTo(Temporal.Instant.from(text)),
    /** The market up to then, carried out and committed. */
    advanceTo: (text: string) => floor.matcher.advanceTo(Temporal.Instant.from(text)),
    send,
    get,
    delete: (path: string, headers?: SentHeaders) => send('DELETE', path, headers && { headers }),
    post: (path: string, body: unknown, headers?: SentHeaders) =>
      send('POST', path, { body, ...(headers && { headers }) }),
    put: (path: string, body?: unknown, headers?: SentHeaders) =>
      send('PUT', path, { body, ...(headers && { headers }) }),
    issueToken,
    /** A token of this client; requests go on with the one they had. */
    tokenOf,
    /** The header of this client's requests. */
    bearerOf,
    /** The header of a new client's requests, whose account nobody has used. */
    newTrader: async () => bearerOf(await addTrader(), CLIENT_SECRET),
    place,
    /** Places an order that must be accepted; its id. */
    placed: async (order?: Body, headers?: SentHeaders) =>
      textIn(must(await place(order, headers)), 'orderId'),
    order: async (orderId: string, headers?: SentHeaders) =>
      must(await get(`/v1/orders/${orderId}`, headers)),
    cancel: (orderId: string, headers?: SentHeaders) =>
      send('DELETE', `/v1/orders/${orderId}`, headers && { headers }),
    show: steered.show,
    advance: floor.advance,
    /** From now on requests carry a token of this client. */
    signIn,
    /** From now on requests carry a token of a new client, whose account nobody has used. */
    signInTrader: async () => signIn(await addTrader(), CLIENT_SECRET),
    /** From now on requests carry no token. */
    signOut(): void {
      token = undefined
    },
    close: brokerage.close,
  }
  await signIn()
  return api
}

/** Throws if the body is no JSON object; a file has an empty one. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  const isFile = headers.get('content-type')?.startsWith('text/csv')
  const body: unknown = isFile ? {} : JSON.parse(text)
  if (typeof body !== 'object' || body === null) throw new Error(`no JSON object: ${text}`)
  return { status, headers, text, body: { ...body } }
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const tokenRequest = (id: string, secret = CLIENT_SECRET): Sent => ({
  body: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
  headers: { ...FORM, authorization: undefined },
})
