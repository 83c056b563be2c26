/** What all calls of an application share, and what each call takes from its endpoint. */
import type { RateGroup } from '../core/limits'
import type { RefusalCode, Refused } from '../core/refusals'
import type { Callers, Listening } from './callers'
import type { SignIn } from './clients'
import type { Cors } from './cors'
import type { FaultDeps } from './faults'
import type { BaseUrlOf } from './origins'
import type { RateLimiter } from './rate-limit'
import type { RunRecorder } from './recorder'

/** A request and how it was answered, for logs and metrics. */
export interface Answered {
  readonly method: string
  /** The headers of the request. */
  readonly headers: Headers
  /** 101 if a stream was opened. */
  readonly status: number
  /** The path of its route, with the names of its parameters; null for an unknown path. */
  readonly route: string | null
  readonly clientId: string | undefined
  /** The code of the refusal that answered it. */
  readonly refusedAs: RefusalCode | undefined
  readonly requestId: string | undefined
  /** Milliseconds until the answer was ready, which was at `atMs` of the monotonic clock. */
  readonly ms: number
  readonly atMs: number
}

export type OnAnswered = (answered: Answered) => void

/** Reports our own failures: on standard error, in the server. */
export type ReportFailure = (failure: Failure) => void
export interface Failure {
  readonly requestId: string | undefined
  readonly method: string
  readonly path: string
  readonly error: unknown
}

export interface FailureDeps {
  readonly report: ReportFailure
  /** The refusal for a failed database, if nothing was done; undefined for any other failure. */
  readonly databaseRefusal: (error: unknown) => Refused | undefined
}

/** The handlers of a socket, by Bun's names; each gets the socket first. */
export interface SocketHandlers {
  open(socket: BunSocket): void
  message(socket: BunSocket, message: string | Uint8Array): void
  drain?(): void
  close(socket: BunSocket, code: number, reason: string): void
}

/** The part of Bun's ServerWebSocket that is used. */
export interface BunSocket {
  readonly readyState: number
  send(text: string): number
  cork(work: () => void): unknown
  close(code: number, reason: string): void
  terminate(): void
}

/** The part of Bun's server that calls use. */
export interface Serving extends Listening {
  upgrade(request: Request, options: { data: object; headers: Record<string, string> }): boolean
  timeout(request: Request, seconds: number): void
}

/** What all calls share. */
export interface Http extends FailureDeps {
  /** The server that listens; null if none does, as in a test. */
  readonly server: () => Serving | null
  readonly signIn: SignIn
  readonly limiter: RateLimiter
  readonly callers: Callers
  readonly baseUrlOf: BaseUrlOf
  /** Monotonic milliseconds. They measure how long a request waits [request.deadline]. */
  readonly elapsedMs: () => number
  /** The earliest time at which a request can have arrived; `readAtMs` if this is missing. */
  readonly arrivedAtMs?: ((readAtMs: number) => number) | undefined
  /** Called for each answered request. */
  readonly answered?: OnAnswered | undefined
  /** Whether the server is stopping: each answer then closes its connection [run.drain]. */
  readonly ending: () => boolean
  /** The faults that a test may force on requests [fault.force]. */
  readonly faults?: FaultDeps | undefined
  /** Records the run [exec.record]. */
  readonly recorder?: RunRecorder | undefined
  /** Whether to check answers against their schemas, as tests do. The types promise the same. */
  readonly checksAnswers?: boolean | undefined
  /** Lets pages of other origins call. Without it only the server's own pages may [run.cors]. */
  readonly cors?: Cors | undefined
  /**
   * Whether to use the headers and the envelope of a sibling of the contract, too [run.compat].
   */
  readonly compat: boolean
}

/** The parts of an endpoint's declaration that its calls use. */
export interface CallRules {
  readonly id: string
  /** The path with the names of its parameters; null for an unknown path. */
  readonly path: string | null
  readonly limit: RateGroup
  readonly noStore: boolean
}
