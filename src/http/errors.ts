/** Answers what no endpoint has answered: unknown paths, and our own failures. */
import { isRefused, type Refused, refused } from '../core/refusals'
import { Call } from './call'
import type { CallRules, Http } from './http'
import { pathOf } from './origins'

/** The rules of a request that no route takes. */
const NO_ROUTE: CallRules = { id: '', path: null, limit: 'other', noStore: false }

/**
 * The answer to a request that has failed. The failure is reported, and shows the caller nothing of
 * the inside [error.internal], unless it is the database's and nothing was done [request.busy].
 */
export function answerFailure(call: Call, error: unknown): Response {
  // Not reported: what runs beside the requests tells of it, once for all of them.
  const refusal = isAllOrNothing(call.request) ? call.http.databaseRefusal(error) : undefined
  if (refusal === undefined) call.report(error)
  return call.refuse(refusal ?? refused('internal-error'))
}

/**
 * Whether nothing was done where the request failed: reads change nothing, and what a request under
 * /v1 or /paper changes is one transaction. Elsewhere a change may be several, of which some are
 * done.
 */
const isAllOrNothing = ({ method, url }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || /^\/(?:v1|paper)\//.test(pathOf(url))

/** The answer to a request for an unknown path, or for a path that has failed within the router. */
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
  // Under /v1 the request id is checked before even the path [request-id.first].
  const idRefusal =
    typeof id === 'object' && pathOf(request.url).startsWith('/v1/') ? id : undefined
  const refusal = idRefusal ?? (await beyondLimit(call)) ?? refused('route-not-found')
  return call.finish(call.refuse(refusal))
}

/** A request for an unknown path has passed no check; a known client's counts all the same. */
async function beyondLimit(call: Call): Promise<Refused | undefined> {
  const { request, http } = call
  const authorization = request.headers.get('authorization')
  if (authorization === null) return undefined
  // A wrong token, or a failure to look it up, changes nothing: there is no such path.
  const client = await Promise.resolve(http.signIn(authorization, request)).catch(() => undefined)
  if (client?.clientId === undefined) return undefined
  const beyond = call.count(client.clientId)
  return isRefused(client) ? undefined : beyond
}
