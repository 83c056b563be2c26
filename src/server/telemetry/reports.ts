/** What a brokerage reports to the process that runs it, and the lines of text that it becomes. */

import type { Failure, OnAnswered } from '../../http/http'
import type { Log } from './log'

export interface Reports {
  /** A request that failed by our fault. */
  readonly request: (failure: Failure) => void
  /** Each request, when it is answered. */
  readonly answered?: OnAnswered
  /** Work beside the requests that failed; `what` says which, and what happens next. */
  readonly background: (what: string, error: unknown) => void
  /** What the operator should know while the server runs. */
  readonly notice?: (text: string) => void
  /**
   * The database's folder is no longer this process's: the process ends, and closes nothing. From
   * then on everything is refused.
   */
  readonly lost?: (why: string) => void
  /** A damaged table, with what to do. */
  readonly damaged?: (text: string) => void
  /** A line about a row of the scenario that has happened. */
  readonly scenario?: (line: string) => void
  /** What a long start is doing. */
  readonly progress?: (text: string) => void
}

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
