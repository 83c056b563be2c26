/** Reports of a brokerage to the process that runs it, and their lines in the log. */
import type { Failure, OnAnswered } from '../../http/call'
import type { Log } from './log'

export interface Reports {
  /** Reports a request that failed because of an internal error. */
  readonly request: (failure: Failure) => void
  /** Reports each request when it is answered. */
  readonly answered?: OnAnswered
  /** Reports failed background work. `what` says which, and what happens next. */
  readonly background: (what: string, error: unknown) => void
  /** Reports something that the operator should see. */
  readonly notice?: (text: string) => void
  /**
   * Reports that the database's folder is no longer this process's. The database refuses everything
   * from now on, and the process must end without closing it.
   */
  readonly lost?: (why: string) => void
  /** Reports a damaged table, with the remedy. */
  readonly damaged?: (text: string) => void
  /** Reports a row of the scenario that has happened. */
  readonly scenario?: (line: string) => void
  /** Reports the progress of a long start. */
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
 * The text of an internal error: its first cause, with the stack. The errors around it, such as a
 * failed query with all its parameters, are long and may have secrets.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, stack = '', message } = error
  if (cause instanceof Error) return explain(cause)
  return stack.includes(message) ? stack : `${error.name}: ${message}\n${stack}`
}
