/**
 * Checks every request, top to bottom [request.order-of-checks]. The first check that refuses it
 * answers.
 *
 *   1. it names one host                          400            [request.one-host]
 *      and has a request id                       400            [request-id.first]
 *   2. a page that opens a stream may do so       403            [run.cors-stream]
 *   3. its sender is known, and is not disabled   401, 403       [auth.bearer]
 *   4. its sender has the right to do this        403            [auth.read-only]
 *   5. its sender is within the rate limit        429            [rate-limit.refused]
 *   6. its body, read only now, can be parsed     400            [request.unread-body]
 *   7. path, query and body fit their schemas     400            [request.types]
 *   8. no query parameter is repeated or empty    400            [request.repeated-query]
 *   9. the account it means is its sender's       400, 403, 404  [account-header.mismatch]
 *
 * Then the endpoint runs. A promise is made only if something must wait: an endpoint that reads
 * memory is answered at once.
 */
import type { AnyElysia } from 'elysia'
import type { RequestFault } from '../core/fault-rule'
import { isRefused, type RefusalCode, type Refused, refused } from '../core/refusals'
import { pathOf } from './addresses'
import type { Auth, Auths, Sender } from './auth'
import { Call, type CallRules, type FaultDeps, type Http, type RunRecorder } from './call'
import { type AccountRule, accountOfHeader, type Endpoint, type RunResult } from './endpoint'
import { noteAssumedZone, readBody, Shapes } from './request'
import { CHALLENGES } from './respond'
import type { RefusalBody } from './wire/refusal'
import { ACCOUNT_ID_HEADER } from './wire/schemas'

type Answer = Response | undefined
type MaybePromise<T> = T | Promise<T>

interface Route {
  readonly endpoint: Endpoint
  readonly auth: Auth
  readonly shapes: Shapes
  readonly takesFaults: boolean
  readonly isRecorded: boolean
}

/** The part of Elysia's context that the pipeline uses. */
interface RouteContext {
  readonly request: Request
  readonly params?: unknown
}

/**
 * Registers endpoints with Elysia, which only routes. Without a schema it reads, checks and awaits
 * nothing.
 */
export function register(
  app: AnyElysia,
  endpoints: readonly Endpoint[],
  http: Http,
  auths: Auths,
): void {
  for (const endpoint of endpoints) {
    const handler = handlerOf(endpoint, http, auths)
    // safe: Elysia's context has the request and the parts of the path.
    app.route(endpoint.method, endpoint.path, handler as () => unknown)
  }
}

/**
 * The handler of an endpoint's route. It is a bound function, because Elysia reads the text of a
 * handler, and awaits a handler whose text calls something.
 */
const handlerOf = (endpoint: Endpoint, http: Http, auths: Auths) =>
  handle.bind(null, routeOf(endpoint, auths[endpoint.auth]), http)

function routeOf(endpoint: Endpoint, auth: Auth): Route {
  const { method, path, scope } = endpoint
  return {
    endpoint,
    auth,
    shapes: new Shapes(endpoint),
    takesFaults: canHaveFaults(path),
    isRecorded: scope === 'TRADE' && method !== 'GET',
  }
}

function handle(route: Route, http: Http, { request, params }: RouteContext): MaybePromise<Answer> {
  if (route.endpoint.upgrades && !wantsUpgrade(request)) return answerOutside(http, request)
  const call = new Call(route.endpoint, http, request, params)
  const answer = answerCall(route, call)
  return answer instanceof Promise
    ? answer
        .catch((error: unknown) => answerFailure(call, error))
        .then((answer) => call.finish(answer))
    : call.finish(answer)
}

function answerCall(route: Route, call: Call): MaybePromise<Answer> {
  try {
    return checkAndRun(route, call)
  } catch (error) {
    return answerFailure(call, error)
  }
}

/** Without the upgrade header the path of a WebSocket is unknown [stream.header]. */
const wantsUpgrade = ({ headers }: Request): boolean =>
  headers.get('upgrade')?.toLowerCase() === 'websocket'

function checkAndRun(route: Route, call: Call): MaybePromise<Answer> {
  const { endpoint, auth } = route
  if (call.hasTwoHosts) return call.refuseTwoHosts()
  const noId = takeRequestId(call, auth)
  if (noId !== undefined) return noId
  return then(auth.find(call), (sender) => {
    const notAdmitted = admit(call, sender, endpoint)
    if (notAdmitted !== undefined) return notAdmitted
    return then(bodyOf(call, endpoint), () => {
      const badShape = checkShape(route, call)
      if (badShape !== undefined) return badShape
      const { faults } = call.http
      return faults !== undefined && route.takesFaults && faults.faults.isSet
        ? answerUnderFaults(route, call, faults)
        : decide(route, call)
    })
  })
}

/** Continues at once if the value is no promise. */
const then = <T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(use) : use(value)

/** Check 1, after the host. */
function takeRequestId(call: Call, { withoutId }: Auth): Answer {
  if (withoutId === 'unread') return undefined
  const id = call.sentId
  if (typeof id === 'string') call.setRequestId(id)
  else if (id.refused !== 'request-id-required' || withoutId === 'refused') return call.refuse(id)
  else if (withoutId !== 'allowed') call.setRequestId(withoutId())
  return undefined
}

/** The refusals of credentials that anybody could send: they count by address. */
const BAD_CREDENTIALS: ReadonlySet<RefusalCode> = new Set([
  'invalid-token',
  'invalid-sandbox-key',
  'invalid-feed-key',
])

/** Checks 3 to 5. A request is counted first: each answer to a known client has its limits. */
function admit(call: Call, { client, countedAs }: Sender, { scope }: Endpoint): Answer {
  const beyond = call.count(countedAs)
  if (client !== null && isRefused(client)) {
    return BAD_CREDENTIALS.has(client.refused)
      ? call.refuseBadCredentials(client)
      : call.refuse(client)
  }
  call.client = client
  if (scope === 'TRADE' && !(client !== null && 'scope' in client && client.scope === 'TRADE')) {
    return call.refuse(refused('insufficient-scope'))
  }
  return beyond && call.refuse(beyond)
}

/** Reads the body, unless finding the sender has read it already. */
function bodyOf(call: Call, { body, bodyKind }: Endpoint): MaybePromise<void> {
  if (body === undefined || call.readBody !== undefined) return undefined
  return then(readBody(call.request, bodyKind), (read) => {
    call.readBody = read
    call.noteArrived()
  })
}

/** Checks 6 to 8. */
function checkShape(route: Route, call: Call): Answer {
  const { endpoint, shapes } = route
  const { readBody } = call
  if (readBody !== undefined && 'refused' in readBody) return call.refuse(readBody)
  if (endpoint.auth === 'nobody') return undefined
  const badParam = shapes.params(call.params)
  if (badParam !== undefined) return call.refuse(badParam)
  const query = shapes.query(call.request.url)
  if ('refused' in query) return call.refuse(query)
  const badBody = readBody && shapes.body(readBody.value)
  if (badBody !== undefined) return call.refuse(badBody)
  if (query.refusal !== undefined) return call.refuse(query.refusal)
  call.query = query.query
  call.body = readBody?.value
  if (query.hasKoreanTime) noteAssumedZone(call.headers)
  return undefined
}

/** Applies a fault that a test has set, before or after the request takes effect [fault.force]. */
async function answerUnderFaults(route: Route, call: Call, faults: FaultDeps): Promise<Answer> {
  const fault = await faultOf(faults, call)
  const early = fault?.at === 'before' ? await faultAnswer(faults, fault, call) : undefined
  if (early !== undefined) return early
  const answer = await decide(route, call)
  const late = fault?.at === 'after-commit' ? await faultAnswer(faults, fault, call) : undefined
  return late ?? answer
}

function decide(route: Route, call: Call): MaybePromise<Answer> {
  const { recorder } = call.http
  return recorder !== undefined && route.isRecorded && !recorder.isInner(call.request)
    ? runRecorded(route, call, recorder)
    : run(route, call)
}

/** In a recorded run, calls that may change the books take turns [exec.record]. */
async function runRecorded(route: Route, call: Call, recorder: RunRecorder): Promise<Answer> {
  const { request, client } = call
  const { method } = request
  const { pathname, search } = new URL(request.url)
  const leave = await recorder.enter()
  const body = recorder.decided(pathname, call.body)
  call.body = body
  const clientId = client?.clientId ?? null
  const accountId = call.header(ACCOUNT_ID_HEADER)
  try {
    return await run(route, call)
  } finally {
    leave({ clientId, accountId, method, path: `${pathname}${search}`, body })
  }
}

/** Reads the input, takes check 9, and runs the endpoint. */
function run(route: Route, call: Call): MaybePromise<Answer> {
  const { endpoint } = route
  if (endpoint.read !== undefined) {
    const input = endpoint.read(call)
    if (typeof input === 'object' && input !== null && isRefused(input)) return call.refuse(input)
    call.input = input
  }
  const noAccount = takeAccount(call, endpoint.account)
  if (noAccount !== undefined) return call.refuse(noAccount)
  return then(endpoint.run(call), (result) => answerOf(result, call, route))
}

/** Check 9. */
function takeAccount(call: Call, rule: AccountRule | undefined) {
  const { client } = call
  if (rule === undefined || client === null || !('accountIds' in client)) return undefined
  const owned = client.accountIds === 'all' ? [] : client.accountIds
  const account = accountOfHeader(call.header(ACCOUNT_ID_HEADER), owned, rule)
  if (isRefused(account)) return account
  call.accountId = account.accountId
  return undefined
}

function answerOf(result: RunResult, call: Call, { endpoint, shapes }: Route): Answer {
  if (result === undefined || result instanceof Response) return result
  if (isRefused(result)) return call.refuse(result)
  const answer = 'requestId' in result ? result : { ...result, requestId: call.requestId }
  if (call.http.checksAnswers === true && shapes.answer(answer) !== undefined) {
    throw new Error(`The answer of ${endpoint.id} is not as its schema says`)
  }
  return call.json(200, answer) // [request.success]
}

/** The rules of a request to an unknown path. */
const NO_ROUTE: CallRules = { id: '', path: null, limit: 'other', noStore: false }

/**
 * Answers a request that failed. The failure is reported, and the answer reveals nothing about it
 * [error.internal], unless the database failed and nothing was done [request.busy].
 */
function answerFailure(call: Call, error: unknown): Response {
  // Not reported here: the background jobs report a lost database once for all requests.
  const refusal = isAllOrNothing(call.request) ? call.http.databaseRefusal(error) : undefined
  if (refusal === undefined) call.report(error)
  return call.refuse(refusal ?? refused('internal-error'))
}

/**
 * Whether a failed request has changed nothing. Reads change nothing, and a request under /v1 or
 * /paper changes everything in one transaction. Other requests may have made some of their changes.
 */
const isAllOrNothing = ({ method, url }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || /^\/(?:v1|paper)\//.test(pathOf(url))

/** Answers a request to an unknown path, or one that failed within the router. */
export async function answerOutside(
  http: Http,
  request: Request,
  failure: { readonly error: unknown } | null = null,
): Promise<Response | undefined> {
  const call = new Call(NO_ROUTE, http, request, {})
  const preflight = http.cors?.preflight(request)
  if (preflight !== undefined) return call.finish(preflight)
  const id = call.sentId
  if (typeof id === 'string') call.setRequestId(id)
  if (call.hasTwoHosts) return call.finish(call.refuseTwoHosts())
  if (failure !== null) return call.finish(answerFailure(call, failure.error))
  // Under /v1 even an unknown path needs a request id first [request-id.first].
  const idRefusal =
    typeof id === 'object' && pathOf(request.url).startsWith('/v1/') ? id : undefined
  const refusal = idRefusal ?? (await beyondLimit(call)) ?? refused('route-not-found')
  return call.finish(call.refuse(refusal))
}

/** Counts a request to an unknown path, if its client is known. */
async function beyondLimit(call: Call): Promise<Refused | undefined> {
  const { request, http } = call
  const authorization = request.headers.get('authorization')
  if (authorization === null) return undefined
  // A wrong token, or a failed look-up of one, changes nothing: the path is unknown.
  const client = await Promise.resolve(http.signIn(authorization, request)).catch(() => undefined)
  if (client?.clientId === undefined) return undefined
  const beyond = call.count(client.clientId)
  return isRefused(client) ? undefined : beyond
}

// Faults that a test forces on requests [fault.force]. A fault strikes after all checks but the
// account's, so a bad request is refused as usual [request.order-of-checks]. It changes the answer
// or the connection, never the request's effect [fault.books] [fault.gate].

/** The part of a call that a fault uses. */
interface FaultTarget {
  readonly rules: { readonly id: string }
  readonly client: { readonly clientId?: string | undefined } | null
  readonly body: unknown
  readonly requestId: string | undefined
  readonly baseUrl: string
  /** The headers of the answer. */
  readonly headers: Record<string, string>
  envelope(body: RefusalBody): object
  json(status: number, body: object): Response
}

/** Whether a fault may name the operation of this path: one of /v1 or /paper, or the stream. */
export const canHaveFaults = (path: string): boolean => /^\/(?:v1|paper)\//.test(path)

/** The fault that strikes the call, if there is one. */
const faultOf = (
  { faults }: FaultDeps,
  { rules, client, body }: FaultTarget,
): Promise<RequestFault | undefined> =>
  faults.strikeRequest(client?.clientId ?? clientIdIn(body), rules.id)

/** The client id in a token request, whose sender has not signed in yet. */
const clientIdIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'client_id' in body
    ? String(body.client_id)
    : undefined

/** The answer that a fault gives in place of the call's own; undefined if it only delays. */
async function faultAnswer(
  { after, exampleOf }: FaultDeps,
  fault: RequestFault,
  call: FaultTarget,
): Promise<Response | undefined> {
  switch (fault.kind) {
    case 'delay':
      await after(fault.delayMs)
      return undefined
    case 'cut':
      return new Response(new ReadableStream({ start: (body) => body.error() }))
    case 'answer': {
      const { code, status, retryAfterSeconds } = fault
      const { headers, requestId } = call
      if (retryAfterSeconds !== null) headers['retry-after'] = String(retryAfterSeconds)
      if (code === null) {
        headers['content-type'] = 'text/plain; charset=utf-8'
        return new Response(`${status}, forced by a test\n`, { status, headers })
      }
      const challenge = CHALLENGES.get(code)
      if (challenge !== undefined) headers['www-authenticate'] = challenge
      const { requestId: _, ...example } = exampleOf(code, call.baseUrl)
      const body = { ...example, ...(requestId !== undefined && { requestId }) }
      return call.json(status, call.envelope(withRetryAfter(body, retryAfterSeconds)))
    }
  }
}

const withRetryAfter = (body: RefusalBody, retryAfterSeconds: number | null): RefusalBody =>
  retryAfterSeconds === null || body.data?.retryAfterSeconds === undefined
    ? body
    : {
        ...body,
        message: body.message.replace(`${body.data.retryAfterSeconds} s`, `${retryAfterSeconds} s`),
        data: { ...body.data, retryAfterSeconds },
      }
