/**
 * A test's broker: its market, its accounts, and what happened. Further accounts and clients of a
 * test's broker. The broker as it was, again, or twice [snapshot.save] [snapshot.rewind]
 * [testkit.fork].
 */

import type { FillRecord, OrderRecord } from '../../api/wire/order-record'
import { newClientSecret } from '../../identity/secrets'
import { CLIENT_VARIABLES } from '../../lib/client-variables'
import { answered, type Client, type OrderEvent, openClient } from '../sdk'
import { parseMessage } from '../sdk/messages'
import { RefusalError } from '../sdk/refusal'
import { issueToken } from '../sdk/token'
import {
  type BrokerTime,
  type ForcedControls,
  forcedControls,
  type InOrder,
  inOrder,
  type MarketControls,
  ownStreams,
  type Sandbox,
  sandboxAt,
  steering,
} from './steer'

export type { BrokerClock } from './steer'

export interface Broker
  extends MarketControls,
    ForcedControls,
    People,
    Reads,
    TimeMachine,
    AsyncDisposable {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** The bot's own typed client. */
  readonly client: Client
  /** The bot's account. */
  readonly accountId: string
  /** What a bot reads from its environment: PAPER_URL, PAPER_CLIENT_ID, PAPER_CLIENT_SECRET. */
  readonly env: Readonly<Record<string, string>>
  /** For `X-Sandbox-Key`: every control is there over HTTP as well. */
  readonly sandboxKey: string
  /** The account's events up to now, oldest first. */
  events(option?: EventsSince): Promise<readonly OrderEvent[]>
  /**
   * A second broker that begins as this one is now; from then on neither knows of the other. Only
   * of a broker in this process.
   */
  fork(): Promise<Broker>
  /** Finishes what was accepted and ends the broker; `await using` calls it. */
  close(): Promise<void>
}

export interface EventsSince {
  /** Default: the bot's first account. */
  readonly accountId?: string
  /** The number of an event: those after it. Default: all. */
  readonly since?: number
}

interface BrokerDeps {
  readonly running: Running
  readonly bot: BotCredentials
  readonly sandboxKey: string
}

export async function brokerAt({ running, bot, sandboxKey }: BrokerDeps): Promise<Broker> {
  const { url } = running
  const sandbox = sandboxAt(url, sandboxKey)
  const queue = inOrder()
  const others = people({ url, sandbox, bot, inOrder: queue })
  const signedIn = openClient({ url, ...bot })
  const accountId = running.accountId ?? (await answered(signedIn.api.v1.account.get())).accountId
  const streams = ownStreams(signedIn, accountId)
  const { client } = streams

  // One for each account: a client of several would have to be told which accounts are new.
  const watchers = new Map<string, Promise<BotCredentials>>()
  const watcherOf = (id: string): Promise<BotCredentials> => {
    const watcher =
      watchers.get(id) ?? answered(sandbox.clients.post({ scope: 'READ_ONLY', accountIds: [id] }))
    watchers.set(id, watcher)
    return watcher
  }
  const clients = new Map<string, Client>()
  const readerOf = async (id: string): Promise<Client> => {
    const credentials = await watcherOf(id)
    const reader = clients.get(id) ?? openClient({ url, ...credentials })
    clients.set(id, reader)
    return reader
  }

  const market = steering({
    sandbox,
    inOrder: queue,
    streams,
    async next() {
      const api = (await readerOf(accountId)).api
      const { nextRegularOpeningAt, nextRegularClosingAt } = await answered(api.paper.clock.get())
      return { open: nextRegularOpeningAt, close: nextRegularClosingAt }
    },
  })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= queue(running.close)
    return closing
  }
  const fork = (): Promise<Broker> =>
    queue(async () => {
      if (running.fork === null) throw new Error('Only a broker in this process is forked.')
      return brokerAt({ running: await running.fork(), bot, sandboxKey })
    })
  const events = async ({ accountId: id = accountId, since = 0 }: EventsSince = {}) => {
    const { clientId, clientSecret } = await watcherOf(id)
    return readEventLog({ url, clientId, clientSecret, accountId: id, since })
  }
  return {
    ...market,
    events,
    ...timeMachine(sandbox, queue),
    ...forcedControls(sandbox, queue, streams),
    ...others,
    ...reads(async (id = accountId) => ({ client: await readerOf(id), accountId: id })),
    url,
    client,
    accountId,
    env: envOf(url, bot),
    sandboxKey,
    fork,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** What a test says of its broker, as the variables of a server. */
export interface BrokerOptions {
  /** The market's time at the start, ISO 8601. Default: a Monday, 10:00 in New York. */
  readonly clock?: string
  /** Market seconds per second. Default: 0, the clock stands still until it is moved. */
  readonly speed?: number
  /** Of the simulated market's prices. Default: 1. */
  readonly seed?: number
  /** US dollars of each new account. */
  readonly cash?: number
  /** How the orders of new accounts fill. */
  readonly profile?: 'ideal' | 'standard' | 'strict'
  /** The path of a scenario, whose settings stand in for those that are left out here. */
  readonly scenario?: string
  /** Further variables of the server; docs/operating.md lists them. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * `own`: the broker runs in this process, which must be Bun. `child`: in a process of its own.
   * Default: this one where it is Bun.
   */
  readonly process?: 'own' | 'child'
}

/** What a bot needs to know, by the names under which it reads them. */
export interface BotCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

export interface BrokerSettings {
  /** Every variable of the server that differs from its default. */
  readonly variables: Readonly<Record<string, string>>
  readonly bot: BotCredentials
  readonly sandboxKey: string
}

const MONDAY_AT_TEN = '2026-03-02T10:00-05:00'
/** The same in each run, and with it the ids of accounts and orders. */
const BOT = 'pk_test_bot'

export function settingsOf({
  clock,
  speed,
  seed,
  cash,
  profile,
  scenario,
  env = {},
}: BrokerOptions): BrokerSettings {
  const bot = {
    clientId: env.PAPER_CLIENT_ID ?? BOT,
    clientSecret: env.PAPER_CLIENT_SECRET ?? newClientSecret(),
  }
  const hasScenario = (scenario ?? env.SCENARIO) !== undefined
  const sandboxKey = env.SANDBOX_KEY ?? newClientSecret()
  const variables = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: 'memory',
    RATE_LIMIT: 'off',
    // Nobody could sign in: nothing shows the link.
    CONSOLE: 'off',
    // A scenario may name the time.
    ...((clock !== undefined || !hasScenario) && { MARKET_CLOCK: clock ?? MONDAY_AT_TEN }),
    MARKET_SPEED: decimal(speed ?? 0),
    ...(seed !== undefined && { MARKET_SEED: String(seed) }),
    ...(cash !== undefined && { INITIAL_CASH: decimal(cash) }),
    ...(profile !== undefined && { FILL_PROFILE: profile }),
    ...(scenario !== undefined && { SCENARIO: scenario }),
    ...env,
    PAPER_CLIENT_ID: bot.clientId,
    PAPER_CLIENT_SECRET: bot.clientSecret,
    SANDBOX: 'on',
    SANDBOX_KEY: sandboxKey,
  }
  return { variables, bot, sandboxKey }
}

/** As the settings are written: never with an exponent. */
const decimal = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 6 })

/** What is left out is as the broker's options have it. */
export interface AddedAccount {
  /** US dollars. */
  readonly cash?: number
  readonly profile?: 'ideal' | 'standard' | 'strict'
  /** The client that gets it. Default: the bot's. */
  readonly clientId?: string
}

export interface AddedClient {
  /** Default: TRADE. */
  readonly scope?: 'TRADE' | 'READ_ONLY'
  /** How many new accounts. Default: 1. */
  readonly accounts?: number
  /** Accounts that exist, in place of new ones. */
  readonly accountIds?: string[]
  readonly cash?: number
  readonly profile?: 'ideal' | 'standard' | 'strict'
}

/** A client, with what a bot needs to be it. */
export interface TestClient extends BotCredentials {
  readonly accountIds: readonly string[]
  readonly client: Client
  /** PAPER_URL, PAPER_CLIENT_ID and PAPER_CLIENT_SECRET. */
  readonly env: Readonly<Record<string, string>>
}

export const envOf = (url: string, { clientId, clientSecret }: BotCredentials) => ({
  [CLIENT_VARIABLES.url]: url,
  [CLIENT_VARIABLES.clientId]: clientId,
  [CLIENT_VARIABLES.clientSecret]: clientSecret,
})

export interface People {
  /** The id of a new account. */
  addAccount(options?: AddedAccount): Promise<string>
  addClient(options?: AddedClient): Promise<TestClient>
  /** Cancels the open orders, clears the holdings, sets the cash. */
  reset(accountId: string, cash?: number): Promise<void>
  /** Placing answers 423 for this account. */
  lock(accountId: string): Promise<void>
  unlock(accountId: string): Promise<void>
}

export interface PeopleDeps {
  readonly url: string
  readonly sandbox: Sandbox
  readonly bot: BotCredentials
  readonly inOrder: InOrder
}

export function people({ url, sandbox, bot, inOrder }: PeopleDeps): People {
  const accountOf = (accountId: string) => sandbox.accounts({ accountId })
  return {
    addAccount: (options = {}) =>
      inOrder(async () => {
        const made = sandbox.accounts.post({ clientId: bot.clientId, ...options })
        return (await answered(made)).accountId
      }),
    addClient: (options = {}) =>
      inOrder(async () => {
        const made = await answered(sandbox.clients.post(options))
        const { clientId, clientSecret, accountIds } = made
        const client = openClient({ url, clientId, clientSecret })
        return { clientId, clientSecret, accountIds, client, env: envOf(url, made) }
      }),
    reset: (accountId, cash) =>
      inOrder(async () => {
        await answered(accountOf(accountId).reset.post(cash === undefined ? {} : { cash }))
      }),
    lock: (accountId) =>
      inOrder(async () => void (await answered(accountOf(accountId).lock.put()))),
    unlock: (accountId) =>
      inOrder(async () => void (await answered(accountOf(accountId).lock.delete()))),
  }
}

/**
 * What happened, as the API tells it. The test reads as a client of its own, so that nothing of it
 * counts as the bot's.
 */
export interface OfAccount {
  /** Default: the bot's first account. */
  readonly accountId?: string
}

export interface OfInstrument extends OfAccount {
  readonly symbol?: string
}

export interface HeldShares {
  readonly symbol: string
  readonly quantity: number
  readonly sellableQuantity: number
  readonly averageBuyPrice: number
}

export interface BrokerBalance {
  readonly accountId: string
  /** USD, exact decimals. */
  readonly cashAmount: string
  readonly totalAssetAmount: string
  readonly buyingPower: string
}

export interface Reads {
  /** All orders, oldest first. */
  orders(option?: OfInstrument): Promise<readonly OrderRecord[]>
  /** All fills, oldest first. */
  fills(option?: OfInstrument): Promise<readonly FillRecord[]>
  holdings(option?: OfAccount): Promise<readonly HeldShares[]>
  /** Why the order has not filled, or why at its prices: one sentence a step, oldest first. */
  explain(orderId: string, option?: OfAccount): Promise<readonly string[]>
  /** Cash and buying power. */
  balance(option?: OfAccount): Promise<BrokerBalance>
}

/** `watcherOf` has the client that may read the account. */
export function reads(
  watcherOf: (accountId: string | undefined) => Promise<{ client: Client; accountId: string }>,
): Reads {
  const watching = async (accountId: string | undefined) => {
    const found = await watcherOf(accountId)
    return { api: found.client.api, headers: { 'x-service-account-id': found.accountId } }
  }
  return {
    async orders({ accountId, symbol } = {}) {
      const { api, headers } = await watching(accountId)
      return oldestFirst(async (cursor) => {
        const query = { ...PAGE, ...(symbol && { symbol }), ...(cursor && { cursor }) }
        const { orders, nextCursor } = await answered(api.v1.orders.get({ headers, query }))
        return { rows: orders, nextCursor }
      })
    },
    async fills({ accountId, symbol } = {}) {
      const { api, headers } = await watching(accountId)
      return oldestFirst(async (cursor) => {
        const query = { ...PAGE, ...(symbol && { symbol }), ...(cursor && { cursor }) }
        const { fills, nextCursor } = await answered(api.v1.orders.fills.get({ headers, query }))
        return { rows: fills, nextCursor }
      })
    },
    async holdings({ accountId } = {}) {
      const { api, headers } = await watching(accountId)
      return (await answered(api.v1.account.holdings.get({ headers }))).holdings
    },
    async explain(orderId, { accountId } = {}) {
      const { api, headers } = await watching(accountId)
      const told: string[] = []
      for (let cursor: string | undefined; ; ) {
        const query = cursor === undefined ? {} : { cursor }
        const page = api.paper.orders({ orderId }).explanation.get({ headers, query })
        const { steps, nextCursor } = await answered(page)
        told.push(...steps.map(({ text }) => text))
        if (nextCursor === undefined) return told
        cursor = nextCursor
      }
    },
    async balance({ accountId } = {}) {
      const { api, headers } = await watching(accountId)
      // Without the answer's own ids, so that a test may keep it whole: runs do not differ in it.
      const {
        requestId: _,
        requestedAt: __,
        ...balance
      } = await answered(api.v1.account.get({ headers }))
      return balance
    },
  }
}

const PAGE = { limit: 100 } as const

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor?: string | undefined
}

async function oldestFirst<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, nextCursor } = await read(cursor)
    found.push(...rows)
    if (nextCursor === undefined) return found.toReversed()
    cursor = nextCursor
  }
}

/** The events of an account up to now, as a stream sends them [stream.event]. */
interface EventLog extends BotCredentials {
  readonly url: string
  readonly accountId: string
  /** The number of an event: those after it are read. */
  readonly since: number
}

/** Needs the runtime's WebSocket, which Node has from 22 on. Rejects with a refusal. */
export async function readEventLog(log: EventLog): Promise<readonly OrderEvent[]> {
  if (typeof WebSocket === 'undefined') {
    throw new Error('events() needs a WebSocket, which Node has from 22 on')
  }
  const { url, accountId, since } = log
  const token = await issueToken(url, log, fetch, 'events')
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/stream`)
  const send = (message: object): void => socket.send(JSON.stringify(message))
  const found: OrderEvent[] = []
  let lastSeq = since
  try {
    return await new Promise((resolve, reject) => {
      socket.onopen = () => send({ type: 'authenticate', token })
      socket.onclose = () => reject(new Error('the stream has ended'))
      socket.onmessage = ({ data }) => {
        const message = parseMessage(data)
        if (message?.type === 'error') reject(new RefusalError(message.error, null))
        if (message?.type === 'ready') {
          const account = message.accounts.find((one) => one.accountId === accountId)
          lastSeq = account?.lastSeq ?? 0
          if (lastSeq <= since) resolve(found)
          else send({ type: 'subscribe', accountId, since })
        }
        if (message?.type !== 'order' && message?.type !== 'conditionalOrder') return
        if (message.type === 'order') found.push(message)
        if (message.seq >= lastSeq) resolve(found)
      }
    })
  } finally {
    socket.close()
  }
}

/** A broker that listens, in this process or in another. */
export interface Running {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** The bot's, where this start has made it, and says so. */
  readonly accountId: string | null
  /** Null where it runs in another process. */
  readonly fork: (() => Promise<Running>) | null
  /** Finishes what was accepted, and gives everything back. */
  close(): Promise<void>
}

/** A state of one broker; it can be restored any number of times. */
export interface SavedBroker {
  readonly snapshotId: string
  /** The market's time in it. */
  readonly now: string
}

export interface TimeMachine {
  snapshot(): Promise<SavedBroker>
  /** What came since is gone; open streams are closed. */
  restore(saved: SavedBroker): Promise<BrokerTime>
  /** The clock goes back, to where the broker began or to `to`; accounts are as they were made. */
  rewind(to?: string): Promise<BrokerTime>
}

export const timeMachine = (sandbox: Sandbox, inOrder: InOrder): TimeMachine => ({
  snapshot: () => inOrder(() => answered(sandbox.snapshots.post())),
  restore: ({ snapshotId }) =>
    inOrder(() => answered(sandbox.snapshots({ snapshotId }).restore.post())),
  rewind: (to) => inOrder(() => answered(sandbox.rewind.post(to === undefined ? {} : { to }))),
})
