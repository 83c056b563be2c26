/**
 * A request in the pipeline: `Call` is the one object that is made for each request, `Http` is what
 * all requests share, and `ClientBy` is who may send one.
 */
import type { RequestFault } from '../core/fault-rule'
import type { RateGroup } from '../core/limits'
import { type RefusalCode, type Refused, refused } from '../core/refusals'
import type { ConsoleSession } from '../identity/sessions'
import type { Bearer } from '../identity/tokens'
import type { SharedJson } from '../lib/shared-json'
import { type BaseUrlOf, type Callers, type Listening, pathOf } from './addresses'
import { addRateHeaders, type RateLimiter } from './rate-limit'
import type { BodyOutcome } from './request'
import {
  type AnswerFile,
  addTheirId,
  CHALLENGES,
  type FileFailure,
  fileResponse,
  type JsonBody,
  jsonResponse,
  sentHeader,
} from './respond'
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
type ReportFailure = (failure: Failure) => void
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
interface SocketHandlers {
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
interface Serving extends Listening {
  upgrade(request: Request, options: { data: object; headers: Record<string, string> }): boolean
  timeout(request: Request, seconds: number): void
}

/** The faults that a test has set [fault.force]. */
interface RequestFaults {
  /** False if no fault is set, so that requests need no further look. */
  readonly isSet: boolean
  /** Finds the fault that strikes a request of this client for this operation, and counts it. */
  strikeRequest(
    clientId: string | undefined,
    operationId: string | undefined,
  ): Promise<RequestFault | undefined>
}

export interface FaultDeps {
  readonly faults: RequestFaults
  /** A plausible envelope of the code. */
  readonly exampleOf: (code: RefusalCode, baseUrl: string) => RefusalBody
  /** Waits by the machine's time, whatever the market's clock does. */
  readonly after: (ms: number) => Promise<void>
}

/** The rights of pages of other origins. */
export interface Cors {
  /** The answer to a preflight; undefined for any other request. */
  preflight(request: Request): Response | undefined
  /** Lets the sending page read the answer, if its origin is allowed. */
  allow(request: Request, answer: Response): void
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

// A recorder's part in the calls of a run [exec.record]. Every call that may change the books has a
// turn of its own, and is recorded when it has ended. A call that is refused before the check of
// the account (9 in handle.ts), or that a fault strikes before it takes effect, is not recorded.

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

// The sender of a request, after it has signed in.

/**
 * Signs in by the whole Authorization header. The refusal of a known client comes with its id. If
 * `request` is given, a token that never existed counts by address [rate-limit.strangers].
 */
export type SignIn = (
  authorization: string | undefined,
  request?: Request,
) => SignInAnswer | Promise<SignInAnswer>

export type SignInAnswer =
  | Bearer
  | (Refused<
      | 'authorization-required'
      | 'invalid-token'
      | 'expired-token'
      | 'client-disabled'
      // Too many wrong tokens came from that address, and this one was not looked up.
      | 'rate-limit-exceeded'
    > & { readonly clientId?: string })

/** The holder of a key of the server: no client, with access to every account [sandbox.key]. */
interface KeyHolder {
  readonly clientId?: undefined
  readonly scope: 'TRADE'
  readonly accountIds: 'all'
}

/** Who may call the controls of the sandbox. */
type Controller = Bearer | KeyHolder

/** A session of the console, with the id in its cookie. */
export interface SessionHolder {
  readonly clientId?: undefined
  readonly session: ConsoleSession
  readonly sessionId: string
}

/** The type of a call's `client`, by its endpoint's way to sign in. */
export interface ClientBy {
  /** The token in the Authorization header [auth.bearer]. */
  readonly bearer: Bearer
  /** The same if it is sent; otherwise a message brings the token [stream.first-message]. */
  readonly 'bearer-if-sent': Bearer | null
  /** The client id is in a form: nobody has signed in yet. */
  readonly form: null
  /** The sandbox's key, or a token if tokens steer the market [sandbox.key]. */
  readonly sandbox: Controller
  /** The key of live prices [live.ingest]. */
  readonly feed: KeyHolder
  /** The console's session, if there is one. */
  readonly visitor: SessionHolder | null
  /** The console's session [console.session]. */
  readonly user: SessionHolder
  /** The session of a user who operates the server [console.operator]. */
  readonly operator: SessionHolder
  /** Pages, documents and probes need no sign-in. */
  readonly nobody: null
}

export type AuthName = keyof ClientBy
export type AnyClient = ClientBy[AuthName]

export const KEY_HOLDER: KeyHolder = { scope: 'TRADE', accountIds: 'all' }
