/**
 * `paper server`: reads the environment, opens the brokerage, listens, says what the market's time
 * and prices are, and ends at a signal.
 */

import { writeSync } from 'node:fs'
import { SHUTDOWN_MS_MAX } from '../../../core/limits'
import { type Instant, NEW_YORK, newYorkDate, Temporal, toKst } from '../../../core/time'
import { consoleLink } from '../../../identity/console-sign-in'
import { isFault } from '../../../lib/fault'
import { errorMessage } from '../../../lib/text'
import type { MarketCalendar } from '../../../market/calendar'
import { alarm, monotonicNowMs, wallNowMs } from '../../../market/clock'
import { referencesEnd } from '../../../market/feeds/trading-day'
import { isFolderLost, StartError } from '../../../postgres/errors'
import { type Brokerage, openBrokerage } from '../../../server/compose/brokerage'
import { listenAt, lostText, type ServeCommands } from '../../../server/compose/control'
import { lastDateOf } from '../../../server/compose/market-feed'
import {
  type Config,
  describeConfig,
  faultLine,
  readConfig,
  SETTINGS,
} from '../../../server/config/config'
import { canStartOpen, loadScenario } from '../../../server/config/market'
import { type LogSettings, logSettings } from '../../../server/config/operating'
import { othersCanReach } from '../../../server/config/reach'
import { explain, type Log, openLog, type Reports, reportsBy } from '../../../server/telemetry/log'
import { answerAudit, CONTROL_AUDIT } from '../audit/command'
import { answerBars, CONTROL_BARS } from '../bars/bar-store'
import { CONTROL_DAMAGE } from '../doctor/checks'
import { CONTROL_KEYS } from '../keys/command'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { tableLines } from '../shared/format'
import { controlDeps } from '../shared/on-database'
import type { Terminal } from '../shared/terminal'
import { CONTROL_USERS } from '../users/command'

const COLUMNS_MAX = 100
const GAP = 3
/** The rest of a line after the longest name. */
const ALLOWED_COLUMNS_MAX =
  COLUMNS_MAX - GAP - Math.max(...SETTINGS.map(({ variable }) => variable.length))

/** Breaks lines between words. */
function wrapped(text: string): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (longer.length > ALLOWED_COLUMNS_MAX) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

export const SERVER_HELP = [
  'Starts the brokerage: paper server. It takes no arguments. Environment variables set it, all',
  'of them optional. docs/operating.md explains them.',
  '',
  ...tableLines(
    ['VARIABLE', 'ALLOWED'],
    SETTINGS.flatMap(({ variable, allowed }) =>
      wrapped(allowed).map((line, index) => [index === 0 ? variable : '', line]),
    ),
  ),
].join('\n')

export const SERVER_SYNTAX = {
  operands: [],
  options: {},
  hint: 'environment variables set the server; paper server --help lists them.',
} as const

export const serverCommand: CliCommand = {
  name: 'server',
  help: SERVER_HELP,
  action: action(SERVER_SYNTAX, (_, { env, terminal }) => {
    const terminals = {
      out: process.stdout.isTTY === true,
      err: process.stderr.isTTY === true,
    }
    const log = processLog(logSettings(env, terminals), terminal)
    return start(env, log).catch((error: unknown) => fail(error, log))
  }),
}

async function start(env: CommandContext['env'], log: Log): Promise<Outcome> {
  const loaded = await loadScenario(env)
  if (isFault(loaded)) return refused(log, [loaded.fault])
  const read = readConfig(loaded.env)
  if ('faults' in read) return refused(log, read.faults.map(faultLine))
  const { config } = read
  log.info(...describeConfig(config))
  let opened: Brokerage | null = null
  let isLost = false
  /** Reports once: the watch and the end of a stop may both notice it. */
  const lose = (why: string): void => {
    if (!isLost) endLost(opened, why, log)
    isLost = true
  }
  // Before it is open it has accepted no work, so there is nothing to finish.
  onFirstSignal(() => {
    if (opened === null) process.exit(0)
    stop(opened, config.drainMs, log).catch((error: unknown) =>
      isFolderLost(error) ? lose(lostText(errorMessage(error))) : fail(error, log),
    )
  })
  log.info('opening the database …')
  const brokerage = await openBrokerage(
    config,
    { ...reportsTo(log), lost: lose },
    { scenario: loaded.text, serveCommands },
  )
  opened = brokerage
  const url = await listen(brokerage, config)
  log.info(...banner(brokerage, url, config))
  return undefined
}

async function listen(
  { app, loop, warmUp, close }: Brokerage,
  { host: hostname, port, keepAliveSeconds }: Config,
): Promise<string> {
  try {
    listenAt(app, { hostname, port, keepAliveSeconds })
    loop.begin()
    warmUp.begin()
  } catch (error) {
    await close()
    throw new StartError(
      `Cannot listen on ${hostname}:${port} (HOST, PORT): ${errorMessage(error)}`,
    )
  }
  return app.server?.url.origin ?? ''
}

const RESUMED =
  '              continues at the time of this database’s market, which is after MARKET_CLOCK'

/** Shows no secret that the operator has chosen, since the output may be stored. */
function banner(
  { clock, calendar, seedDrawn, resumed, firstClient, consoleCode, controlFault }: Brokerage,
  url: string,
  config: Config,
): string[] {
  const { client, publicUrl, feed } = config
  const lines = [
    `listening     ${url}   documentation ${url}/docs   errors ${url}/errors`,
    ...marketLines(calendar, clock.now(), canStartOpen(feed)),
    ...seedLines(config, seedDrawn),
    ...referenceLines(feed, clock.now()),
    ...(resumed ? [RESUMED] : []),
    ...(consoleCode === null
      ? []
      : [`console       ${consoleLink(publicUrl ?? url, consoleCode)}   (opens once)`]),
    ...(controlFault === null
      ? []
      : [`keys          paper keys cannot reach this server: ${controlFault}`]),
  ]
  if (firstClient === null) return lines
  const { clientId, clientSecret, accountIds } = firstClient
  lines.push(`new client    id     ${clientId}`)
  if (client === null) lines.push(`              secret ${clientSecret}   (shown this once)`)
  lines.push(`              account ${accountIds.join(' ')}`)
  return lines
}

/** Logs why the server does not start. */
function refused(log: Log, lines: readonly string[]): Outcome {
  log.error(...lines)
  return { status: 1 }
}

/** Logs the reason and ends the process. */
function fail(error: unknown, log: Log): never {
  log.error(
    error instanceof StartError ? error.message : `The server has failed: ${explain(error)}`,
  )
  process.exit(1)
}

/** Carries out the commands of the control socket [key.running-server]. */
export const serveCommands: ServeCommands = ({ database, config, wallNowMs, damage, stopping }) => {
  const deps = controlDeps(database.drizzle, config, wallNowMs)
  return async (args, command) => {
    switch (command) {
      case CONTROL_AUDIT:
        return answerAudit(database, stopping)
      case CONTROL_DAMAGE:
        return { ok: true, text: JSON.stringify(damage.known()) }
      case CONTROL_BARS:
        return answerBars(database, args)
      case CONTROL_USERS.name:
        return CONTROL_USERS.answer(deps, args)
      case CONTROL_KEYS.name:
        return CONTROL_KEYS.answer(deps, args)
      default:
        return { ok: false, text: `The server has no command ${command}.` }
    }
  }
}

/**
 * How long a stop waits for open requests. If one is open for longer, its client does not finish
 * sending it.
 */
const REQUESTS_MS_MAX = 3_000
/** The log may have no reader any more. */
const LOG_MS_MAX = 500

/** Handles the first signal. A second one ends the process at once, as is usual. */
export function onFirstSignal(stop: () => void): void {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const onSignal = (): void => {
    for (const signal of signals) process.off(signal, onSignal)
    stop()
  }
  for (const signal of signals) process.on(signal, onSignal)
}

/** Finishes accepted requests, closes the streams, and ends the process [run.stop] [run.drain]. */
export async function stop(
  { app, beginEnding, stopMarket, closeStreams, close }: Brokerage,
  drainMs: number,
  log: Log,
): Promise<void> {
  beginEnding()
  if (drainMs > 0) {
    log.info(`not ready any more; serving for ${drainMs} ms, so that a proxy notices …`)
    await Bun.sleep(drainMs)
  }
  const overdue = setTimeout(() => {
    log.error('The shutdown took too long. Every answered request is committed.')
    process.exit(1)
  }, SHUTDOWN_MS_MAX)
  log.info('finishing what was accepted …')
  // First, since a request may wait for a long advance of the clock.
  await stopMarket()
  closeStreams()
  const { server } = app
  await Promise.race([server?.stop(), Bun.sleep(REQUESTS_MS_MAX)])
  await server?.stop(true)
  await close()
  await Promise.race([log.drained(), Bun.sleep(LOG_MS_MAX)])
  clearTimeout(overdue)
  process.exit(0)
}

/**
 * Ends a server that has lost its folder. It neither finishes nor closes: both would write to a
 * folder that another server may have now.
 */
export async function endLost(opened: Brokerage | null, why: string, log: Log): Promise<void> {
  log.error(why)
  opened?.beginEnding()
  await Promise.race([opened?.app.server?.stop(true), Bun.sleep(REQUESTS_MS_MAX)])
  await Promise.race([log.drained(), Bun.sleep(LOG_MS_MAX)])
  process.exit(1)
}

/**
 * The market's time in Korea, as in the API, and in New York. If the market is closed, they show
 * when it opens. `canStartOpen`: whether MARKET_CLOCK=open is a way to trade now.
 */
export function marketLines(
  calendar: MarketCalendar,
  now: Instant,
  canStartOpen: boolean,
): readonly string[] {
  const { session, nextOpeningAt } = calendar.marketHoursAt(now)
  const line = `market time   ${inBoth(now)}, ${session}`
  if (session !== 'CLOSED') return [line]
  if (nextOpeningAt === null) {
    return [
      `${line} for good: the imported bars end on ${lastDateOf(calendar)}.`,
      `${INDENT}Import later ones, or replay these on another database: the time of this one`,
      `${INDENT}never runs backwards.`,
    ]
  }
  const next = calendar.sessionAt(nextOpeningAt).session
  return [
    line,
    `${INDENT}until ${inBoth(nextOpeningAt)}, ${next}`,
    `${INDENT}orders wait until then${canStartOpen ? `; ${HOW_TO_TRADE_NOW}` : ''}`,
  ]
}

const INDENT = ' '.repeat(14)

/** Warns of simulated prices that can be foreseen. [run.known-years] */
export const referenceLines = (feed: Config['feed'], now: Instant): readonly string[] =>
  feed === 'simulated' && isBefore(now, referencesEnd()) ? KNOWN_YEARS : []

/** Warns if others trade in a simulated market with a chosen seed. [run.seed-known] */
export const seedLines = (config: Config, seedDrawn: boolean): readonly string[] =>
  config.feed === 'simulated' && !seedDrawn && othersCanReach(config) ? KNOWN_SEED : []

const KNOWN_SEED = [
  `${INDENT}others can reach this server, and whoever finds out its seed knows its future;`,
  `${INDENT}a new database without MARKET_SEED draws a seed that nobody can guess`,
]

const isBefore = (now: Instant, date: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(newYorkDate(now), date) < 0

const KNOWN_YEARS = [
  `${INDENT}before 2025 every price is on its way to near its instrument's referencePrice;`,
  `${INDENT}from 2025 on no known number shows where a price goes`,
]

const HOW_TO_TRADE_NOW = 'to trade now, start it with MARKET_CLOCK=open'

/** `2026-03-03T00:00:00.000+09:00 in Korea (Mon 10:00 in New York)` */
const inBoth = (at: Instant): string => `${toKst(at)} in Korea (${inNewYork(at)} in New York)`

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

function inNewYork(at: Instant): string {
  const time = at.toZonedDateTimeISO(NEW_YORK)
  const clock = time.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${WEEKDAYS[time.dayOfWeek - 1]} ${clock}`
}

type LogTerminal = Pick<Terminal, 'say' | 'complain'>

/**
 * The log of this process, on standard output and standard error [run.log]. The process continues
 * without it if standard output is closed.
 */
export function processLog(settings: LogSettings, { say, complain }: LogTerminal): Log {
  let closed = false
  process.stdout.on('error', () => {
    closed = true
  })
  let ending = false
  const log = openLog(settings, {
    out: say,
    err: complain,
    write(lines, taken) {
      if (closed) taken()
      else if (ending) writeAtOnce(lines)
      else process.stdout.write(lines, () => taken())
    },
    after: alarm,
    wallNowMs,
    elapsedMs: monotonicNowMs,
  })
  // An uncaught error ends the process here, while lines of requests still wait.
  process.on('exit', () => {
    ending = true
    log.flush()
  })
  return log
}

/** Ignores the error of a pipe without a reader: the process ends all the same. */
function writeAtOnce(lines: Uint8Array): void {
  try {
    writeSync(process.stdout.fd, lines)
  } catch {
    // The log itself is gone, so nothing can report the error.
  }
}

/** Writes the reports of a brokerage to the log. */
export const reportsTo = (log: Log): Reports => ({
  ...reportsBy(log),
  answered: log.answered,
})
