/** A brokerage to be asked over HTTP: a market that the test steers, and clients of each kind. */
import { eq } from 'drizzle-orm'
import type { Instrument } from '../../src/core/instrument'
import { amount } from '../../src/core/money'
import { Temporal } from '../../src/core/time'
import { createClient } from '../../src/identity/clients'
import { pinnedFeed } from '../../src/market/feeds/pinned'
import { US_INSTRUMENTS } from '../../src/market/instruments/us'
import { openPinnedQuotes } from '../../src/market/pins'
import type { Database } from '../../src/store/database'
import { accounts, clientAccounts, clients, instruments, tokens } from '../../src/store/schema'
import { hashOf } from '../../src/store/secrets'
import { createAccount } from '../../src/store/tables/accounts'
import { addInstruments } from '../../src/store/tables/instruments'
import { setHalted } from '../../src/store/tables/market-controls'
import { pinsChangedSince } from '../../src/store/tables/pinned-quotes'
import { type Body, must, textIn } from './answers'
import { type Answer, type ApiSettings, openApi, type Sent } from './api'
import { freshDatabase } from './database'
import { FEED } from './market-api'
import { instrumentNamed, MONDAY_AT_TEN } from './trading-floor'

export const SECRET = 'sk_test_0123456789'

/** Instruments of each state. The steered market shows prices of those that a test names. */
const SPECIAL: readonly Instrument[] = [
  { ...instrumentNamed('HALT'), tradable: 'SUSPENDED' },
  { ...instrumentNamed('SELLONLY'), tradable: 'SELL_ONLY' },
  { ...instrumentNamed('BUYONLY'), tradable: 'BUY_ONLY' },
  { ...instrumentNamed('NODAY'), dayMarketTradable: false },
  instrumentNamed('NOPRICE'),
]

export type Contract = Awaited<ReturnType<typeof openContract>>
export type Headers = Readonly<Record<string, string | undefined>>

export interface NewClient {
  readonly scope?: 'TRADE' | 'READ_ONLY'
  readonly accounts?: readonly string[]
}

let orders = 0

/** A LIMIT order to buy one share of AAPL for 9, with an id of its own. */
export const orderOf = (over: Body = {}): Body => ({
  symbol: 'AAPL',
  side: 'BUY',
  orderType: 'LIMIT',
  quantity: 1,
  limitPrice: 9,
  clientOrderId: `contract-${++orders}`,
  ...over,
})

export const marketOrder = (over: Body = {}): Body => {
  const { limitPrice: _, ...rest } = orderOf()
  return { ...rest, orderType: 'MARKET', ...over }
}

export interface ContractSettings extends ApiSettings {
  /**
   * The simulated market of seed 1 instead of the steered one, with all its instruments or few of
   * them, which costs the matcher less.
   */
  readonly simulated?: 'all' | 'few'
  /** The controls of D11 are there. Pins are seen in the simulated market only. */
  readonly sandbox?: 'on'
}

/**
 * It is Monday 2026-03-02, 10:00 in New York; AAPL and MSFT show 9.99 / 10.00, and the client that
 * is signed in has one account, `acc_1`, with 100,000 USD.
 */
export async function openContract({ simulated, sandbox, ...settings }: ContractSettings = {}) {
  const database = await freshDatabase()
  const { drizzle } = database
  await addInstruments(drizzle, simulated === 'all' ? [...US_INSTRUMENTS, ...SPECIAL] : SPECIAL)
  const pins = sandbox && (await openPins(database))
  const feed = pins === undefined ? FEED : pinnedFeed(FEED, pins)
  const api = await openApi(database, {
    ...settings,
    ...(pins && { pins }),
    ...(simulated !== undefined && { feed, matchedBy: feed }),
  })
  const { floor } = api
  for (const symbol of ['AAPL', 'MSFT', 'HALT', 'SELLONLY', 'BUYONLY', 'NODAY']) {
    floor.feed.show(symbol, '9.99', '10.00')
  }
  await floor.account('acc_1')
  await api.signIn()

  const place = (order: Body = orderOf(), headers: Headers = {}): Promise<Answer> =>
    api.post('/v1/orders', order, headers)

  return {
    ...api,
    database,
    place,
    delete: (path: string, headers?: Sent['headers']) =>
      api.send('DELETE', path, headers && { headers }),
    /** Places an order that must be accepted; its id. */
    placed: async (order: Body = orderOf(), headers: Headers = {}) =>
      textIn(must(await place(order, headers)), 'orderId'),
    order: async (orderId: string, headers?: Headers) =>
      must(await api.get(`/v1/orders/${orderId}`, headers)),
    cancel: (orderId: string, headers?: Headers) =>
      api.send('DELETE', `/v1/orders/${orderId}`, headers && { headers }),
    show: floor.feed.show,
    advance: floor.advance,
    /** The market up to then, carried out and committed. */
    advanceTo: (text: string) => floor.matcher.advanceTo(Temporal.Instant.from(text)),

    /** Makes a client; what it sends to be known. */
    async client(clientId: string, { scope = 'TRADE', accounts = [] }: NewClient = {}) {
      const createdAt = MONDAY_AT_TEN
      const secretHash = hashOf(SECRET)
      await createClient(drizzle, { clientId, userId: 'usr_test', secretHash, scope, createdAt })
      for (const accountId of accounts) {
        await createAccount(drizzle, clientId, {
          accountId,
          userId: 'usr_test',
          initialCash: amount('100000'),
          fillProfile: 'ideal@1',
          createdAt,
        })
      }
      return { clientId }
    },
    /** What a client sends to be known; it must have an account. */
    async tokenOf(clientId: string): Promise<{ readonly authorization: string }> {
      const answer = await api.send('POST', '/v1/oauth/token', tokenRequest(clientId))
      return { authorization: `Bearer ${textIn(must(answer), 'access_token')}` }
    },
    /** What an operator may do, in the database. */
    operator: {
      lock: (accountId: string, locked: boolean) =>
        drizzle
          .update(accounts)
          .set({ lockedAt: locked ? MONDAY_AT_TEN : null })
          .where(eq(accounts.accountId, accountId)),
      halt: (halted: boolean) => setHalted(drizzle, halted ? MONDAY_AT_TEN : null),
      disable: (clientId: string) =>
        drizzle
          .update(clients)
          .set({ disabledAt: MONDAY_AT_TEN })
          .where(eq(clients.clientId, clientId)),
      takeAccounts: (clientId: string) =>
        drizzle.delete(clientAccounts).where(eq(clientAccounts.clientId, clientId)),
      revokeTokens: (clientId: string) =>
        drizzle
          .update(tokens)
          .set({ revokedAt: MONDAY_AT_TEN })
          .where(eq(tokens.clientId, clientId)),
      setTradable: (symbol: string, tradable: Instrument['tradable']) =>
        drizzle.update(instruments).set({ tradable }).where(eq(instruments.symbol, symbol)),
    },
  }
}

const openPins = (database: Database) =>
  openPinnedQuotes({
    load: (readTo) => pinsChangedSince(database, readTo),
    elapsedMs: () => 0,
    failed: (error) => {
      throw error
    },
  })

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const tokenRequest = (clientId: string, secret = SECRET): Sent => ({
  body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${secret}`,
  headers: { ...FORM, authorization: undefined },
})

export { type Body, badParam, missing, must, textIn } from './answers'
