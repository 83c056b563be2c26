/**
 * Sees every request as it comes in and as its answer leaves, whatever answers it: a route, a
 * refusal of a gate, or a fault of ours [run.log-requests] [run.metrics].
 */
import type { Elysia } from 'elysia'
import { type RefusalCode, refused, STATUS_OF_TYPE } from '../../core/refusals'
import type { SentAs } from '../wire/file'
import { refusalBody, statusOf } from '../wire/refusal'
import { REQUEST_ID, REQUEST_ID_HEADER } from '../wire/request-id'
import { type Call, callKinds, type OnAnswered } from './call-kinds'
import type { ReachedAt } from './origins'
import { pathOf } from './path'

interface WatchedCall extends Call {
  readonly requestId: string | undefined
  /** The answer is a file that is being sent. */
  readonly file?: Promise<SentAs> | undefined
}

interface KnownCall extends WatchedCall {
  noteRefusal(code: RefusalCode): void
  noteFile(sent: Promise<SentAs>): void
}

/** Undefined once a request has become a WebSocket. */
export type MaybeResponse = Response | undefined
/**
 * The application, or one of its routes. `sinceMs`: when the request came, by the monotonic clock,
 * where somebody has looked already.
 */
export type Answer = (request: Request, sinceMs?: number) => MaybeResponse | Promise<MaybeResponse>

export interface Watch {
  /** A gate knows who calls what. Tells when the request came, where it has not waited since. */
  note(request: Request, call: KnownCall): number | undefined
  /** A request that no route has answered is refused. */
  noteRefusal(request: Request, code: RefusalCode): void
  /** Its answer is a file: the request is told once that was sent, or has failed. */
  noteFile(request: Request, sent: Promise<SentAs>): void
  /** Answers the request by `answer`, and tells of it. */
  through(answer: Answer, request: Request): ReturnType<Answer>
}

export interface WatchDeps {
  /** Status 101: a stream was opened. */
  readonly answered: OnAnswered
  readonly elapsedMs: () => number
  /** The server ends: each answer asks its client to close the connection [run.drain]. */
  readonly ending: () => boolean
  /** The route of a request that has passed no gate. */
  readonly routeOf: (method: string, path: string) => string | null
}

const SWITCHING_PROTOCOLS = 101
/** Elysia answers its own 200 where the socket was opened. */
const STREAMS = ['/v1/stream', '/feed']

export function openWatch({ answered, elapsedMs, ending, routeOf }: WatchDeps): Watch {
  const tellerOf = callKinds(answered)
  /** The request that is being answered right now, without a pause since it came in. */
  let current: Request | null = null
  let currentCall: KnownCall | undefined
  let currentSinceMs = 0
  /** Of requests that had to wait. A weak map costs more than the rest of a watched quote. */
  const calls = new WeakMap<Request, KnownCall>()
  const refusedOutside = new WeakMap<Request, RefusalCode>()
  const filesOutside = new WeakMap<Request, Promise<SentAs>>()

  const callOf = (request: Request): KnownCall | undefined =>
    request === current ? currentCall : calls.get(request)

  function tell(
    request: Request,
    response: MaybeResponse,
    sinceMs: number,
    call: WatchedCall = outsideGates(request, response),
  ): void {
    if (ending()) response?.headers.set('connection', 'close')
    const answeredAs = response?.status ?? SWITCHING_PROTOCOLS
    const status =
      answeredAs === 200 && STREAMS.includes(call.route ?? '') ? SWITCHING_PROTOCOLS : answeredAs
    if (call.file === undefined) tellNow(request.method, status, sinceMs, call)
    else
      void call.file.then((failedAs) => tellOfFile(request.method, status, sinceMs, call, failedAs))
  }

  function tellOfFile(
    method: string,
    status: number,
    sinceMs: number,
    call: WatchedCall,
    failedAs: SentAs,
  ): void {
    if (failedAs === undefined) {
      tellNow(method, status, sinceMs, call)
      return
    }
    const { route, clientId, requestId } = call
    const failed = { route, clientId, requestId, refusedAs: failedAs }
    tellNow(method, STATUS_OF_TYPE.server, sinceMs, failed)
  }

  function tellNow(method: string, status: number, sinceMs: number, call: WatchedCall): void {
    const atMs = elapsedMs()
    tellerOf(method, status, call)(atMs - sinceMs, atMs, call.requestId)
  }

  const outsideGates = (request: Request, response: MaybeResponse): WatchedCall => ({
    route: routeOf(request.method, pathOf(request.url)),
    requestId: response?.headers.get(REQUEST_ID_HEADER) ?? undefined,
    clientId: undefined,
    refusedAs: refusedOutside.get(request),
    file: filesOutside.get(request),
  })

  return {
    note(request, call) {
      if (request !== current) {
        calls.set(request, call)
        return undefined
      }
      currentCall = call
      return currentSinceMs
    },
    noteRefusal(request, code) {
      const call = callOf(request)
      if (call === undefined) refusedOutside.set(request, code)
      else call.noteRefusal(code)
    },
    noteFile(request, sent) {
      const call = callOf(request)
      if (call === undefined) filesOutside.set(request, sent)
      else call.noteFile(sent)
    },
    through(answer, request) {
      const sinceMs = elapsedMs()
      const outer = current
      const outerCall = currentCall
      const outerSinceMs = currentSinceMs
      current = request
      currentCall = undefined
      currentSinceMs = sinceMs
      const outcome = answer(request, sinceMs)
      const call = currentCall
      current = outer
      currentCall = outerCall
      currentSinceMs = outerSinceMs
      // Most reads are answered without a promise, and stay so.
      if (!(outcome instanceof Promise)) {
        tell(request, outcome, sinceMs, call)
        return outcome
      }
      if (call !== undefined) calls.set(request, call)
      return outcome.then((response) => {
        tell(request, response, sinceMs, calls.get(request))
        return response
      })
    },
  }
}

/**
 * Puts `through` around every request of the application. Elysia's type says that an answer is a
 * function; it is a response, or will be one.
 */
export function wrapped(
  root: { wrap: Elysia['wrap'] },
  through: (answer: Answer, request: Request, sinceMs?: number) => ReturnType<Answer>,
): void {
  root.wrap((answer) => {
    // safe: it is the application's own `fetch`, or the handler of one route.
    const own = answer as unknown as Answer // tidy: as above
    const around: Answer = (request, sinceMs) => through(own, request, sinceMs)
    return around
  })
}

/**
 * Refuses a request with two Host headers before any route sees it (RFC 9112, 3.2). Bun joins the
 * two with a comma, which no host's name has [request.one-host].
 */
export const withOneHost =
  (reachedAt: ReachedAt, watch: Watch | undefined) =>
  (answer: Answer, request: Request, sinceMs?: number): ReturnType<Answer> => {
    const { headers } = request
    if (!headers.get('host')?.includes(',')) return answer(request, sinceMs)
    const refusal = refused('host-repeated')
    watch?.noteRefusal(request, refusal.refused)
    const sent = headers.get(REQUEST_ID_HEADER)
    const requestId = sent !== null && REQUEST_ID.test(sent) ? sent : undefined
    return Response.json(refusalBody(refusal, { requestId, baseUrl: reachedAt(request) }), {
      status: statusOf(refusal.refused),
      ...(requestId !== undefined && { headers: { [REQUEST_ID_HEADER]: requestId } }),
    })
  }

interface Routed {
  readonly routes: readonly { readonly method: string; readonly path: string }[]
}

/** Finds the route of a path among those of the application, which are read at the first call. */
export function routeFinder(app: () => Routed): WatchDeps['routeOf'] {
  let fixed: ReadonlySet<string> | undefined
  let patterns: readonly { readonly route: string; readonly pattern: RegExp }[] = []
  return (method, path) => {
    if (fixed === undefined) {
      const routes = app().routes
      fixed = new Set(routes.map((route) => `${route.method} ${route.path}`))
      patterns = routes
        .filter((route) => /[:*]/.test(route.path))
        .map((route) => ({ route: route.path, pattern: patternOf(route.method, route.path) }))
    }
    const asked = `${method} ${path}`
    if (fixed.has(asked)) return path
    return patterns.find(({ pattern }) => pattern.test(asked))?.route ?? null
  }
}

const patternOf = (method: string, path: string): RegExp =>
  new RegExp(
    `^${method} ${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`,
  )
