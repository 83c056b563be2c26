/**
 * Settings for operators: the database [run.database], its folder [run.folder] and durability
 * [run.durability], log, metrics, memory, connections, shutdown and traces.
 */
import { DRAIN_MS_MAX, KEEP_ALIVE_SECONDS_MAX } from '../../core/limits'
import { firstUrlOf, urlsOfHosts } from '../../lib/database-url'
import type { DatabaseConfig, Durability } from '../../postgres/database'
import { CELL } from './access'
import { type Environment, parseWholeNumber, readSetting, type Setting, switchOf } from './setting'

export type LogFormat = 'text' | 'json'
export type LogLevel = 'debug' | 'info' | 'warning' | 'error'

/** If unset, it is `text` for a terminal, and otherwise `json`. [run.log] */
export const LOG: Setting<LogFormat | null> = switchOf<LogFormat | null>(
  'LOG',
  { text: 'text', json: 'json' },
  null,
)

/** The lowest level that is logged. [run.log] */
export const LOG_LEVEL: Setting<LogLevel> = switchOf<LogLevel>(
  'LOG_LEVEL',
  { debug: 'debug', info: 'info', warning: 'warning', error: 'error' },
  'info',
)

export interface LogSettings {
  readonly format: LogFormat
  /** The format of warnings and errors, which go to standard error. */
  readonly faultFormat: LogFormat
  readonly level: LogLevel
  /** The cell that each line names; null for none. [run.cell-seen] */
  readonly cell: string | null
}

/** Whether the process's output streams are terminals. */
interface Terminals {
  readonly out: boolean
  readonly err: boolean
}

/** Read first, so that errors in other settings can be logged. */
export function logSettings(env: Environment, terminals: Terminals): LogSettings {
  const format = readSetting(env, LOG, [])
  const defaultFor = (isTerminal: boolean): LogFormat => (isTerminal ? 'text' : 'json')
  return {
    format: format ?? defaultFor(terminals.out),
    faultFormat: format ?? defaultFor(terminals.err),
    level: readSetting(env, LOG_LEVEL, []),
    cell: readSetting(env, CELL, []),
  }
}

/** [run.metrics] */
export const METRICS = switchOf('METRICS', { on: true, off: false }, false)

/** The key with which other machines can read the metrics. [run.metrics-key] */
export const METRICS_KEY: Setting<string | null> = {
  variable: 'METRICS_KEY',
  unset: null,
  allowed: '16 to 256 visible ASCII characters',
  read: (text) => (/^[!-~]{16,256}$/.test(text) ? text : undefined),
  shown: (text) => `… (${text.length} characters, not shown)`,
}

/**
 * How long a server that is about to end still serves, but reports that it is not ready.
 * [run.drain]
 */
export const DRAIN_MS: Setting<number> = {
  variable: 'DRAIN_MS',
  unset: 0,
  allowed: `a whole number of milliseconds from 0 to ${DRAIN_MS_MAX}`,
  read: (text) => parseWholeNumber(text, 0, DRAIN_MS_MAX),
}

/** Seconds after which an idle connection is closed. [run.keep-alive] */
export const KEEP_ALIVE_SECONDS: Setting<number> = {
  variable: 'KEEP_ALIVE_SECONDS',
  unset: 75,
  allowed: `a whole number of seconds from 1 to ${KEEP_ALIVE_SECONDS_MAX}`,
  read: (text) => parseWholeNumber(text, 1, KEEP_ALIVE_SECONDS_MAX),
}

/** The memory in MiB that the server's process should not exceed. [run.memory] */
export const MEMORY_MIB: Setting<number> = {
  variable: 'MEMORY_MIB',
  unset: 600,
  allowed: 'a whole number of MiB from 300 to 1000000',
  read: (text) => parseWholeNumber(text, 300, 1_000_000),
}

/** The collector of spans. OpenTelemetry's SDK reads its other variables. [run.traces] */
export const OTEL_EXPORTER_OTLP_ENDPOINT: Setting<string | null> = {
  variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  unset: null,
  allowed: 'http://… or https://…, without a path: http://localhost:4318',
  read: (text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined,
}

/** Words of libpq for the host that takes changes, which is the one that the server uses. */
const SESSIONS = ['read-write', 'primary']

function isAllowed(text: string): boolean {
  if (urlsOfHosts(text) === undefined) return false
  const { searchParams } = firstUrlOf(text)
  const session = searchParams.get('target_session_attrs')
  return !searchParams.has('search_path') && (session === null || SESSIONS.includes(session))
}

export const DATABASE_URL: Setting<string | null> = {
  variable: 'DATABASE_URL',
  unset: null,
  allowed:
    'postgres://user:password@host:port/database, special characters percent-encoded, with a ' +
    'host by its name or address (no path of a socket), or several as host:port,host:port; no ' +
    'search_path: tables are in public; no target_session_attrs but read-write or primary',
  read: (text) => (isAllowed(text) ? text : undefined),
  // A malformed URL may have its password anywhere.
  shown: (text) => `${/^[a-z][a-z0-9+.-]*:\/\//.exec(text)?.[0] ?? ''}… (not shown)`,
}

export const DATA_DIR: Setting<string> = {
  variable: 'DATA_DIR',
  unset: '.data',
  allowed: 'a folder, or memory',
  read: (text) => (text.includes('://') || text.includes('\0') ? undefined : text),
}

/** [run.durability] [durability.relaxed] */
export const DURABILITY: Setting<Durability> = switchOf(
  'DURABILITY',
  { fsync: 'fsync', relaxed: 'relaxed' },
  'fsync',
)

/** DATABASE_URL takes precedence. The durability of a server is its own. */
export function databaseOf(settings: {
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly durability: Durability
}): DatabaseConfig {
  const { databaseUrl: url, dataDir: dir, durability } = settings
  if (url !== null) return { kind: 'server', url }
  return dir === 'memory' ? { kind: 'memory' } : { kind: 'embedded', dir, durability }
}

/** The server's URL without its password, and without parameters, which may have one as well. */
export function withoutPassword(url: string): string {
  const { protocol, username, password, pathname } = firstUrlOf(url)
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':…'}@`
  const hosts = (urlsOfHosts(url) ?? [url]).map((each) => new URL(each).host)
  return `${protocol}//${user}${hosts.join(',')}${pathname}`
}
