/**
 * COMPAT=next [run.compat]: the headers and the envelope of the public clients of the contract's
 * family, at the edge of the application, so that nothing inside knows of them.
 */
import { REQUEST_ID_HEADER } from '../wire/request-id'
import { pathOf } from './path'
import { ACCOUNT_ID_HEADER } from './request-context'
import type { Answer, MaybeResponse } from './watch'

/** Their names of our headers; where both are sent, ours is meant. */
export const ALIASES = [
  ['x-request-id', REQUEST_ID_HEADER],
  ['x-next-account-id', ACCOUNT_ID_HEADER],
] as const
const [[THEIR_REQUEST_ID]] = ALIASES

export function answerAsNext(
  answer: Answer,
  request: Request,
): MaybeResponse | Promise<MaybeResponse> {
  const { headers } = request
  for (const [theirs, ours] of ALIASES) {
    const sent = headers.get(theirs)
    if (sent !== null && !headers.has(ours)) headers.set(ours, sent)
  }
  const outcome = answer(request)
  return outcome instanceof Promise
    ? outcome.then((response) => asNext(response, request))
    : asNext(outcome, request)
}

function asNext(response: MaybeResponse, request: Request): MaybeResponse | Promise<MaybeResponse> {
  if (response === undefined) return undefined
  const id = response.headers.get(REQUEST_ID_HEADER)
  if (id !== null) response.headers.set(THEIR_REQUEST_ID, id)
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  // The console's own API is for its page alone.
  const isOurs = pathOf(request.url).startsWith('/console/')
  return response.status < 400 || !isJson || isOurs ? response : withNested(response)
}

async function withNested(response: Response): Promise<Response> {
  const { status, headers } = response
  const body: unknown = await response.json()
  const isEnvelope = typeof body === 'object' && body !== null && 'docUrl' in body
  return new Response(JSON.stringify(isEnvelope ? { error: body } : body), { status, headers })
}
