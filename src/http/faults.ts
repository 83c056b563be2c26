/**
 * Faults that a test forces on requests [fault.force]. A fault strikes after all checks but the
 * account's, so a bad request is refused as usual [request.order-of-checks]. It changes the answer
 * or the connection, never the request's effect [fault.books] [fault.gate].
 */
import type { RequestFault } from '../core/fault-rule'
import type { RefusalCode } from '../core/refusals'
import { CHALLENGES } from './respond'
import type { RefusalBody } from './wire/refusal'

export interface RequestFaults {
  /** False if no fault is set, so that requests need no further look. */
  readonly isSet: boolean
  /** Finds the fault that strikes a request of this client for this operation, and counts it. */
  strikeRequest(
    clientId: string | undefined,
    operationId: string | undefined,
  ): Promise<RequestFault | undefined>
}

export interface FaultDeps {
  readonly faults: RequestFaults
  /** A plausible envelope of the code. */
  readonly exampleOf: (code: RefusalCode, baseUrl: string) => RefusalBody
  /** Waits by the machine's time, whatever the market's clock does. */
  readonly after: (ms: number) => Promise<void>
}

/** The part of a call that a fault uses. */
export interface FaultTarget {
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
export const faultOf = (
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
export async function faultAnswer(
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
