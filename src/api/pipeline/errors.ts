/**
 * Answers requests that no route has answered: unknown paths, shapes that do not fit, and our own
 * failures, which are reported and show the caller nothing of the inside [error.internal].
 *
 * Global, and so used before any module: Elysia's hooks reach only what is registered after them.
 */
import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import { isRefused, type RefusalCode, type Refused, refused } from '../../core/refusals'
import { REQUEST_ID_HEADER } from '../wire/request-id'
import { shapeRefusalOf } from '../wire/validation-errors'
import { requestIdOf } from './gate'
import type { Entrance } from './passage'
import { pathOf } from './path'
import { type AnswerHeaders, refuseExchange } from './request-context'

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

export const errors = (
  { report, databaseRefusal }: FailureDeps,
  entrance: Pick<Entrance, 'signIn' | 'limiter' | 'reachedAt' | 'watch'>,
) =>
  new Elysia({ name: 'api.errors' }).onError({ as: 'global' }, async ({ error, request, set }) => {
    const { headers } = set
    const sent = requestIdOf(request, 'refused')
    // A gate may have made an id for a request that brings none [sandbox.token].
    const made = headers[REQUEST_ID_HEADER]
    const requestId = typeof sent === 'string' ? sent : typeof made === 'string' ? made : undefined
    if (requestId !== undefined) headers[REQUEST_ID_HEADER] = requestId
    const path = pathOf(request.url)

    let refusal = refusalOf(error)
    // Not reported: what runs beside the requests tells of it, once for all of them.
    if (isAllOrNothing(request.method, path)) refusal ??= databaseRefusal(error) // [request.busy]
    if (refusal === undefined) {
      report({ requestId, method: request.method, path, error })
      refusal = refused('internal-error')
    }
    if (refusal.refused === 'route-not-found') {
      // Under /v1 the request id is checked before even the path [request-id.first].
      const idRefusal = path.startsWith('/v1/') && typeof sent === 'object' ? sent : undefined
      refusal = idRefusal ?? (await beyondLimit(entrance, request, headers)) ?? refusal
    }
    const baseUrl = entrance.reachedAt(request)
    const exchange = {
      ...{ requestId, baseUrl, headers },
      countStranger: () => undefined,
      noteRefusal: (code: RefusalCode) => entrance.watch?.noteRefusal(request, code),
    }
    return refuseExchange(exchange, refusal)
  })

/**
 * Whether nothing was done where the request failed: reads change nothing, and what a request under
 * /v1 changes is one transaction. Elsewhere a change may be several, of which some are done.
 */
const isAllOrNothing = (method: string, path: string): boolean =>
  method === 'GET' || method === 'HEAD' || path.startsWith('/v1/')

/** A request for an unknown path has passed no gate; a known client's counts all the same. */
async function beyondLimit(
  { signIn, limiter }: Pick<Entrance, 'signIn' | 'limiter'>,
  request: Request,
  headers: AnswerHeaders,
): Promise<Refused | undefined> {
  const authorization = request.headers.get('authorization')
  if (authorization === null) return undefined
  // A wrong token, or a failure to look it up, changes nothing: there is no such path.
  const client = await Promise.resolve(signIn(authorization, request)).catch(() => undefined)
  if (client?.clientId === undefined) return undefined
  const rate = limiter.consume('other', client.clientId)
  Object.assign(headers, rate?.headers)
  return isRefused(client) ? undefined : rate?.refusal
}

function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof NotFoundError) return refused('route-not-found')
  if (error instanceof ValidationError) {
    return error.type === 'response' ? undefined : shapeRefusalOf(error)
  }
  // Our own parsers never throw; this one is Elysia's, on a route without a body of ours.
  if (error instanceof ParseError)
    return refused('malformed-body', { reason: 'it is not expected' })
  return undefined
}
