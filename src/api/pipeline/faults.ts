/**
 * Faults that a test forces on requests [fault.force]. They strike a request that has passed its
 * gate and its schemas, so a bad one is refused as ever [request.order-of-checks]; and they change
 * its answer, or its connection, and nothing that it does [fault.books] [fault.gate].
 */
import type { AnyElysia } from 'elysia'
import type { RequestFault } from '../../core/fault-rule'
import type { RefusalCode } from '../../core/refusals'
import type { RefusalBody } from '../wire/refusal'
import { REQUEST_ID_HEADER } from '../wire/request-id'
import { CHALLENGES } from './challenges'
import type { RequestContext, SignedIn } from './request-context'

export interface RequestFaults {
  /** False: requests are looked at no further. */
  readonly isSet: boolean
  /** The fault that strikes a request of this client for this operation, counted. */
  strikeRequest(
    clientId: string | undefined,
    route: string | undefined,
  ): Promise<RequestFault | undefined>
}

export interface FaultDeps {
  readonly faults: RequestFaults
  /** By the method and the path of a route. */
  readonly operationId: (method: string, path: string) => string | undefined
  /** A plausible envelope of the code. */
  readonly exampleOf: (code: RefusalCode, baseUrl: string) => RefusalBody
  /** By machine time, whatever the market's clock does. */
  readonly after: (ms: number) => Promise<void>
}

/** Elysia's context, as far as a fault needs it. */
interface Struck {
  readonly request: Request
  readonly route: string
  readonly body?: unknown
  readonly context: RequestContext<SignedIn | null>
}

/** Adds the faults to a gate. Where there is no sandbox the gate is left as it is. */
export function withFaults<Gate extends AnyElysia>(gate: Gate, deps: FaultDeps | undefined): Gate {
  if (deps === undefined) return gate
  const { faults, operationId, exampleOf, after } = deps
  const late = new WeakMap<Request, RequestFault>()

  async function strike(struck: Struck): Promise<Response | undefined> {
    const { request, route, context, body } = struck
    const clientId = context.client?.clientId ?? clientIdIn(body)
    const fault = await faults.strikeRequest(clientId, operationId(request.method, route))
    if (fault === undefined) return undefined
    if (fault.at === 'before') return effectOf(fault, context)
    late.set(request, fault)
    return undefined
  }

  async function effectOf(
    fault: RequestFault,
    { requestId, baseUrl }: Struck['context'],
  ): Promise<Response | undefined> {
    switch (fault.kind) {
      case 'delay':
        await after(fault.delayMs)
        return undefined
      case 'cut':
        return new Response(new ReadableStream({ start: (body) => body.error() }))
      case 'answer': {
        const { code, status, retryAfterSeconds } = fault
        const headers = new Headers()
        if (requestId !== undefined) headers.set(REQUEST_ID_HEADER, requestId)
        if (retryAfterSeconds !== null) headers.set('retry-after', String(retryAfterSeconds))
        if (code === null) {
          headers.set('content-type', 'text/plain; charset=utf-8')
          return new Response(`${status}, forced by a test\n`, { status, headers })
        }
        const challenge = CHALLENGES.get(code)
        if (challenge !== undefined) headers.set('www-authenticate', challenge)
        const { requestId: _, ...example } = exampleOf(code, baseUrl)
        const body = { ...example, ...(requestId !== undefined && { requestId }) }
        return Response.json(withRetryAfter(body, retryAfterSeconds), { status, headers })
      }
    }
  }

  // Elysia waits for a hook only where it can see that it is asynchronous.
  gate.onBeforeHandle(
    { as: 'scoped' },
    async (struck) =>
      // safe: every gate derives a context, before its routes are called.
      faults.isSet ? strike(struck as unknown as Struck) : undefined, // tidy: Elysia's own type of it
  )
  gate.onAfterHandle({ as: 'scoped' }, async ({ request, ...struck }) => {
    const fault = faults.isSet ? late.get(request) : undefined
    // safe: as above.
    return fault && effectOf(fault, (struck as unknown as Struck).context) // tidy: as above
  })
  return gate
}

/** Of the token request, whose sender is not known yet. */
const clientIdIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'client_id' in body
    ? String(body.client_id)
    : undefined

const withRetryAfter = (body: RefusalBody, retryAfterSeconds: number | null): RefusalBody =>
  retryAfterSeconds === null || body.data?.retryAfterSeconds === undefined
    ? body
    : {
        ...body,
        message: body.message.replace(`${body.data.retryAfterSeconds} s`, `${retryAfterSeconds} s`),
        data: { ...body.data, retryAfterSeconds },
      }
