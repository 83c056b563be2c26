/**
 * Reads the environment into a frozen, typed Config [run.defaults], and lists what a start prints
 * of it, without secrets. The process passes its environment here and nowhere else. All faults are
 * reported at once, so that one start shows them all.
 */
import type { RateLimits } from '../../core/limits'
import { decimalString } from '../../core/money'
import { toKst } from '../../core/time'
import type { DatabaseConfig, Durability } from '../../postgres/database'
import {
  CELL,
  type ClientConfig,
  cellFaults,
  PAPER_CLIENT_ID,
  PAPER_CLIENT_SECRET,
  RATE_GROUPS,
  RATE_LIMIT,
  SANDBOX,
  SANDBOX_KEY,
  TOKEN_LIFETIME,
} from './access'
import {
  BARS_FILE,
  type ClockConfig,
  FEED_FILE,
  FEED_KEY,
  FEED_STALE_MS,
  FILL_PROFILE,
  INITIAL_CASH,
  liveFaults,
  MARKET_CLOCK,
  MARKET_FEED,
  MARKET_SEED,
  MARKET_SPEED,
  MARKET_TICK_MS,
  SCENARIO,
  seedOf,
} from './market'
import {
  DATA_DIR,
  DATABASE_URL,
  DRAIN_MS,
  DURABILITY,
  databaseOf,
  KEEP_ALIVE_SECONDS,
  LOG,
  LOG_LEVEL,
  MEMORY_MIB,
  METRICS,
  METRICS_KEY,
  OTEL_EXPORTER_OTLP_ENDPOINT,
  withoutPassword,
} from './operating'
import { CORS_ORIGINS, HOST, missingKeyFaults, PORT, PUBLIC_URL, TRUSTED_PROXIES } from './reach'
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

/** [run.compat] */
const COMPAT = switchOf<'next' | null>('COMPAT', { off: null, next: 'next' }, null)
/** [run.stream] [stream.off] */
const STREAM = switchOf('STREAM', { on: true, off: false }, true)
/** [run.console] */
const CONSOLE = switchOf('CONSOLE', { on: true, off: false }, true)

/** All variables that the server reads, by the names of their values. */
const TABLE = {
  host: HOST,
  port: PORT,
  publicUrl: PUBLIC_URL,
  trustedProxies: TRUSTED_PROXIES,
  corsOrigins: CORS_ORIGINS,
  compat: COMPAT,
  databaseUrl: DATABASE_URL,
  dataDir: DATA_DIR,
  durability: DURABILITY,
  cell: CELL,
  marketClock: MARKET_CLOCK,
  marketSpeed: MARKET_SPEED,
  tickMs: MARKET_TICK_MS,
  seed: MARKET_SEED,
  feed: MARKET_FEED,
  barsFile: BARS_FILE,
  feedKey: FEED_KEY,
  feedStaleMs: FEED_STALE_MS,
  feedFile: FEED_FILE,
  clientId: PAPER_CLIENT_ID,
  clientSecret: PAPER_CLIENT_SECRET,
  tokenLifetimeSeconds: TOKEN_LIFETIME,
  initialCash: INITIAL_CASH,
  fillProfile: FILL_PROFILE,
  stream: STREAM,
  rateLimits: RATE_LIMIT,
  sandbox: SANDBOX,
  sandboxKey: SANDBOX_KEY,
  scenario: SCENARIO,
  console: CONSOLE,
  // The process reads these two itself, so that it can log all faults.
  log: LOG,
  logLevel: LOG_LEVEL,
  metrics: METRICS,
  metricsKey: METRICS_KEY,
  drainMs: DRAIN_MS,
  keepAliveSeconds: KEEP_ALIVE_SECONDS,
  // The process reads it before all others, for the size of its heap.
  memoryMib: MEMORY_MIB,
  tracesTo: OTEL_EXPORTER_OTLP_ENDPOINT,
}

type Table = typeof TABLE
type Values = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never
}

/** The values of all settings, and values that combine several of them. */
export interface Config extends Values {
  readonly database: DatabaseConfig
  readonly clock: ClockConfig
  /** If null, the first start makes a client and shows its secret once. */
  readonly client: ClientConfig | null
}

export const SETTINGS: readonly Pick<Setting<unknown>, 'variable' | 'allowed'>[] =
  Object.values(TABLE)

export const VARIABLES: readonly string[] = SETTINGS.map(({ variable }) => variable)

type ConfigRead = { readonly config: Config } | { readonly faults: readonly ConfigFault[] }

/** Reads all variables. An unset or empty variable has its default. */
export function readConfig(env: Environment): ConfigRead {
  const faults: ConfigFault[] = []
  const values = readAll(env, faults)
  const config: Config = {
    ...values,
    database: databaseOf(values),
    clock: clockOf(env, values, faults),
    client: clientOf(env, values, faults),
  }
  faults.push(...missingKeyFaults(config), ...scenarioFaults(config))
  faults.push(...liveFaults(config), ...cellFaults(config))
  faults.push(...unknownVariables(env, VARIABLES))
  return faults.length > 0 ? { faults } : { config: frozen(config) }
}

function readAll(env: Environment, faults: ConfigFault[]): Values {
  const entries = Object.entries<Setting<unknown>>(TABLE).map(([name, setting]) => [
    name,
    readSetting(env, setting, faults),
  ])
  // safe: each value is read by the setting of its name.
  return Object.fromEntries(entries) as Values
}

/** `PORT: "http" is not allowed; allowed: a whole number from 0 (any free port) to 65535` */
export const faultLine = ({ variable, value, allowed }: ConfigFault): string =>
  `${variable}: ${value} is not allowed; allowed: ${allowed}`

function clockOf(
  env: Environment,
  { marketClock: startsAt, marketSpeed: speed }: Values,
  faults: ConfigFault[],
): ClockConfig {
  if (startsAt !== 'system') return { kind: 'simulated', startsAt, speed }
  const text = settingText(env, MARKET_CLOCK.variable) ?? 'system'
  if (text === 'system' && speed !== MARKET_SPEED.unset) {
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
  { clientId, clientSecret }: Values,
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

/** A scenario controls the market, so it needs the sandbox [run.scenario]. */
const scenarioFaults = ({ scenario, sandbox }: Config): ConfigFault[] =>
  scenario === null || sandbox
    ? []
    : [{ variable: SCENARIO.variable, value: 'set without SANDBOX=on', allowed: SCENARIO.allowed }]

/** Freezes records and the records in them. Other values are immutable. */
function frozen<Value extends object>(record: Value): Readonly<Value> {
  for (const value of Object.values(record)) {
    if (Object.getPrototypeOf(value ?? 0) === Object.prototype) frozen(value)
  }
  return Object.freeze(record)
}

export const describeConfig = (config: Config): readonly string[] => [
  `database      ${databaseLine(config.database)}`,
  ...(config.cell === null ? [] : [`cell          ${config.cell}`]),
  `market clock  ${clockLine(config.clock)}`,
  `market        ${feedLine(config)}, a tick every ${config.tickMs} market ms`,
  `client        ${config.client?.clientId ?? 'made at the first start'}`,
  `tokens        live ${config.tokenLifetimeSeconds} s`,
  `new accounts  start with ${decimalString(config.initialCash)} USD, fills ${config.fillProfile}`,
  `rate limits   ${rateLimitsLine(config.rateLimits)}`,
  `stream        ${onOff(config.stream)}`,
  `sandbox       ${onOff(config.sandbox)}${config.sandboxKey === null ? '' : ', with a key'}`,
  ...(config.scenario === null ? [] : [`scenario      ${config.scenario}`]),
  `console       ${onOff(config.console)}`,
  ...(config.metrics
    ? [`metrics       on${config.metricsKey === null ? ', for this machine' : ', with a key'}`]
    : []),
  ...(config.corsOrigins === null
    ? []
    : [`pages of      ${[config.corsOrigins].flat().join(', ')}`]),
  ...(config.compat === null ? [] : [`compatible    with ${config.compat}`]),
  ...(config.publicUrl === null ? [] : [`reached at    ${config.publicUrl}`]),
  ...(config.trustedProxies === null
    ? []
    : [`proxies       ${config.trustedProxies.join(', ')}: callers count by X-Forwarded-For`]),
]

function feedLine(config: Config): string {
  const { barsFile, feed, feedFile, feedStaleMs } = config
  switch (feed) {
    case 'replay':
      return barsFile === null ? 'the imported bars' : `the bars of ${barsFile}`
    case 'recorded':
      return `recorded in ${feedFile}`
    case 'live': {
      const stale = `stale after ${feedStaleMs.regular} ms, ${feedStaleMs.other} outside REGULAR`
      return `live, ${stale}${feedFile === null ? '' : `, kept in ${feedFile}`}`
    }
    case 'simulated':
      return `simulated, ${seedLine(seedOf(config))}`
  }
}

function seedLine(seed: Config['seed']): string {
  if (seed === null) return 'the seed of the database'
  return seed === 'random' ? 'a drawn seed' : `seed ${seed}`
}

const onOff = (on: boolean): string => (on ? 'on' : 'off')

/** Each start warns about `relaxed` [durability.relaxed]. */
const DURABLE: Readonly<Record<Durability, string>> = {
  fsync: '',
  relaxed: '; relaxed: a power loss can lose answered orders and damage it',
}

function databaseLine(database: DatabaseConfig): string {
  switch (database.kind) {
    case 'server':
      return withoutPassword(database.url)
    case 'embedded':
      return `embedded, in the folder ${database.dir}${DURABLE[database.durability]}`
    case 'memory':
      return 'embedded, in memory: gone when the server ends'
  }
}

function clockLine(clock: ClockConfig): string {
  if (clock.kind === 'system') return 'system'
  const pace = clock.speed === 0 ? 'standing still' : `speed ${clock.speed}`
  const start = clock.startsAt === 'open' ? 'a time when it is open' : toKst(clock.startsAt)
  return `simulated, from ${start}, ${pace}`
}

function rateLimitsLine(limits: RateLimits | 'off'): string {
  if (limits === 'off') return 'off'
  return RATE_GROUPS.map((group) => {
    const { perSecond, burst } = limits[group]
    return `${group} ${perSecond}/s (burst ${burst})`
  }).join(', ')
}
