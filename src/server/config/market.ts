/** Settings of the market, of new accounts, of live prices, and of SCENARIO [run.scenario]. */
import { readFile } from 'node:fs/promises'
import { parseScenario } from '../../api/sandbox/scenario/parse'
import { faultText, type ScenarioSettings } from '../../api/sandbox/scenario/scenario'
import { INITIAL_CASH_RULE, isInitialCash } from '../../core/account/account'
import {
  FEED_STALE_MS_DEFAULT,
  INITIAL_CASH_USD_DEFAULT,
  MARKET_SPEED_MAX,
  MARKET_TICK_MS_DEFAULT,
  MARKET_TICK_MS_MAX,
  MARKET_TICK_MS_MIN,
  YEAR_MAX,
  YEAR_MIN,
} from '../../core/limits'
import { type Amount, amount } from '../../core/money'
import { FILL_PROFILE_NAMES, type FillProfile, newestProfile } from '../../core/order/fill-profile'
import {
  FIRST_INSTANT,
  type Instant,
  isBefore,
  LAST_INSTANT,
  parseInstant,
  type Temporal,
} from '../../core/time'
import { type CommandFault, fault } from '../../lib/fault'
import { errorMessage } from '../../lib/text'
import {
  type ConfigFault,
  type Environment,
  parseWholeNumber,
  type Setting,
  settingText,
  switchOf,
} from './setting'

/** Market milliseconds. [run.tick] */
export const MARKET_TICK_MS: Setting<number> = {
  variable: 'MARKET_TICK_MS',
  unset: MARKET_TICK_MS_DEFAULT,
  allowed: `a whole number of milliseconds from ${MARKET_TICK_MS_MIN} to ${MARKET_TICK_MS_MAX}`,
  read: (text) => parseWholeNumber(text, MARKET_TICK_MS_MIN, MARKET_TICK_MS_MAX),
}

const SEED_BITS = 128

/** The seed of a market in memory, and of commands that show a market. */
export const DEFAULT_SEED = 1n

/**
 * `random` draws a seed at the first start, and stores it in the database. Null is the database's
 * seed; a new database draws one [run.seed] [run.seed-random].
 */
export const MARKET_SEED: Setting<bigint | 'random' | null> = {
  variable: 'MARKET_SEED',
  unset: null,
  allowed: `a whole number of at most ${SEED_BITS} bits, or random`,
  read(text) {
    if (text === 'random') return text
    if (!/^\d{1,39}$/.test(text)) return undefined
    const seed = BigInt(text)
    return seed >> BigInt(SEED_BITS) === 0n ? seed : undefined
  },
}

type FeedName = 'simulated' | 'replay' | 'live' | 'recorded'

/** The source of prices: the seed, imported bars, live sources, or a recording. [run.feed] */
export const MARKET_FEED: Setting<FeedName> = switchOf(
  'MARKET_FEED',
  { simulated: 'simulated', replay: 'replay', live: 'live', recorded: 'recorded' },
  'simulated',
)

/** A file of bars that databases can share, instead of the database's own bars. [run.bars-file] */
export const BARS_FILE: Setting<string | null> = {
  variable: 'BARS_FILE',
  unset: null,
  allowed: 'the path of a file, which paper bars import makes',
  read: (text) => text,
}

/** The fill profile of new accounts, in its newest version. [run.fill-profile] */
export const FILL_PROFILE: Setting<FillProfile> = {
  variable: 'FILL_PROFILE',
  unset: newestProfile('standard'),
  allowed: FILL_PROFILE_NAMES.join(' or '),
  read: (text) => {
    const name = FILL_PROFILE_NAMES.find((each) => each === text)
    return name && newestProfile(name)
  },
}

/** The cash of new accounts, in USD. [run.cash] [account.initial-cash] */
export const INITIAL_CASH: Setting<Amount> = {
  variable: 'INITIAL_CASH',
  unset: amount(INITIAL_CASH_USD_DEFAULT),
  allowed: INITIAL_CASH_RULE,
  read: (text) => {
    if (!/^\d{1,13}(?:\.\d{1,2})?$/.test(text)) return undefined
    const cash = amount(text)
    return isInitialCash(cash) ? cash : undefined
  },
}

/** The market's clock: MARKET_CLOCK [run.clock] and MARKET_SPEED [run.speed]. */
export type ClockConfig =
  | { readonly kind: 'system' }
  | {
      readonly kind: 'simulated'
      /** `open` starts while the market is open. */
      readonly startsAt: Instant | 'open'
      /** Market seconds per second. At 0 the clock stands still until it is advanced. */
      readonly speed: number
    }

export const MARKET_CLOCK: Setting<Temporal.Instant | 'system' | 'open'> = {
  variable: 'MARKET_CLOCK',
  unset: 'system',
  allowed:
    `system, open, or an ISO 8601 time of the years ${YEAR_MIN} to ${YEAR_MAX} ` +
    'such as 2026-03-02T09:30-05:00',
  read: (text) => (text === 'system' || text === 'open' ? text : startInstant(text)),
}

function startInstant(text: string): Instant | undefined {
  const instant = parseInstant(text)
  if (instant === undefined) return undefined
  return isBefore(instant, FIRST_INSTANT) || isBefore(LAST_INSTANT, instant) ? undefined : instant
}

export const MARKET_SPEED: Setting<number> = {
  variable: 'MARKET_SPEED',
  unset: 1,
  allowed: `0 to ${MARKET_SPEED_MAX}, decimals allowed`,
  read: (text) => {
    if (!/^\d{1,5}(?:\.\d{1,6})?$/.test(text)) return undefined
    const speed = Number(text)
    return speed <= MARKET_SPEED_MAX ? speed : undefined
  },
}

/** The key to `/feed` [live.ingest]. */
export const FEED_KEY: Setting<string | null> = {
  variable: 'FEED_KEY',
  unset: null,
  allowed: '16 to 256 visible ASCII characters; needed with MARKET_FEED=live',
  read: (text) => (/^[!-~]{16,256}$/.test(text) ? text : undefined),
  shown: (text) => `… (${text.length} characters, not shown)`,
}

const STALE_MS_MAX = 86_400_000

/** Milliseconds after which a quote is stale, in REGULAR and elsewhere [live.stale]. */
export const FEED_STALE_MS: Setting<{ readonly regular: number; readonly other: number }> = {
  variable: 'FEED_STALE_MS',
  unset: FEED_STALE_MS_DEFAULT,
  allowed:
    `milliseconds from 1 to ${STALE_MS_MAX}, as one number, or as two with a comma: for REGULAR ` +
    'and for other sessions',
  read(text) {
    const parts = text.split(',').map((part) => parseWholeNumber(part, 1, STALE_MS_MAX))
    const [regular, other] = parts.length === 1 ? [parts[0], parts[0]] : parts
    return regular === undefined || other === undefined || parts.length > 2
      ? undefined
      : { regular, other }
  },
}

/** The file to which live prices are recorded, or from which they are played [live.record]. */
export const FEED_FILE: Setting<string | null> = {
  variable: 'FEED_FILE',
  unset: null,
  allowed: 'the path of a file; with MARKET_FEED=live or recorded',
  read: (text) => text,
}

interface FeedSettings {
  readonly feed: FeedName
  readonly feedKey: string | null
  readonly feedFile: string | null
  readonly clock: ClockConfig
}

/** Whether MARKET_CLOCK=open is allowed: live prices have no time but now. */
export const canStartOpen = (feed: FeedName): boolean => feed !== 'live'

/** Live prices need the system clock, and a recording needs a simulated one [live.clock]. */
export function liveFaults(settings: FeedSettings): readonly ConfigFault[] {
  const { feed, feedKey, feedFile, clock } = settings
  const isLive = feed === 'live'
  const isRecorded = feed === 'recorded'
  const fault = (variable: string, value: string, allowed: string) => ({ variable, value, allowed })
  const unless = (isRight: boolean, found: ConfigFault): ConfigFault[] => (isRight ? [] : [found])
  return [
    ...unless(
      !isLive || clock.kind === 'system',
      fault(MARKET_FEED.variable, 'live with a simulated clock', 'live with MARKET_CLOCK=system'),
    ),
    ...unless(
      !isRecorded || clock.kind === 'simulated',
      fault(
        MARKET_FEED.variable,
        'recorded with the system clock',
        'recorded with a MARKET_CLOCK that starts within the recording',
      ),
    ),
    ...unless(!isLive || feedKey !== null, fault(FEED_KEY.variable, 'unset', FEED_KEY.allowed)),
    ...unless(
      !isRecorded || feedFile !== null,
      fault(FEED_FILE.variable, 'unset', 'the recording, with MARKET_FEED=recorded'),
    ),
    ...unless(
      feedFile === null || isLive || isRecorded,
      fault(FEED_FILE.variable, `set with MARKET_FEED=${feed}`, FEED_FILE.allowed),
    ),
  ]
}

/** The database's settings, which all its servers must share [run.one-market]. */
interface Settled {
  readonly seed: bigint
  readonly seedDrawn: boolean
  readonly feed: string
  readonly tickMs: number
}

export interface Difference {
  readonly variable: 'MARKET_SEED' | 'MARKET_FEED' | 'MARKET_TICK_MS'
  readonly asked: string
  readonly settled: string
}

/** The seed of MARKET_SEED; null if it is unset. */
type SeedSetting = bigint | 'random' | null

interface OwnSettings {
  readonly seed: SeedSetting
  readonly feed: string
  readonly tickMs: number
}

/**
 * The seed of a start. Without MARKET_SEED a market in memory, and the market of a scenario, have
 * DEFAULT_SEED, so they are the same at each start. Null is the database's seed. [run.seed]
 */
export const seedOf = ({
  seed,
  database,
  scenario,
}: {
  readonly seed: SeedSetting
  readonly database: { readonly kind: string }
  readonly scenario: string | null
}): SeedSetting => seed ?? (database.kind === 'memory' || scenario !== null ? DEFAULT_SEED : null)

/**
 * Lists settings that differ. A random seed is always shown as `random`, so that it stays secret.
 */
export function differences(own: OwnSettings, settled: Settled): readonly Difference[] {
  const seed = settled.seedDrawn ? 'random' : String(settled.seed)
  const rows = [
    ['MARKET_SEED', own.seed === null ? seed : String(own.seed), seed],
    ['MARKET_FEED', own.feed, settled.feed],
    ['MARKET_TICK_MS', String(own.tickMs), String(settled.tickMs)],
  ] as const
  return rows.flatMap(([variable, mine, theirs]) =>
    mine === theirs ? [] : [{ variable, asked: mine, settled: theirs }],
  )
}

export const SCENARIO: Setting<string | null> = {
  variable: 'SCENARIO',
  unset: null,
  allowed: 'the path of a scenario',
  read: (text) => text,
}

interface LoadedScenario {
  readonly env: Environment
  /** Null if there is no scenario. */
  readonly text: string | null
}

/**
 * Reads the file that SCENARIO names. Its settings replace unset variables. A fault has a line for
 * each wrong line of the file [scenario.faults].
 */
export async function loadScenario(env: Environment): Promise<LoadedScenario | CommandFault> {
  const path = settingText(env, SCENARIO.variable)
  if (path === undefined) return { env, text: null }
  const text = await readFile(path, 'utf8').catch((error: unknown) => fault(errorMessage(error)))
  if (typeof text !== 'string') return fault(`SCENARIO: ${path} cannot be read: ${text.fault}`)
  const scenario = parseScenario(text)
  if ('faults' in scenario) {
    return fault(scenario.faults.map((each) => faultText(path, each)).join('\n'))
  }
  if (scenario.settings.clock === undefined && settingText(env, 'MARKET_CLOCK') === undefined) {
    return fault(`${path}:1:1: it needs a clock, such as clock 2026-03-02T10:00-05:00`)
  }
  const set = Object.entries(variablesOf(scenario.settings)).filter(
    ([variable]) => settingText(env, variable) === undefined,
  )
  return { env: { ...env, ...Object.fromEntries(set) }, text }
}

const variablesOf = ({ clock, seed, profile, cash }: ScenarioSettings): Environment => ({
  ...(clock !== undefined && { MARKET_CLOCK: clock.toString() }),
  ...(seed !== undefined && { MARKET_SEED: String(seed) }),
  ...(profile !== undefined && { FILL_PROFILE: profile }),
  ...(cash !== undefined && { INITIAL_CASH: cash.toFixed() }),
})
