/** What all calls of an application share, and what each takes from its endpoint. */
import type { RateGroup } from '../core/limits'
import type { RefusalCode, Refused } from '../core/refusals'
import type { Callers, Listening } from './callers'
import type { SignIn } from './clients'
import type { Cors } from './cors'
import type { FaultDeps } from './faults'
import type { ReachedAt } from './origins'
import type { RateLimiter } from './rate-limit'
import type { RunRecorder } from './recorder'

/** A request that was answered. */
export interface Answered {
  readonly method: string
  /** Those of the request. */
  readonly headers: Headers
  /** 101: a stream was opened. */
  readonly status: number
  /** The path of its route, with the names of its parameters; null: there is no such route. */
  readonly route: string | null
  readonly clientId: string | undefined
  /** The code of the refusal that answered it. */
  readonly refusedAs: RefusalCode | undefined
  readonly requestId: string | undefined
  /** Until the answer was ready to be sent, which was at `atMs` of the monotonic clock. */
  readonly ms: number
  readonly atMs: number
}

export type OnAnswered = (answered: Answered) => void

/** Where our own failures go: standard error, in the server. */
export type ReportFailure = (failure: Failure) => void
export interface Failure {
  readonly requestId: string | undefined
  readonly method: string
  readonly path: string
  readonly error: unknown
}

export interface FailureDeps {
  readonly report: ReportFailure
  /** Of a failure of the database after which nothing was done; undefined of any other. */
  readonly databaseRefusal: (error: unknown) => Refused | undefined
}

/** What becomes of a socket, by Bun's names; each function gets the socket first. */
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
  readonly reachedAt: ReachedAt
  /** Monotonic milliseconds: by them a request has only so much time [request.deadline]. */
  readonly elapsedMs: () => number
  /** When a request that is read then came at the earliest; when it is read if this is missing. */
  readonly arrivedAtMs?: ((readAtMs: number) => number) | undefined
  /** Called for each request that was answered. */
  readonly answered?: OnAnswered | undefined
  /** The server ends: each answer asks its client to close the connection [run.drain]. */
  readonly ending: () => boolean
  /** The faults that a test may force on requests [fault.force]. */
  readonly faults?: FaultDeps | undefined
  /** Records the run [exec.record]. */
  readonly recorder?: RunRecorder | undefined
  /** Whether answers are held to their schemas, as tests have it. Types say the same. */
  readonly checksAnswers?: boolean | undefined
  /** Lets pages of other origins call; without it only the server's own may [run.cors]. */
  readonly cors?: Cors | undefined
  /** Whether it speaks as the contract's family does as well [run.compat]. */
  readonly compat: boolean
}

/** The facts of an endpoint that its calls use. */
export interface CallRules {
  readonly id: string
  /** With the names of its parameters; null: no route takes the request. */
  readonly path: string | null
  readonly limit: RateGroup
  readonly noStore: boolean
}

/** What a client without the account is answered: 403, or 404 where the contract lists it. */
export type AccountRule = 'or-403' | 'or-404'
