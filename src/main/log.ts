/** What a brokerage reports, as lines of text. */
import type { Reports } from '../compose/reports'
import type { Log } from '../telemetry/log'

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
