/**
 * The last word on whatever no route answered itself: unknown paths, shapes that do not fit, and
 * our own failures, which are reported here and show the caller nothing of the inside (D8).
 *
 * Global, so it must be used before any module: Elysia's hooks reach only what is registered later.
 */
import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import { isRefused, type Refused, refused } from '../../core/refusals'
import { refuse } from '../wire/refuse'
import { REQUEST_ID_HEADER, requestIdOf } from '../wire/request-id'
import { shapeFaultOf } from '../wire/validation-errors'
import { asAsked, type ReachedAt } from './reached-at'
import { type Answering, beyondLimit, type Entrance, recognise } from './recognise'

/** Where failures of ours go: standard error, in the server. */
export type ReportFailure = (failure: Failure) => void
export interface Failure {
  readonly requestId: string | undefined
  readonly method: string
  readonly path: string
  readonly error: unknown
}

export const errors = (report: ReportFailure, entrance: Entrance, reachedAt: ReachedAt = asAsked) =>
  new Elysia({ name: 'http.errors' }).onError({ as: 'global' }, async ({ error, request, set }) => {
    const id = requestIdOf(request)
    // A gate may have given the request an id that it did not bring (D11).
    const given = set.headers[REQUEST_ID_HEADER]
    const requestId = typeof id === 'string' ? id : typeof given === 'string' ? given : undefined
    if (requestId !== undefined) set.headers[REQUEST_ID_HEADER] = requestId
    const path = pathOf(request.url)

    let why = refusalOf(error)
    if (why === undefined) {
      report({ requestId, method: request.method, path, error })
      why = refused('internal-error')
    }
    if (why.refused === 'route-not-found') {
      // Under /v1 the request id is checked before even the path (D1).
      why =
        path.startsWith('/v1/') && typeof id !== 'string'
          ? id
          : ((await beyondLimitOf(entrance, request, set)) ?? why)
    }
    return refuse(why, { requestId, baseUrl: reachedAt(request) })
  })

/** No gate has counted a request for an unknown path; a known client hears of its limits too. */
async function beyondLimitOf(entrance: Entrance, request: Request, set: Answering) {
  if (!request.headers.has('authorization')) return undefined
  // Whatever is wrong with the token, or with looking it up: there is no such path.
  const headers: Answering['headers'] = {}
  const known = await recognise(entrance, 'other', request, { headers }, undefined).catch(
    () => undefined,
  )
  const { 'www-authenticate': _, ...limits } = headers
  Object.assign(set.headers, limits)
  return known === undefined || isRefused(known) ? undefined : beyondLimit(known.rate, set)
}

function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof NotFoundError) return refused('route-not-found')
  if (error instanceof ValidationError) {
    return error.type === 'response' ? undefined : shapeFaultOf(error)
  }
  // Our own parsers never throw; this one is Elysia's, on a route without a body of ours.
  if (error instanceof ParseError)
    return refused('malformed-body', { reason: 'it is not expected' })
  return undefined
}

/** `url` is absolute: scheme, host, path, query. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end)
}
