/** Settings for operators: log, metrics, memory, connections, shutdown and traces. */
import { DRAIN_MS_MAX, KEEP_ALIVE_SECONDS_MAX } from '../../core/limits'
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
export interface Terminals {
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
