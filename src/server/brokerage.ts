/** Everything behind the HTTP application, put together: store, market, engine. */
import { version } from '../../package.json'
import { type App, createApp } from '../app'
import type { Config } from '../config'
import { type Instant, isBefore, toKst } from '../core/time'
import { openDesk } from '../engine/desk'
import { openMatcher } from '../engine/matcher'
import type { Failure } from '../http/plugins/errors'
import {
  type MarketClock,
  monotonicNowMs,
  simulatedClock,
  systemClock,
  wallNowMs,
} from '../market/clock'
import { simulatedFeed } from '../market/feeds/simulated'
import { openInstruments } from '../market/instruments'
import { US_INSTRUMENTS } from '../market/instruments/us'
import { findClient } from '../store/clients'
import { connect } from '../store/connect'
import type { Database } from '../store/database'
import { addInstruments, listInstruments } from '../store/instruments'
import { marketCarriedTo } from '../store/market-progress'
import { latestOrderChange } from '../store/orders'
import { newToken } from '../store/secrets'
import { StartError } from '../store/start-error'
import { findToken, insertToken } from '../store/tokens'
import { type FirstClient, makeFirstClient } from './first-client'
import { openStreams } from './streams'

/** D2. */
const TOKEN_LIFETIME_SECONDS = 43_200

export interface Brokerage {
  readonly app: App
  readonly clock: MarketClock
  /** The client that this start has made; its secret is told this once. */
  readonly firstClient: FirstClient | null
  /** Before the application stops, which waits for its sockets. */
  closeStreams(): void
  /** Finishes what was accepted and gives everything back. */
  close(): Promise<void>
}

export interface Reports {
  /** A request that failed by our fault. */
  readonly request: (failure: Failure) => void
  /** Something beside the requests that failed and is tried again. */
  readonly background: (error: unknown) => void
}

/** Throws a StartError that says why it cannot be opened. */
export async function openBrokerage(config: Config, reports: Reports): Promise<Brokerage> {
  const database = await connect(config.database)
  try {
    return await openOver(database, config, reports)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openOver(database: Database, config: Config, reports: Reports): Promise<Brokerage> {
  const { clock, simulated } = await openClock(database, config)
  await addInstruments(database.drizzle, US_INSTRUMENTS)
  const firstClient = await makeFirstClient(database, config, clock.now())
  const instruments = await openInstruments({
    load: () => listInstruments(database.drizzle),
    elapsedMs: monotonicNowMs,
    failed: reports.background,
  })
  const feed = simulatedFeed({ seed: config.seed, instruments: US_INSTRUMENTS })
  const streams = config.stream ? await openStreams(database, reports.background) : null
  const desk = openDesk({
    database,
    now: clock.now,
    committed: (posted) => {
      matcher.bookChanged()
      streams?.committed(posted)
    },
  })
  const matcher = openMatcher({
    database,
    desk,
    feed,
    clock,
    simulated,
    tickMs: config.tickMs,
    elapsedMs: monotonicNowMs,
    failed: reports.background,
  })
  const { drizzle } = database
  const app = createApp({
    version,
    database,
    clients: { find: (clientId) => findClient(drizzle, clientId) },
    tokens: {
      find: (tokenHash) => findToken(drizzle, tokenHash),
      insert: (token) => insertToken(drizzle, token),
    },
    newToken,
    desk,
    feed,
    clock,
    instruments,
    rateLimits: config.rateLimits,
    tokenLifetimeSeconds: TOKEN_LIFETIME_SECONDS,
    ready: () => marketCarriedTo(database).then(() => true),
    report: reports.request,
    wallNowMs,
    elapsedMs: monotonicNowMs,
    stream: streams?.service ?? null,
  })
  matcher.start()
  return {
    app,
    clock,
    firstClient,
    closeStreams: () => streams?.service.close(),
    async close() {
      await matcher.stop()
      await desk.drained()
      await streams?.close()
      await database.close()
    },
  }
}

/** A market that has run before goes on where it was: its time never runs backwards. */
async function openClock(database: Database, { clock }: Config) {
  const reached = await marketCarriedTo(database)
  switch (clock.kind) {
    case 'system': {
      const system = systemClock()
      if (reached !== null && isBefore(system.now(), reached)) {
        throw new StartError(
          `This database's market is already at ${toKst(reached)}, MARKET_CLOCK=system would take ` +
            'it back; choose another database or a simulated clock.',
        )
      }
      return { clock: system, simulated: null }
    }
    case 'simulated': {
      const changed = await latestOrderChange(database)
      const simulated = simulatedClock(latest([clock.startsAt, reached, changed]), clock.speed)
      return { clock: simulated, simulated }
    }
  }
}

const latest = ([first, ...others]: readonly [Instant, ...(Instant | null)[]]): Instant =>
  others.reduce<Instant>(
    (last, instant) => (instant !== null && isBefore(last, instant) ? instant : last),
    first,
  )
