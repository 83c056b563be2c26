/** How a server is watched and taken down: its log, its figures, and the end of its service. */
import { DRAIN_MS_MAX, KEEP_ALIVE_SECONDS_MAX } from '../../core/limits'
import { type Environment, parseWholeNumber, readSetting, type Setting, switchOf } from './setting'

export type LogFormat = 'text' | 'json'
export type LogLevel = 'debug' | 'info' | 'warning' | 'error'

/** Unset, it is `text` for what is written to a terminal, else `json`. [run.log] */
export const LOG: Setting<LogFormat | null> = switchOf<LogFormat | null>(
  'LOG',
  { text: 'text', json: 'json' },
  null,
)

/** The least important of what is logged. [run.log] */
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
}

/** Which of the process's streams are terminals. */
export interface Terminals {
  readonly out: boolean
  readonly err: boolean
}

/** Readable before the other settings are, whose faults are logged too. */
export function logSettings(env: Environment, terminals: Terminals): LogSettings {
  const asked = readSetting(env, LOG, [])
  const usualOn = (isTerminal: boolean): LogFormat => (isTerminal ? 'text' : 'json')
  return {
    format: asked ?? usualOn(terminals.out),
    faultFormat: asked ?? usualOn(terminals.err),
    level: readSetting(env, LOG_LEVEL, []),
  }
}

/** [run.metrics] */
export const METRICS = switchOf('METRICS', { on: true, off: false }, false)

/** What opens the figures to other machines. [run.metrics-key] */
export const METRICS_KEY: Setting<string | null> = {
  variable: 'METRICS_KEY',
  unset: null,
  allowed: '16 to 256 visible ASCII characters',
  read: (text) => (/^[!-~]{16,256}$/.test(text) ? text : undefined),
  shown: (text) => `… (${text.length} characters, not shown)`,
}

/** How long a server that is to end still serves, and says that it is not ready. [run.drain] */
export const DRAIN_MS: Setting<number> = {
  variable: 'DRAIN_MS',
  unset: 0,
  allowed: `a whole number of milliseconds from 0 to ${DRAIN_MS_MAX}`,
  read: (text) => parseWholeNumber(text, 0, DRAIN_MS_MAX),
}

/** Seconds after which a connection that is not used is closed. [run.keep-alive] */
export const KEEP_ALIVE_SECONDS: Setting<number> = {
  variable: 'KEEP_ALIVE_SECONDS',
  unset: 75,
  allowed: `a whole number of seconds from 1 to ${KEEP_ALIVE_SECONDS_MAX}`,
  read: (text) => parseWholeNumber(text, 1, KEEP_ALIVE_SECONDS_MAX),
}

/** MiB of memory that the server's process is to stay within. [run.memory] */
export const MEMORY_MIB: Setting<number> = {
  variable: 'MEMORY_MIB',
  unset: 600,
  allowed: 'a whole number of MiB from 300 to 1000000',
  read: (text) => parseWholeNumber(text, 300, 1_000_000),
}

/** Where spans are sent; OpenTelemetry's SDK reads its other variables by itself. [run.traces] */
export const OTEL_EXPORTER_OTLP_ENDPOINT: Setting<string | null> = {
  variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  unset: null,
  allowed: 'http://… or https://…, without a path: http://localhost:4318',
  read: (text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined,
}
