/** What a brokerage reports, as lines of text. */
import { writeSync } from 'node:fs'
import type { Terminal } from '../cli/shared/terminal'
import type { Reports } from '../compose/reports'
import type { LogSettings } from '../config/operating'
import { alarm, monotonicNowMs, wallNowMs } from '../market/clock'
import { type Log, openLog } from '../telemetry/log'

/** Those of a broker that has no log of its own: its faults go to standard error. */
export const reports: Reports = reportsBy({
  info: (text) => console.log(text),
  warning: (text) => console.error(text),
  error: (text) => console.error(text),
})

export function reportsBy({
  info,
  warning,
  error,
}: Pick<Log, 'info' | 'warning' | 'error'>): Reports {
  return {
    request: ({ method, path, requestId, error: cause }) =>
      error(`${method} ${path} failed (request id ${requestId ?? 'unknown'}): ${explain(cause)}`),
    background: (what, cause) => error(`${what}: ${explain(cause)}`),
    notice: warning,
    lost: error,
    damaged: error,
    scenario: info,
    progress: info,
  }
}

/**
 * The first cause of a fault of our own, and where it arose. The errors around it, such as a failed
 * query with all its parameters, fill pages and may hold what no log should.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, stack = '', message } = error
  if (cause instanceof Error) return explain(cause)
  return stack.includes(message) ? stack : `${error.name}: ${message}\n${stack}`
}

type LogTerminal = Pick<Terminal, 'say' | 'complain'>

/**
 * What the process says: its log on standard output and standard error. [run.log]
 *
 * The log of this process. It goes on without one where standard output is closed.
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
  // An error that nobody has caught ends the process here, with lines of requests that wait.
  process.on('exit', () => {
    ending = true
    log.flush()
  })
  return log
}

/** A pipe that nobody reads refuses it, and the process ends all the same. */
function writeAtOnce(lines: Uint8Array): void {
  try {
    writeSync(process.stdout.fd, lines)
  } catch {
    // Nothing is left that could tell of it.
  }
}

/** What a brokerage reports, in the log. */
export const reportsTo = (log: Log): Reports => ({
  ...reportsBy(log),
  answered: log.answered,
})
