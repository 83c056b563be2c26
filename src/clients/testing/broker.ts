/**
 * A test's broker: controls for its market, accounts and snapshots, and reads of what happened
 * [snapshot.save] [snapshot.rewind] [testkit.fork].
 */
import type { FillRecord, OrderRecord } from '../../api/wire/orders'
import { newClientSecret } from '../../identity/secrets'
import { CLIENT_VARIABLES } from '../../lib/client-variables'
import { type AccountEvent, answered, type Client, openClient } from '../sdk'
import { readEventLog } from './event-log'
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
    AccountControls,
    Reads,
    SnapshotControls,
    AsyncDisposable {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** The bot's client. */
  readonly client: Client
  /** The bot's account. */
  readonly accountId: string
  /** The environment of a bot: PAPER_URL, PAPER_CLIENT_ID and PAPER_CLIENT_SECRET. */
  readonly env: Readonly<Record<string, string>>
  /** The value of `X-Sandbox-Key`, for the same controls over HTTP. */
  readonly sandboxKey: string
  /** Returns the events of orders and conditional orders up to now, oldest first. */
  events(option?: EventsSince): Promise<readonly AccountEvent[]>
  /**
   * Returns a second broker with the state that this one has now. They share nothing from then on.
   * Throws unless the broker runs in this process.
   */
  fork(): Promise<Broker>
  /** Finishes accepted work and ends the broker; `await using` calls it. */
  close(): Promise<void>
}

export interface EventsSince {
  /** Default: the bot's first account. */
  readonly accountId?: string
  /** Reads the events after this number. Default: all. */
  readonly since?: number
}

interface BrokerDeps {
  readonly running: RunningBroker
  readonly bot: BotCredentials
  readonly sandboxKey: string
}

export async function brokerAt({ running, bot, sandboxKey }: BrokerDeps): Promise<Broker> {
  const { url } = running
  const sandbox = sandboxAt(url, sandboxKey)
  const queue = inOrder()
  const accounts = accountControls({ url, sandbox, bot, inOrder: queue })
  const signedIn = openClient({ url, ...bot })
  const accountId = running.accountId ?? (await answered(signedIn.api.v1.account.get())).accountId
  const streams = ownStreams(signedIn, accountId)
  const { client } = streams

  // One client for each account, so that a new account needs no change of an existing client.
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
      if (running.fork === null) throw new Error('Only a broker in this process can be forked.')
      return brokerAt({ running: await running.fork(), bot, sandboxKey })
    })
  const events = async ({ accountId: id = accountId, since = 0 }: EventsSince = {}) => {
    const { clientId, clientSecret } = await watcherOf(id)
    return readEventLog({ url, clientId, clientSecret, accountId: id, since })
  }
  return {
    ...market,
    events,
    ...snapshotControls(sandbox, queue),
    ...forcedControls(sandbox, queue, streams),
    ...accounts,
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

/** Options of `startBroker`, most of which set a variable of the server. */
export interface BrokerOptions {
  /** The market's time at the start, ISO 8601. Default: a Monday, 10:00 in New York. */
  readonly clock?: string
  /** Market seconds per second. Default: 0, the clock stands still until a test moves it. */
  readonly speed?: number
  /** The seed of the simulated prices. Default: 1. */
  readonly seed?: number
  /** US dollars of each new account. */
  readonly cash?: number
  /** How the orders of new accounts fill. */
  readonly profile?: 'ideal' | 'standard' | 'strict'
  /** The path of a scenario. Its settings are the defaults of these options. */
  readonly scenario?: string
  /** Further variables of the server; docs/operating.md lists them. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * `own` runs the broker in this process, which must be Bun; `child` starts another process.
   * Default: `own` in Bun, otherwise `child`.
   */
  readonly process?: 'own' | 'child'
}

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
/** Constant, so that the ids of accounts and orders are the same in each run. */
const BOT = 'pk_test_bot'

/** The variables of a server for these options. */
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
    // A test has nobody who could sign in.
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

/** Without an exponent, as settings are written. */
const decimal = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 6 })

/** Defaults: the broker's options. */
export interface AddedAccount {
  /** US dollars. */
  readonly cash?: number
  readonly profile?: 'ideal' | 'standard' | 'strict'
  /** The client that owns it. Default: the bot's. */
  readonly clientId?: string
}

export interface AddedClient {
  /** Default: TRADE. */
  readonly scope?: 'TRADE' | 'READ_ONLY'
  /** How many new accounts. Default: 1. */
  readonly accounts?: number
  /** Existing accounts instead of new ones. */
  readonly accountIds?: string[]
  readonly cash?: number
  readonly profile?: 'ideal' | 'standard' | 'strict'
}

/** A client with its credentials. */
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

export interface AccountControls {
  /** Makes an account. Returns its id. */
  addAccount(options?: AddedAccount): Promise<string>
  addClient(options?: AddedClient): Promise<TestClient>
  /** Cancels the open orders, clears the holdings and sets the cash, in US dollars. */
  reset(accountId: string, cash?: number): Promise<void>
  /** Refuses new orders of this account with 423. */
  lock(accountId: string): Promise<void>
  unlock(accountId: string): Promise<void>
}

export interface AccountControlsDeps {
  readonly url: string
  readonly sandbox: Sandbox
  readonly bot: BotCredentials
  readonly inOrder: InOrder
}

function accountControls({ url, sandbox, bot, inOrder }: AccountControlsDeps): AccountControls {
  const accountOf = (accountId: string) => sandbox.accounts({ accountId })
  return {
    addAccount: (options = {}) =>
      inOrder(async () => {
        const added = await answered(sandbox.accounts.post({ clientId: bot.clientId, ...options }))
        return added.accountId
      }),
    addClient: (options = {}) =>
      inOrder(async () => {
        const added = await answered(sandbox.clients.post(options))
        const { clientId, clientSecret, accountIds } = added
        const client = openClient({ url, clientId, clientSecret })
        return { clientId, clientSecret, accountIds, client, env: envOf(url, added) }
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

export interface OfAccount {
  /** Default: the bot's first account. */
  readonly accountId?: string
}

export interface OfInstrument extends OfAccount {
  readonly symbol?: string
}

export interface BrokerHolding {
  readonly symbol: string
  readonly quantity: number
  readonly sellableQuantity: number
  readonly averageBuyPrice: number
}

type ConditionalOrdersRead = Client['api']['paper']['conditional-orders']['get']
export type BrokerConditionalOrder = NonNullable<
  Awaited<ReturnType<ConditionalOrdersRead>>['data']
>['conditionalOrders'][number]

export interface BrokerBalance {
  readonly accountId: string
  /** USD, exact decimals. */
  readonly cashAmount: string
  readonly totalAssetAmount: string
  readonly buyingPower: string
}

/** Reads through a client of the test, so that no request counts as the bot's. */
export interface Reads {
  /** Returns all orders, oldest first. */
  orders(option?: OfInstrument): Promise<readonly OrderRecord[]>
  /** Returns all conditional orders with their legs, oldest first [testkit.conditional]. */
  conditionalOrders(option?: OfInstrument): Promise<readonly BrokerConditionalOrder[]>
  /** Returns all fills, oldest first. */
  fills(option?: OfInstrument): Promise<readonly FillRecord[]>
  holdings(option?: OfAccount): Promise<readonly BrokerHolding[]>
  /** Explains why the order has not filled, or its fills: one sentence for each step. */
  explain(orderId: string, option?: OfAccount): Promise<readonly string[]>
  balance(option?: OfAccount): Promise<BrokerBalance>
}

/** `readerOf` returns the client that may read the account. */
function reads(
  readerOf: (accountId: string | undefined) => Promise<{ client: Client; accountId: string }>,
): Reads {
  const accountApi = async (accountId: string | undefined) => {
    const reader = await readerOf(accountId)
    return { api: reader.client.api, headers: { 'x-service-account-id': reader.accountId } }
  }
  return {
    async orders({ accountId, symbol } = {}) {
      const { api, headers } = await accountApi(accountId)
      return oldestFirst(async (cursor) => {
        const query = { ...PAGE, ...(symbol && { symbol }), ...(cursor && { cursor }) }
        const { orders, nextCursor } = await answered(api.v1.orders.get({ headers, query }))
        return { rows: orders, nextCursor }
      })
    },
    async conditionalOrders({ accountId, symbol } = {}) {
      const { api, headers } = await accountApi(accountId)
      return oldestFirst(async (cursor) => {
        const query = { ...PAGE, ...(symbol && { symbol }), ...(cursor && { cursor }) }
        const page = api.paper['conditional-orders'].get({ headers, query })
        const { conditionalOrders, nextCursor } = await answered(page)
        return { rows: conditionalOrders, nextCursor }
      })
    },
    async fills({ accountId, symbol } = {}) {
      const { api, headers } = await accountApi(accountId)
      return oldestFirst(async (cursor) => {
        const query = { ...PAGE, ...(symbol && { symbol }), ...(cursor && { cursor }) }
        const { fills, nextCursor } = await answered(api.v1.orders.fills.get({ headers, query }))
        return { rows: fills, nextCursor }
      })
    },
    async holdings({ accountId } = {}) {
      const { api, headers } = await accountApi(accountId)
      return (await answered(api.v1.account.holdings.get({ headers }))).holdings
    },
    async explain(orderId, { accountId } = {}) {
      const { api, headers } = await accountApi(accountId)
      const sentences: string[] = []
      for (let cursor: string | undefined; ; ) {
        const query = cursor === undefined ? {} : { cursor }
        const page = api.paper.orders({ orderId }).explanation.get({ headers, query })
        const { steps, nextCursor } = await answered(page)
        sentences.push(...steps.map(({ text }) => text))
        if (nextCursor === undefined) return sentences
        cursor = nextCursor
      }
    },
    async balance({ accountId } = {}) {
      const { api, headers } = await accountApi(accountId)
      // Without the ids of the answer, which differ from run to run.
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

/** A broker that listens, in this process or in another. */
export interface RunningBroker {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** The bot's account; null if the start has not reported it. */
  readonly accountId: string | null
  /** Null if the broker runs in another process. */
  readonly fork: (() => Promise<RunningBroker>) | null
  /** Finishes accepted work and frees the broker's resources. */
  close(): Promise<void>
}

/** A state of one broker; it can be restored any number of times. */
export interface SavedBroker {
  readonly snapshotId: string
  /** The market's time of the state, ISO 8601. */
  readonly now: string
}

export interface SnapshotControls {
  snapshot(): Promise<SavedBroker>
  /** Restores the state; streams that are open end. */
  restore(saved: SavedBroker): Promise<BrokerTime>
  /** Sets the clock back to its start, or to `to`, and resets all accounts. */
  rewind(to?: string): Promise<BrokerTime>
}

const snapshotControls = (sandbox: Sandbox, inOrder: InOrder): SnapshotControls => ({
  snapshot: () => inOrder(() => answered(sandbox.snapshots.post())),
  restore: ({ snapshotId }) =>
    inOrder(() => answered(sandbox.snapshots({ snapshotId }).restore.post())),
  rewind: (to) => inOrder(() => answered(sandbox.rewind.post(to === undefined ? {} : { to }))),
})
