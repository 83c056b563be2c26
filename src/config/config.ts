/**
 * The environment as a frozen, typed Config [run.defaults]. Pure: the process hands its environment
 * in, here and nowhere else. Every fault is reported, so that one start is enough to mend them all.
 */

import type { Amount } from '../core/money'
import type { FillProfile } from '../core/order/fill-profile'
import type { RateLimits } from '../core/rate-limits'
import { type ClockConfig, MARKET_CLOCK, MARKET_SPEED } from './clock'
import { DATA_DIR, DATABASE_URL, type DatabaseConfig, DURABILITY, databaseOf } from './database'
import { FEED_FILE, FEED_KEY, FEED_STALE_MS } from './feed'
import { liveFaults } from './live-faults'
import {
  BARS_FILE,
  type FeedName,
  FILL_PROFILE,
  INITIAL_CASH,
  MARKET_FEED,
  MARKET_SEED,
  MARKET_TICK_MS,
} from './market'
import {
  DRAIN_MS,
  KEEP_ALIVE_SECONDS,
  LOG,
  LOG_LEVEL,
  MEMORY_MIB,
  METRICS,
  METRICS_KEY,
  OTEL_EXPORTER_OTLP_ENDPOINT,
} from './operating'
import {
  type ClientConfig,
  CORS_ORIGINS,
  HOST,
  openDoorFaults,
  PAPER_CLIENT_ID,
  PAPER_CLIENT_SECRET,
  PORT,
  PUBLIC_URL,
  RATE_LIMIT,
  SANDBOX,
  SANDBOX_KEY,
  TOKEN_LIFETIME,
  TRUSTED_PROXIES,
} from './reach'
import { SCENARIO } from './scenario'
import {
  type ConfigFault,
  type Environment,
  readSetting,
  type Setting,
  settingText,
  switchOf,
  unknownVariables,
} from './setting'

export type { ClientConfig, ClockConfig, ConfigFault, DatabaseConfig, Environment }

export interface Config {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** What docUrl begins with; null: the address that was asked. */
  readonly publicUrl: string | null
  /** The proxies whose word on a caller's address counts; null: nobody's does. */
  readonly trustedProxies: readonly string[] | null
  /** The contract's family of clients that it is to speak with; null: none but ours. */
  readonly compat: 'next' | null
  /** Whose pages may call; null: the server's own. */
  readonly corsOrigins: readonly string[] | '*' | null
  readonly database: DatabaseConfig
  readonly clock: ClockConfig
  /** Market milliseconds. */
  readonly tickMs: number
  /** `random`: the database's drawn one. Null: see seedOf. */
  readonly seed: bigint | 'random' | null
  readonly feed: FeedName
  /** What opens the door of live prices; null: there is no door. */
  readonly feedKey: string | null
  /** Milliseconds after which a live quote is stale. */
  readonly feedStaleMs: { readonly regular: number; readonly other: number }
  /** Where live prices are kept, or where recorded ones are; null: nowhere. */
  readonly feedFile: string | null
  /** Where the bars are; null: in the database. */
  readonly barsFile: string | null
  /** Null: the first start makes a client and shows its secret once. */
  readonly client: ClientConfig | null
  readonly tokenLifetimeSeconds: number
  /** US dollars of a new account. */
  readonly initialCash: Amount
  /** Of a new account. */
  readonly fillProfile: FillProfile
  readonly stream: boolean
  readonly rateLimits: RateLimits | 'off'
  readonly sandbox: boolean
  /** What opens the sandbox without a token; null: nothing does. */
  readonly sandboxKey: string | null
  /** The file that the market plays; null: none [run.scenario]. */
  readonly scenario: string | null
  readonly console: boolean
  readonly metrics: boolean
  /** What opens the metrics to other machines; null: nothing does. */
  readonly metricsKey: string | null
  /** Milliseconds between the signal to end and the end of service. */
  readonly drainMs: number
  readonly keepAliveSeconds: number
  /** The collector of OpenTelemetry; null: no spans are made. */
  readonly tracesTo: string | null
}

/** [run.compat] */
const COMPAT = switchOf<'next' | null>('COMPAT', { off: null, next: 'next' }, null)
/** [run.stream] */
const STREAM = switchOf('STREAM', { on: true, off: false }, true)
/** [run.console] */
const CONSOLE = switchOf('CONSOLE', { on: true, off: false }, true)

/** Every variable that the server reads, and what it may be. */
export const SETTINGS: readonly Pick<Setting<unknown>, 'variable' | 'allowed'>[] = [
  HOST,
  PORT,
  PUBLIC_URL,
  TRUSTED_PROXIES,
  CORS_ORIGINS,
  COMPAT,
  DATABASE_URL,
  DATA_DIR,
  DURABILITY,
  MARKET_CLOCK,
  MARKET_SPEED,
  MARKET_TICK_MS,
  MARKET_SEED,
  MARKET_FEED,
  BARS_FILE,
  FEED_KEY,
  FEED_STALE_MS,
  FEED_FILE,
  PAPER_CLIENT_ID,
  PAPER_CLIENT_SECRET,
  TOKEN_LIFETIME,
  INITIAL_CASH,
  FILL_PROFILE,
  STREAM,
  RATE_LIMIT,
  SANDBOX,
  SANDBOX_KEY,
  SCENARIO,
  CONSOLE,
  LOG,
  LOG_LEVEL,
  METRICS,
  METRICS_KEY,
  DRAIN_MS,
  KEEP_ALIVE_SECONDS,
  MEMORY_MIB,
  OTEL_EXPORTER_OTLP_ENDPOINT,
]

export const VARIABLES: readonly string[] = SETTINGS.map(({ variable }) => variable)

export type ConfigRead = { readonly config: Config } | { readonly faults: readonly ConfigFault[] }

/** Unset and empty variables mean their default. */
export function readConfig(env: Environment): ConfigRead {
  const faults: ConfigFault[] = []
  const read = <Value>(setting: Setting<Value>): Value => readSetting(env, setting, faults)
  const config: Config = {
    host: read(HOST),
    port: read(PORT),
    publicUrl: read(PUBLIC_URL),
    trustedProxies: read(TRUSTED_PROXIES),
    corsOrigins: read(CORS_ORIGINS),
    compat: read(COMPAT),
    database: databaseOf(read(DATABASE_URL), read(DATA_DIR), read(DURABILITY)),
    clock: clockOf(env, read(MARKET_CLOCK), read(MARKET_SPEED), faults),
    tickMs: read(MARKET_TICK_MS),
    seed: read(MARKET_SEED),
    feed: read(MARKET_FEED),
    feedKey: read(FEED_KEY),
    feedStaleMs: read(FEED_STALE_MS),
    feedFile: read(FEED_FILE),
    barsFile: read(BARS_FILE),
    client: clientOf(env, read(PAPER_CLIENT_ID), read(PAPER_CLIENT_SECRET), faults),
    tokenLifetimeSeconds: read(TOKEN_LIFETIME),
    initialCash: read(INITIAL_CASH),
    fillProfile: read(FILL_PROFILE),
    stream: read(STREAM),
    rateLimits: read(RATE_LIMIT),
    sandbox: read(SANDBOX),
    sandboxKey: read(SANDBOX_KEY),
    scenario: read(SCENARIO),
    console: read(CONSOLE),
    metrics: read(METRICS),
    metricsKey: read(METRICS_KEY),
    drainMs: read(DRAIN_MS),
    keepAliveSeconds: read(KEEP_ALIVE_SECONDS),
    tracesTo: read(OTEL_EXPORTER_OTLP_ENDPOINT),
  }
  // The process has read these before: the first for its heap, the others to log all faults.
  read(MEMORY_MIB)
  read(LOG)
  read(LOG_LEVEL)
  faults.push(...openDoorFaults(config), ...scenarioFaults(config), ...liveFaults(config))
  faults.push(...unknownVariables(env, VARIABLES))
  return faults.length > 0 ? { faults } : { config: frozen(config) }
}

/** `PORT: "http" is not allowed; allowed: a whole number from 0 (any free port) to 65535` */
export const faultLine = ({ variable, value, allowed }: ConfigFault): string =>
  `${variable}: ${value} is not allowed; allowed: ${allowed}`

function clockOf(
  env: Environment,
  start: Exclude<ReturnType<typeof MARKET_CLOCK.read>, undefined>,
  speed: number,
  faults: ConfigFault[],
): ClockConfig {
  if (start !== 'system') return { kind: 'simulated', startsAt: start, speed }
  const asked = settingText(env, MARKET_CLOCK.variable) ?? 'system'
  if (asked === 'system' && speed !== MARKET_SPEED.unset) {
    faults.push({
      variable: MARKET_SPEED.variable,
      value: `${speed} with the system clock`,
      allowed: '1; for another speed, MARKET_CLOCK must name the time at which it starts',
    })
  }
  return { kind: 'system' }
}

function clientOf(
  env: Environment,
  clientId: string | null,
  clientSecret: string | null,
  faults: ConfigFault[],
): ClientConfig | null {
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret }
  const unset = [PAPER_CLIENT_ID, PAPER_CLIENT_SECRET].filter(
    ({ variable }) => settingText(env, variable) === undefined,
  )
  if (unset.length === 1) {
    faults.push(...unset.map(({ variable, allowed }) => ({ variable, value: 'unset', allowed })))
  }
  return null
}

/** A scenario steers the market, and a simulated clock tells its times [run.scenario]. */
const scenarioFaults = ({ scenario, sandbox }: Config): ConfigFault[] =>
  scenario === null || sandbox
    ? []
    : [{ variable: SCENARIO.variable, value: 'set without SANDBOX=on', allowed: SCENARIO.allowed }]

/** Down to the values that are not plain records, which are immutable themselves. */
function frozen<Value extends object>(record: Value): Readonly<Value> {
  for (const value of Object.values(record)) {
    if (Object.getPrototypeOf(value ?? 0) === Object.prototype) frozen(value)
  }
  return Object.freeze(record)
}
