/** What a brokerage tells the process that runs it. */

import type { Failure, OnAnswered } from '../api/pipeline/http'

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
