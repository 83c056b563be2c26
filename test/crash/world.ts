/** Servers on a PostgreSQL behind a network that fails, and traders who note their answers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueToken } from '../../src/clients/sdk/token'
import { createAccount } from '../../src/ledger/accounts'
import { monotonicNowMs } from '../../src/market/clock'
import { databaseAt, openPostgres } from '../../src/postgres/drivers/postgres'
import { operatorOf } from '../support/operator'
import { freePort } from '../support/ports'
import { oneOf, type Random } from '../support/random'
import { killServers, type ServerProcess } from '../support/server-process'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  furnish,
  MONDAY_AT_TEN,
  newAccount,
} from '../support/trading-floor'
import { type WallClock, wallClockIn } from '../support/wall-clock-in'
import { type Follower, follow } from './follower'
import { type Journal, openJournal } from './journal'
import { judge } from './judge'
import { openTrader, type Trader } from './trader'
import { openWire, type Wire } from './wire'

/** What the world needs of a database: a PostgreSQL of its own, or a database on a shared one. */
export interface Ground {
  /** Directly, not through the network that fails. */
  url(): string
  ask<Row>(text: string): Promise<readonly Row[]>
}

export interface Server {
  readonly origin: string
  process(): ServerProcess
  start(): Promise<void>
  /** Begins a start, and does not wait for it. */
  spawn(): void
  kill(): Promise<void>
}

export interface World {
  readonly ground: Ground
  readonly wire: Wire
  readonly journal: Journal
  readonly random: Random
  readonly traders: readonly Trader[]
  readonly servers: readonly Server[]
  /** The one server of most scenes. */
  readonly server: Server
  addServer(): Promise<Server>
  dropServer(server: Server): Promise<void>
  trade(): void
  pause(): Promise<void>
  /** Milliseconds until an order is taken again. */
  recovered(): Promise<number>
  /** Pauses, waits until all is done that is due, and compares. */
  judged(): Promise<void>
  close(): Promise<void>
}

const ACCOUNTS = 6
const LIMIT_MS = 60_000
const PAUSE_MS = 20
/** What no line of a server's log may say: it is our own fault, whatever failed around it. */
const OWN_FAULT = /^.*\b(?:TypeError|ReferenceError|RangeError|Unhandled|uncaught)\b.*$/im

const clientOf = (index: number): string => `${CLIENT_ID}_${index}`
const accountOf = (index: number): string => `acc_crash_${index}`

/** On an empty database. */
export async function openWorld(
  ground: Ground,
  random: Random,
  accounts = ACCOUNTS,
): Promise<World> {
  const journal = openJournal()
  await populate(ground.url(), accounts)
  const wire = await openWire(ground.url())
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-crash.'))
  const clock = await wallClockIn(folder, MONDAY_AT_TEN)
  const servers: Server[] = []
  const origin = (): string => oneOf(random, servers).origin

  const first = await newServer(servers, { clock, wire, ground, journal, random })
  const callers = await Promise.all(
    Array.from({ length: accounts }, async (_, index) => ({
      accountId: accountOf(index),
      token: await issueToken(
        first.origin,
        { clientId: clientOf(index), clientSecret: CLIENT_SECRET },
        fetch,
        `crash-token-${index}`,
      ),
    })),
  )
  const traders = callers.map((caller) => openTrader({ ...caller, random, journal, origin }))
  const followers = callers.map((caller) => follow(origin, caller, journal))

  async function pause(): Promise<void> {
    await Promise.all(traders.map((trader) => trader.pause()))
  }

  async function recovered(): Promise<number> {
    const fromMs = monotonicNowMs()
    const [prober] = traders
    while (!(await prober?.probe())) {
      if (monotonicNowMs() - fromMs > LIMIT_MS) {
        journal.found('no order was taken for a minute after the fault')
        break
      }
      await Bun.sleep(PAUSE_MS)
    }
    return monotonicNowMs() - fromMs
  }

  return {
    ground,
    wire,
    journal,
    random,
    traders,
    servers,
    pause,
    recovered,
    get server() {
      return oneOf(() => 0, servers)
    },
    addServer: () => newServer(servers, { clock, wire, ground, journal, random }),
    async dropServer(server) {
      servers.splice(servers.indexOf(server), 1)
      await server.kill()
    },
    trade() {
      for (const trader of traders) trader.trade()
    },
    async judged() {
      await pause()
      await Promise.all(traders.map((trader) => trader.rest()))
      await allDone(ground, journal)
      await allReady(servers, journal)
      await allTold(ground, followers)
      await judge(ground.ask, ground.url(), followers, journal)
    },
    async close() {
      await pause()
      for (const follower of followers) follower.stop()
      await killServers()
      wire.stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function populate(url: string, accounts: number): Promise<void> {
  await (await openPostgres(url)).close()
  const database = databaseAt(url)
  try {
    await furnish(database, MONDAY_AT_TEN, [])
    for (let index = 0; index < accounts; index++) {
      await operatorOf(database).addClient(clientOf(index))
      const account = newAccount(accountOf(index), MONDAY_AT_TEN, '10000000')
      await createAccount(database.drizzle, clientOf(index), account)
    }
  } finally {
    await database.close()
  }
}

interface ServerDeps {
  readonly clock: WallClock
  readonly wire: Wire
  readonly ground: Ground
  readonly journal: Journal
  readonly random: Random
}

async function newServer(servers: Server[], deps: ServerDeps): Promise<Server> {
  const { clock, wire, ground, journal, random } = deps
  const port = await freePort(random)
  let child: ServerProcess | null = null
  let isOurs = false

  const server: Server = {
    origin: `http://127.0.0.1:${port}`,
    process() {
      if (child === null) throw new Error('the server was not started')
      return child
    },
    spawn() {
      isOurs = false
      const started = clock.start({
        PORT: String(port),
        DATABASE_URL: wire.urlOf(ground.url()),
        MARKET_TICK_MS: '100',
        PAPER_CLIENT_ID: '',
        PAPER_CLIENT_SECRET: '',
      })
      child = started
      void started.ended.then(({ status, errors }) => {
        if (!isOurs && child === started) journal.found(`a server ended by itself (${status})`)
        const fault = OWN_FAULT.exec(errors)?.[0]
        if (fault !== undefined) journal.found(`a server says: ${fault}`)
      })
    },
    async start() {
      server.spawn()
      await server.process().listening
    },
    async kill() {
      isOurs = true
      await child?.kill('SIGKILL')
    },
  }
  await server.start()
  servers.push(server)
  return server
}

/**
 * MARKET and IOC orders and cancels end at the next ticks, and canceled conditional orders end with
 * their orders. What does not is found as due.
 */
async function allDone(ground: Ground, journal: Journal): Promise<void> {
  const due = `select (select count(*) from orders where status in
    ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL') and (order_type = 'MARKET'
      or time_in_force = 'IOC' or status = 'PENDING_CANCEL'))::int
    + (select count(*) from conditional_legs where status in ('ARMED', 'TRIGGERED'))::int as count`
  const isDone = async () => (await ground.ask<{ count: number }>(due))[0]?.count === 0
  if (!(await comesTrue(isDone))) journal.found('orders that are due are not done after a minute')
}

async function allReady(servers: readonly Server[], journal: Journal): Promise<void> {
  for (const { origin } of servers) {
    const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => null))?.status === 200
    if (!(await comesTrue(isReady))) journal.found(`${origin} is not ready after a minute`)
  }
}

/** Waits for the messages; the comparison finds a message that comes too late. */
async function allTold(ground: Ground, followers: readonly Follower[]): Promise<void> {
  const rows = await ground.ask<{ account_id: string; seq: number }>(
    'select account_id, seq from accounts',
  )
  const wanted = new Map(rows.map((row) => [row.account_id, row.seq]))
  await comesTrue(async () =>
    followers.every(({ accountId, seen }) => seen.length >= (wanted.get(accountId) ?? 0)),
  )
}

async function comesTrue(isSo: () => Promise<boolean>): Promise<boolean> {
  const fromMs = monotonicNowMs()
  while (monotonicNowMs() - fromMs < LIMIT_MS) {
    if (await isSo()) return true
    await Bun.sleep(PAUSE_MS)
  }
  return false
}
