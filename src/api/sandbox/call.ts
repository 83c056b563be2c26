/** A control that the server calls itself, as a request of its own application [scenario.run]. */

import type { CallAnswer } from './conductor'
import type { ControlCall } from './scenario/scenario'

interface Handles {
  handle(request: Request): Response | Promise<Response>
}

export async function callOver(
  app: Handles,
  { method, path, body }: ControlCall,
  key: string,
): Promise<CallAnswer> {
  const headers = new Headers({ 'x-sandbox-key': key })
  if (body !== undefined) headers.set('content-type', 'application/json')
  const sent = body === undefined ? null : JSON.stringify(body)
  const response = await app.handle(
    new Request(`http://localhost${path}`, { method, headers, body: sent }),
  )
  const answer: unknown = await response.json().catch(() => null)
  const { message, code }: { message?: unknown; code?: unknown } = Object(answer)
  const isRefused = typeof message === 'string' && typeof code === 'string'
  return { status: response.status, message: isRefused ? `${code}: ${message}` : '' }
}
