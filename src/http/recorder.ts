/**
 * The part that a recorder has in the calls of a run [exec.record]. Every call that may change the
 * books has a turn of its own, and is recorded when it has ended. A call that is refused before the
 * check of the account (9 in handle.ts), or that a fault strikes before it takes effect, is not
 * recorded.
 */

export interface RecordedCall {
  /** Null for the holder of the sandbox's key. */
  readonly clientId: string | null
  /** Null if the request named no account. */
  readonly accountId: string | null
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: unknown
}

export interface RunRecorder {
  /** Whether the run is a replay, in which no fault strikes a recorded call. */
  readonly isReplay: boolean
  /** Resolves at the call's turn, to a function that ends the turn and records the call. */
  enter(): Promise<(call: RecordedCall) => void>
  /** The body, with a fixed value for each field that the sender leaves to chance. */
  decided(path: string, body: unknown): unknown
  /** Whether the server sends the request itself, within another call. */
  isInner(request: Request): boolean
}
