/**
 * A request in the pipeline: `Call` is the one object that is made for each request, and `Http` is
 * what all requests share.
 */

import type { RateGroup } from '../core/limits'
import { type RefusalCode, type Refused, refused } from '../core/refusals'
import type { SharedJson } from '../lib/shared-json'
import type { BodyOutcome } from './body'
import type { Callers, Listening } from './callers'
import type { AnyClient, SignIn } from './clients'
import { addTheirId, sentHeader } from './compat'
import type { Cors } from './cors'
import type { FaultDeps } from './faults'
import { type BaseUrlOf, pathOf } from './origins'
import { addRateHeaders, type RateLimiter } from './rate-limit'
import type { RunRecorder } from './recorder'
import { CHALLENGES, type JsonBody, jsonResponse } from './respond'
import { type AnswerFile, type FileFailure, fileResponse } from './wire/file'
import { type RefusalBody, refusalBody, statusOf } from './wire/refusal'
import { REQUEST_ID_HEADER, requestIdOf } from './wire/schemas'

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

/** A request, the results of its checks, and the ways to answer it. */
export class Call {
  readonly rules: CallRules
  readonly http: Http
  readonly request: Request
  /** The parts of the path that its route names. */
  params: unknown
  /** Undefined if the request has no valid id. */
  requestId: string | undefined
  /** Null if nobody has signed in. */
  client: AnyClient = null
  query: unknown
  /** The body after the check of its shape; undefined if the endpoint takes none. */
  body: unknown
  /** The body before the check of its shape. */
  readBody: BodyOutcome | undefined
  /** The value that the endpoint's `read` returned. */
  input: unknown
  /** The account that the request means; empty if the endpoint needs none. */
  accountId: unknown = ''
  /** The headers of the answer. */
  readonly headers: Record<string, string> = {}
  /** The cookies that the answer sets. */
  cookies: readonly string[] = []
  /** The code of the refusal that answers the request. */
  refusedAs: RefusalCode | undefined
  /** When the request was read, by the monotonic clock. */
  readonly readAtMs: number
  #arrivedAtMs: number
  #countedAs: string | undefined
  #file: Promise<FileFailure> | undefined

  constructor(rules: CallRules, http: Http, request: Request, params: unknown) {
    this.rules = rules
    this.http = http
    this.request = request
    this.params = params
    this.readAtMs = http.elapsedMs()
    this.#arrivedAtMs = arrivalOf(this.readAtMs, http)
    if (rules.noStore) this.headers['cache-control'] = 'no-store'
  }

  /**
   * Notes that the body has arrived. The request's time counts from this moment [request.deadline].
   */
  noteArrived(): void {
    this.#arrivedAtMs = arrivalOf(this.http.elapsedMs(), this.http)
  }

  /** How long the request has been here. Its time is limited [request.deadline]. */
  get waitedMs(): () => number {
    return () => this.http.elapsedMs() - this.#arrivedAtMs
  }

  /** The address at which the caller reaches the server. */
  get baseUrl(): string {
    return this.http.baseUrlOf(this.request)
  }

  /** The caller's address, by which attempts count. */
  get address(): string {
    return this.http.callers.addressOf(this.request) ?? ''
  }

  /** A header of the request, also under the name that COMPAT gives it [run.compat]. */
  header(name: string): string | null {
    return this.http.compat ? sentHeader(this.request, name) : this.request.headers.get(name)
  }

  /**
   * Bun joins two Host headers with a comma, which no host's name has (RFC 9112, 3.2)
   * [request.one-host].
   */
  get hasTwoHosts(): boolean {
    return this.request.headers.get('host')?.includes(',') === true
  }

  /** Refuses two hosts, with the request's id if it has one. */
  refuseTwoHosts(): Response {
    if (typeof this.sentId === 'string') this.setRequestId(this.sentId)
    return this.refuse(refused('host-repeated'))
  }

  /** The id that the request brings, or why it is refused. */
  get sentId(): string | Refused<'request-id-required' | 'request-id-invalid'> {
    return requestIdOf(this.header(REQUEST_ID_HEADER))
  }

  /** Sets the request's id, which the answer repeats [request-id.returned]. */
  setRequestId(requestId: string): void {
    this.requestId = requestId
    this.headers[REQUEST_ID_HEADER] = requestId
  }

  /** Counts the request, if it has a key to count by, and adds [rate-limit.headers]. */
  count(countedAs: string | undefined): Refused<'rate-limit-exceeded'> | undefined {
    this.#countedAs = countedAs
    if (countedAs === undefined) return undefined
    const rate = this.http.limiter.consume(this.rules.limit, countedAs, this.readAtMs)
    if (rate !== undefined) addRateHeaders(this.headers, rate.headers)
    return rate?.refusal
  }

  /** Counts the cost of the request beyond one against the client's limit [rate-limit.cost]. */
  get charge(): (tokens: number) => void {
    return (tokens) => {
      if (this.#countedAs === undefined) return
      const rate = this.http.limiter.charge(this.rules.limit, this.#countedAs, tokens)
      if (rate !== undefined) addRateHeaders(this.headers, rate.headers)
    }
  }

  /** The answer for a refusal, with the headers of its code. */
  refuse(refusal: Refused): Response {
    const code = refusal.refused
    this.refusedAs = code
    const challenge = CHALLENGES.get(code)
    if (challenge !== undefined) this.headers['www-authenticate'] = challenge
    if (code === 'rate-limit-exceeded') {
      this.headers['retry-after'] = String(refusal.data?.retryAfterSeconds) // [rate-limit.refused]
    }
    return this.json(statusOf(code), this.envelope(refusalBody(refusal, this)))
  }

  /** The envelope of a refusal, as this server's clients expect it [run.compat]. */
  envelope(body: RefusalBody): object {
    // The console's own API is for its page alone.
    const isOurs = this.rules.path?.startsWith('/console/')
    return this.http.compat && !isOurs ? { error: body } : body
  }

  /**
   * The answer for wrong credentials. Such attempts count by address; requests of known clients
   * from that address do not [rate-limit.strangers].
   */
  refuseBadCredentials(refusal: Refused): Response {
    const rate = this.http.limiter.consumeUnknown(this.http.callers.addressOf(this.request))
    if (rate?.refusal === undefined) return this.refuse(refusal)
    addRateHeaders(this.headers, rate.headers)
    return this.refuse(rate.refusal)
  }

  /** Sends shared JSON with the request's id as its last member. */
  answerShared(json: SharedJson): Response {
    // The response copies the bytes.
    return this.#respond(200, json.withMember('requestId', this.requestId))
  }

  /** Sends this body alone. */
  json(status: number, body: object): Response {
    return this.#respond(status, JSON.stringify(body))
  }

  #respond(status: number, body: JsonBody): Response {
    const response = jsonResponse(this.request, status, body, this.headers)
    for (const cookie of this.cookies) response.headers.append('set-cookie', cookie)
    return response
  }

  /**
   * Sends a file. Its request id is in the headers only. The client has status 200 before the file
   * is made, so a failure ends the connection; it is reported, and the request counts as failed
   * [run.log-requests].
   */
  sendFile(file: AnswerFile): Response {
    const { promise, resolve } = Promise.withResolvers<FileFailure>()
    this.#file = promise
    return fileResponse(file, this.headers, {
      ended: () => resolve(undefined),
      failed: (error) => {
        this.report(error)
        resolve(this.http.databaseRefusal(error)?.refused ?? 'internal-error')
      },
    })
  }

  /** Reports a failure of ours. */
  report(error: unknown): void {
    const { requestId, request } = this
    this.http.report({ requestId, method: request.method, path: pathOf(request.url), error })
  }

  /**
   * Makes the connection a WebSocket, and returns undefined if it has become one. Elysia's own
   * handlers call the functions of `data` when it opens, brings a message, drains and closes.
   */
  upgrade(data: SocketHandlers): Response | undefined {
    const { request, headers } = this
    if (this.http.server()?.upgrade(request, { data, headers })) return undefined
    return new Response('Expected a websocket connection', { status: 400, headers })
  }

  /** Ends the call; its answer is ready to be sent, or undefined after an upgrade. */
  finish(response: Response | undefined): Response | undefined {
    const { http } = this
    if (response !== undefined) {
      if (http.ending() || asksToClose(this.request)) {
        response.headers.set('connection', 'close') // [request.closing]
      }
      http.cors?.allow(this.request, response)
      if (http.compat) addTheirId(response)
    }
    if (http.answered === undefined) return response
    if (this.#file === undefined) this.#note(response?.status ?? SWITCHING_PROTOCOLS)
    else void this.#file.then((failedAs) => this.#noteFile(failedAs))
    return response
  }

  #noteFile(failedAs: FileFailure): void {
    this.refusedAs = failedAs
    this.#note(failedAs === undefined ? 200 : FAILED)
  }

  #note(status: number): void {
    const { http, request, rules, client, refusedAs, requestId } = this
    const atMs = http.elapsedMs()
    http.answered?.({
      method: request.method,
      headers: request.headers,
      status,
      route: rules.path,
      clientId: client?.clientId,
      refusedAs,
      requestId,
      ms: atMs - this.readAtMs,
      atMs,
    })
  }
}

const SWITCHING_PROTOCOLS = 101
const FAILED = 500

const asksToClose = ({ headers }: Request): boolean =>
  /\bclose\b/i.test(headers.get('connection') ?? '')

const arrivalOf = (readAtMs: number, { arrivedAtMs }: Http): number =>
  arrivedAtMs?.(readAtMs) ?? readAtMs
