/** What a test says of its broker, as the variables of a server. */
import { newClientSecret } from '../../identity/secrets'

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
