/**
 * Recording a run [exec.record]: every call that may change the books has a turn of its own, and is
 * kept when it has ended. A call that is refused by a check before its account's, or struck by a
 * fault before anything is done, is not recorded.
 */

export interface RecordedCall {
  /** Null: by the sandbox's key. */
  readonly clientId: string | null
  /** Null: the request named none. */
  readonly accountId: string | null
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: unknown
}

export interface RunRecorder {
  /** The run is played again: no fault strikes what it has recorded. */
  readonly isReplay: boolean
  /** Resolves when it is this call's turn. The answer ends the turn and keeps the call. */
  enter(): Promise<(call: RecordedCall) => void>
  /** The body with what the sender leaves to chance. */
  decided(path: string, body: unknown): unknown
  /** Whether the server sends it itself, within another call. */
  isInner(request: Request): boolean
}
