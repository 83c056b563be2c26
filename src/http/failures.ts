/** Answers unknown paths and our own failures. */
import { isRefused, type Refused, refused } from '../core/refusals'
import { Call } from './call'
import type { CallRules, Http } from './http'
import { pathOf } from './origins'

/** The rules of a request to an unknown path. */
const NO_ROUTE: CallRules = { id: '', path: null, limit: 'other', noStore: false }

/**
 * Answers a request that failed. The failure is reported, and the answer reveals nothing about it
 * [error.internal], unless the database failed and nothing was done [request.busy].
 */
export function answerFailure(call: Call, error: unknown): Response {
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
