/**
 * The checks of a request to the console's own API, top to bottom. A browser sends its session's
 * cookie by itself, whichever page asks, so these differ from those of /v1.
 *
 *   1. it names the server by an address of ours      403       [console.host]
 *   2. a page of the server itself sends it           403       [console.csrf]
 *   3. it is within the rate limit                    429       [rate-limit.refused]
 *   4. somebody is signed in                          401       [console.session]
 *   5. a change has the session's CSRF token          403       [console.csrf]
 *   6. its sender operates the server, where asked    403       [console.operator]
 *   7. its body can be read, and all of it fits       400       as in ./gate.ts
 */
import { Elysia, t } from 'elysia'
import { type Refused, refused } from '../../core/refusals'
import { refuse } from '../wire/refusal'
import { REQUEST_ID_HEADER } from '../wire/request-id'
import { type BodySlot, NOT_PARSED } from './body'
import { withBody } from './checked-body'
import { requestIdOf } from './gate'
import { asRequested, hostOf, isOwnPage } from './origins'
import type { Entrance } from './passage'
import {
  type AnswerHeaders,
  type CallExchange,
  type Exchange,
  RequestContext,
  refuseExchange,
} from './request-context'
import { isCsrfToken, sessionIdOf } from './session-cookie'

export const CSRF_HEADER = 'x-csrf-token'

/** Who is signed in. */
export interface SessionUser {
  readonly userId: string
  readonly name: string
  readonly operator: boolean
}

export interface ConsoleEntrance<S>
  extends Pick<Entrance, 'limiter' | 'reachedAt' | 'callers' | 'beginSending'> {
  /** Null: the server is reached where the request says. */
  readonly publicUrl: string | null
  /** Undefined for a session that is unknown or has ended. */
  readonly findSession: (sessionId: string) => Promise<S | undefined>
  /** Whether it was found before. Others are looked up only within the limit of their address. */
  readonly hasSeenSession: (sessionId: string) => boolean
}

/** The session of a request, and the id that its cookie has. */
export interface Signed<S> {
  readonly session: S
  readonly sessionId: string
}

/** What every route of the console gets. It is a type, since `derive` takes no interface. */
type Entered<S> = {
  readonly context: RequestContext<null>
  readonly signed: Signed<S> | undefined
  /** Of the caller, for counting attempts. */
  readonly address: string
}

export type ConsoleGates<S extends { readonly user: SessionUser }> = ReturnType<
  typeof consoleGates<S>
>

export function consoleGates<S extends { readonly user: SessionUser }>(
  entrance: ConsoleEntrance<S>,
) {
  let requests = 0
  const nextId = () => `console-${++requests}`
  return {
    // Each names the parts that it takes, which Elysia reads from the function's text. One that
    // takes the whole context makes Elysia parse cookies and bodies for all routes that come after,
    // and one that takes `server` makes it define a property for each request of every route.
    /** Nobody needs to be signed in. */
    anybody: plugin('anybody').derive({ as: 'scoped' }, async ({ request, set, readBody }) => {
      const arrival = { request, readBody, headers: set.headers }
      const entered = await enter(entrance, nextId, arrival)
      return 'code' in entered ? entered : withBody(entered, readBody)
    }),
    user: plugin('user').derive({ as: 'scoped' }, ({ request, set, readBody }) =>
      enterAs('user', entrance, nextId, { request, readBody, headers: set.headers }),
    ),
    operator: plugin('operator').derive({ as: 'scoped' }, ({ request, set, readBody }) =>
      enterAs('operator', entrance, nextId, { request, readBody, headers: set.headers }),
    ),
  }
}

const plugin = (seed: string) =>
  new Elysia({ name: 'api.console.gate', seed }).decorate(NOT_PARSED).guard({
    as: 'scoped',
    schema: 'standalone',
    query: t.Object({}, { additionalProperties: false }),
  })

interface ConsoleArrival extends Pick<BodySlot, 'readBody'> {
  readonly request: Request
  /** Those of the answer. */
  readonly headers: AnswerHeaders
}

async function enterAs<S extends { readonly user: SessionUser }>(
  whom: 'user' | 'operator',
  entrance: ConsoleEntrance<S>,
  nextId: () => string,
  arrival: ConsoleArrival,
) {
  const entered = await enter(entrance, nextId, arrival)
  if ('code' in entered) return entered
  const { context, signed } = entered
  if (signed === undefined) return context.refuse(refused('session-required'))
  if (isForged(arrival.request, signed.sessionId)) {
    return context.refuse(refused('csrf-token-invalid'))
  }
  if (whom === 'operator' && !signed.session.user.operator) {
    return context.refuse(refused('operator-required'))
  }
  return withBody({ ...entered, signed }, arrival.readBody)
}

/** GET changes nothing, and its answer is for pages of the server alone. */
const isForged = (request: Request, sessionId: string): boolean =>
  request.method !== 'GET' && !isCsrfToken(request.headers.get(CSRF_HEADER), sessionId)

async function enter<S extends { readonly user: SessionUser }>(
  entrance: ConsoleEntrance<S>,
  nextId: () => string,
  { request, headers }: ConsoleArrival,
) {
  const { limiter, reachedAt, callers, publicUrl, findSession, hasSeenSession } = entrance
  const baseUrl = reachedAt(request)
  headers['cache-control'] = 'no-store' // [console.no-store]
  const requestId = requestIdOf(request, nextId)
  if (typeof requestId === 'object') return refuse(requestId, { baseUrl })
  if (requestId !== undefined) headers[REQUEST_ID_HEADER] = requestId
  const exchange: Exchange = { requestId, baseUrl, headers, countStranger: () => undefined }

  const stranger = strangeHost(request, publicUrl) ?? foreignPage(request, publicUrl)
  if (stranger !== undefined) return refuseExchange(exchange, stranger)

  const sessionId = sessionIdOf({ request, publicUrl })
  const address = callers.addressOf(request) ?? ''
  if (sessionId !== undefined && !hasSeenSession(sessionId)) {
    const beyond = limiter.lookUp(address)
    if (beyond !== undefined) return refuseExchange(exchange, beyond)
  }
  const session = sessionId === undefined ? undefined : await findSession(sessionId)
  const rate = limiter.consume('other', `console ${session?.user.userId ?? address}`)
  if (rate?.refusal !== undefined) {
    Object.assign(headers, rate.headers)
    return refuseExchange(exchange, rate.refusal)
  }
  const call: CallExchange = {
    ...exchange,
    takeHeaders: () => headers,
    waitedMs: () => 0,
    charge: () => {},
    beginSending: () => entrance.beginSending(request, requestId),
  }
  const entered: Entered<S> = {
    context: new RequestContext(null, request, call),
    signed: session && sessionId !== undefined ? { session, sessionId } : undefined,
    address,
  }
  return entered
}

/**
 * A page whose own name was pointed at this server (DNS rebinding) has the rights of our pages: it
 * sends its name as the Host, which is neither an address nor a local name.
 */
function strangeHost(
  request: Request,
  publicUrl: string | null,
): Refused<'host-not-allowed'> | undefined {
  const host = hostOf(request.url)
  // A request of HTTP/1.0 may name none, and any other one that is no host.
  if (host === undefined) return refused('host-not-allowed', { host: '' })
  const isOurs = publicUrl !== null && hostOf(publicUrl) === host
  return isOurs || asRequested(request) !== '' ? undefined : refused('host-not-allowed', { host })
}

/** Browsers name the page in the Origin of each change; programs other than browsers send none. */
function foreignPage(
  request: Request,
  publicUrl: string | null,
): Refused<'page-not-allowed'> | undefined {
  const origin = request.headers.get('origin')
  if (origin === null || isOwnPage(origin, [request.url, publicUrl ?? ''])) return undefined
  return refused('page-not-allowed', { origin })
}
