/**
 * Takes a refusal out of the field `error`, in which a server with COMPAT=next nests it
 * [run.compat], so that the rest of the client knows one form.
 */
import { isEnvelope } from './refusal'

export function withFlatEnvelopes(send: typeof fetch): typeof fetch {
  const flat = async (...asked: Parameters<typeof fetch>) => {
    const response = await send(...asked)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    if (response.ok || !isJson) return response
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    const { error } = Object(answer)
    if (!isEnvelope(error)) return response
    const { status, headers } = response
    return new Response(JSON.stringify(error), { status, headers })
  }
  // safe: as in ./signed-fetch.ts.
  return flat as typeof fetch
}
