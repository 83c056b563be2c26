/**
 * Recording a run [exec.record]: every call that may change the books has a turn of its own, and is
 * kept when it has ended. A call that is refused by its gate, or struck by a fault before anything
 * is done, never comes here.
 */
import type { AnyElysia } from 'elysia'
import { ACCOUNT_ID_HEADER, type Controller, type RequestContext } from './request-context'

export interface RecordedCall {
  /** Null: by the sandbox's key. */
  readonly clientId: string | null
  /** Null: the request named none. */
  readonly accountId: string | null
  readonly method: string
  readonly path: string
  readonly body: unknown
}

export interface RunRecorder {
  /** The run is played again: no fault strikes what it has recorded. */
  readonly isReplay: boolean
  /** Resolves when it is this call's turn. The answer ends the turn and keeps the call. */
  enter(): Promise<(call: RecordedCall) => void>
  /** The body with what the sender leaves to chance. */
  decided(path: string, body: unknown): unknown
  /** Whether the server sends it itself, within another call. */
  isInner(request: Request): boolean
}

/** Elysia's context, as far as the recording needs it. */
interface Met {
  readonly request: Request
  readonly path: string
  body?: unknown
  readonly context: RequestContext<Controller>
}

/** Records what passes the gate. */
export function withRecorder<Gate extends AnyElysia>(
  gate: Gate,
  recorder: RunRecorder | undefined,
): Gate {
  if (recorder === undefined) return gate
  const turns = new WeakMap<Request, () => void>()
  // Elysia waits for a hook only where it can see that it is asynchronous.
  gate.onBeforeHandle({ as: 'scoped' }, async (passed) => {
    // safe: every gate derives a context, before its routes are called.
    const met = passed as unknown as Met // tidy: Elysia's own type of it
    const { request, path, context } = met
    const { method } = request
    if (method === 'GET' || recorder.isInner(request)) return
    const leave = await recorder.enter()
    const body = recorder.decided(path, met.body)
    met.body = body
    const clientId = context.client.clientId ?? null
    const accountId = request.headers.get(ACCOUNT_ID_HEADER)
    turns.set(request, () => leave({ clientId, accountId, method, path, body }))
  })
  gate.onAfterResponse({ as: 'scoped' }, ({ request }) => turns.get(request)?.())
  return gate
}
