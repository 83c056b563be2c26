/** What the process says: its log on standard output and standard error. [run.log] */
import type { Terminal } from '../cli/shared/terminal'
import type { Reports } from '../compose/reports'
import type { LogSettings } from '../config/operating'
import { alarm, wallNowMs } from '../market/clock'
import { type Log, openLog } from '../telemetry/log'

type LogTerminal = Pick<Terminal, 'say' | 'complain'>

/** The log of this process. It goes on without one where standard output is closed. */
export function processLog(settings: LogSettings, { say, complain }: LogTerminal): Log {
  let closed = false
  process.stdout.on('error', () => {
    closed = true
  })
  return openLog(settings, {
    out: say,
    err: complain,
    write: (text, taken) => (closed ? taken() : process.stdout.write(text, () => taken())),
    after: alarm,
    wallNowMs,
  })
}

/** What a brokerage reports, in the log. */
export const reportsTo = (log: Log): Reports => ({
  ...reportsBy(log),
  answered: log.answered,
})

/** The same of a broker that has no log of its own: its faults go to standard error. */
export const reports: Reports = reportsBy({
  info: (text) => console.log(text),
  warning: (text) => console.error(text),
  error: (text) => console.error(text),
})

function reportsBy({ info, warning, error }: Pick<Log, 'info' | 'warning' | 'error'>): Reports {
  return {
    request: ({ method, path, requestId, error: cause }) =>
      error(`${method} ${path} failed (request id ${requestId ?? 'unknown'}): ${explain(cause)}`),
    background: (what, cause) => error(`${what}: ${explain(cause)}`),
    notice: warning,
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
  if (error.cause instanceof Error) return explain(error.cause)
  const { stack = '', message } = error
  return stack.includes(message) ? stack : `${error.name}: ${message}\n${stack}`
}
