/** `paper doctor`: what is wrong with a set-up or a running server, and what to do. */
import { Temporal } from '../../../core/time'
import { CLIENT_VARIABLES } from '../../../lib/client-variables'
import { fault, isFault } from '../../../lib/fault'
import { errorMessage, plural } from '../../../lib/text'
import { wallNowMs } from '../../../market/clock'
import type { Config } from '../../../server/config/config'
import { issueToken } from '../../sdk/token'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { serverUrl } from '../shared/on-server'
import type { Paint } from '../shared/terminal'
import {
  checkClock,
  checkFolder,
  checkMachine,
  checkPostgres,
  checkSettings,
  type Diagnosis,
  doubtful,
  right,
  wrong,
} from './checks'

export const DOCTOR_HELP = `\
Finds what is wrong with a set-up, and says what to do. It changes nothing.

  paper doctor [--json]

  --json      prints the findings as one JSON object

It checks the variables of the environment, Bun, the time zones, the limit of open files,
the port, and the database: the folder (DATA_DIR) with its disk, its rights and its user, or the
PostgreSQL server (DATABASE_URL) with its version, its rights, its migrations, its cell (CELL) and
its clock. If PAPER_URL names a server, it checks whether that is ready, and whether it accepts the
key of PAPER_CLIENT_ID and PAPER_CLIENT_SECRET.

The exit status is 1 if something keeps a server from starting or from working.`

export const doctorCommand: CliCommand = {
  name: 'doctor',
  help: DOCTOR_HELP,
  action: action({ operands: [], options: { json: 'flag' } }, (line, context) =>
    examine(line.flag('json'), context),
  ),
}

async function examine(isJson: boolean, { env, terminal }: CommandContext): Promise<Outcome> {
  const findings: Diagnosis[] = []
  const found = (checked: readonly Diagnosis[]): void => {
    findings.push(...checked)
    if (isJson) return
    for (const finding of checked) terminal.say(linesOf(finding, terminal.paint).join('\n'))
  }
  const { findings: ofSettings, config } = await checkSettings(env)
  found(ofSettings)
  found(await checkMachine())
  if (config !== null) {
    found(await checkAddress(config))
    found(await checkDatabase(config))
  }
  if (env[CLIENT_VARIABLES.url]) {
    const url = serverUrl(undefined, env)
    const key = config?.client ?? null
    if (!isFault(url)) found(await checkServer(url, key, wallNowMs))
  }
  if (isJson) terminal.say(JSON.stringify({ findings }))
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  if (wrong === 0) return undefined
  return fault(`${plural(wrong, 'thing is', 'things are')} wrong.`)
}

function checkDatabase({
  database,
  cell,
}: Config): Promise<readonly Diagnosis[]> | readonly Diagnosis[] {
  switch (database.kind) {
    case 'server':
      return checkPostgres(database.url, cell, wallNowMs)
    case 'embedded':
      return checkFolder(database.dir)
    case 'memory':
      return [{ check: 'DATA_DIR', state: 'right', found: 'memory: nothing outlives the server' }]
  }
}

const MARKS = { right: ['✓', 'green'], doubtful: ['!', 'bold'], wrong: ['✗', 'red'] } as const
const CHECK_COLUMNS = 14

function linesOf({ check, state, found, remedy }: Diagnosis, paint: Paint): readonly string[] {
  const [mark, ink] = MARKS[state]
  const indent = ' '.repeat(CHECK_COLUMNS + 3)
  return [
    `${paint(mark, ink)} ${check.padEnd(CHECK_COLUMNS)} ${found}`,
    ...(remedy === undefined ? [] : [`${indent}→ ${remedy}`]),
  ]
}

const ANSWER_MS_MAX = 3_000

export async function checkAddress({
  host,
  port,
}: Pick<Config, 'host' | 'port'>): Promise<readonly Diagnosis[]> {
  const address = `${host}:${port}`
  const fault = listenFault(host, port)
  if (fault === null) return [right('port', `${address} is free`)]
  const isInUse = fault.includes('EADDRINUSE') || /in use/i.test(fault)
  if (!isInUse) {
    const remedy = 'choose another HOST or PORT; one below 1024 needs rights'
    return [wrong('port', `${address}: ${fault}`, remedy)]
  }
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const isOurs = (await healthAt(url, '/livez')) !== null
  return isOurs
    ? [right('port', `${address} has a server of paper-brokerage`)]
    : [wrong('port', `${address} is taken by another program`, 'end it, or set PORT')]
}

/** Null if a server could listen at the address. */
function listenFault(hostname: string, port: number): string | null {
  try {
    Bun.listen({ hostname, port, socket: { data() {} } }).stop(true)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? `${String(error.code)}: ` : ''
    return `${code}${errorMessage(error)}`
  }
}

interface ServerHealth {
  readonly status: number
  readonly reasons: readonly string[]
  readonly dateMs: number | null
}

/** Null if no server of paper-brokerage answers. */
async function healthAt(url: string, path: string): Promise<ServerHealth | null> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  const response = await fetch(url.replace(/\/$/, '') + path, { signal }).catch(() => null)
  const answer: unknown = await response?.json().catch(() => null)
  if (!response || typeof answer !== 'object' || answer === null) return null
  if (!('status' in answer)) return null
  const reasons: unknown = 'reasons' in answer ? answer.reasons : []
  const date = response.headers.get('date')
  return {
    status: response.status,
    reasons: Array.isArray(reasons) ? reasons.map(String) : [],
    dateMs: date === null ? null : httpDateMs(date),
  }
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** `Sun, 22 Nov 2026 09:00:00 GMT`. */
function httpDateMs(date: string): number | null {
  const [, day = '', name = '', year = '', time = ''] =
    /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(date) ?? []
  const month = String(MONTHS.indexOf(name) / 3 + 1).padStart(2, '0')
  const text = `${year}-${month}-${day}T${time}Z`
  return day === '' ? null : Temporal.Instant.from(text).epochMilliseconds
}

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Checks the server that PAPER_URL names, and whether it accepts the key. */
export async function checkServer(
  url: string,
  credentials: Credentials | null,
  wallNowMs: () => number,
): Promise<readonly Diagnosis[]> {
  const ready = await healthAt(url, '/readyz')
  if (ready === null) {
    const remedy = 'start it: paper server; or let PAPER_URL name another'
    return [wrong('server', `nothing of paper-brokerage answers at ${url}`, remedy)]
  }
  const { status, reasons, dateMs } = ready
  return [
    status === 200
      ? right('server', `${url} is ready`)
      : doubtful('server', `${url} is not ready: ${reasons.join(', ')}`, 'see its log'),
    ...(dateMs === null ? [] : [checkClock(wallNowMs(), dateMs, 'the server')]),
    ...(credentials === null ? [] : [await checkKey(url, credentials)]),
  ]
}

async function checkKey(url: string, credentials: Credentials): Promise<Diagnosis> {
  const refusal = await issueToken(url, credentials, fetch, 'paper-doctor').then(
    () => null,
    errorMessage,
  )
  return refusal === null
    ? right('key', `${credentials.clientId} is known`)
    : wrong('key', refusal, 'paper keys list shows the clients of the database')
}
