/**
 * Calls that were alike: what is told of them has nearly all in common, and is looked up once for
 * most requests, or by the route and the client.
 */
import type { RefusalCode } from '../../core/refusals'

export interface CallKind {
  readonly method: string
  readonly status: number
  /** The path of its route, with the names of its parameters; null: there is no such route. */
  readonly route: string | null
  readonly clientId: string | undefined
  /** The code of the refusal that answered it. */
  readonly refusedAs: RefusalCode | undefined
}

/** `ms`: until the answer was ready to be sent, which was at `atMs` of the monotonic clock. */
export type OnCall = (ms: number, atMs: number, requestId: string | undefined) => void

/** Asked once for each kind of call; what it answers is then told of every call of that kind. */
export type OnAnswered = (kind: CallKind) => OnCall

/** A call, as far as its gate has come to know it. */
export type Call = Pick<CallKind, 'route' | 'clientId' | 'refusedAs'>

interface Known extends CallKind {
  readonly tell: OnCall
}

/** Clients × routes × outcomes; where there are more, all are asked for anew. */
const KINDS_MAX = 10_000

/** Finds whom to tell of a call. */
export function callKinds(answered: OnAnswered) {
  const all = new Map<string | null, Map<string | undefined, Known[]>>()
  let count = 0
  let last: Known | undefined

  function kindsOf({ route, clientId }: Call): Known[] {
    let ofRoute = all.get(route)
    if (ofRoute === undefined) {
      ofRoute = new Map()
      all.set(route, ofRoute)
    }
    let kinds = ofRoute.get(clientId)
    if (kinds === undefined) {
      kinds = []
      ofRoute.set(clientId, kinds)
    }
    return kinds
  }

  function make(method: string, status: number, call: Call): Known {
    if (count >= KINDS_MAX) {
      all.clear()
      count = 0
    }
    const { route, clientId, refusedAs } = call
    const kind = { method, status, route, clientId, refusedAs }
    const known = { ...kind, tell: answered(kind) }
    kindsOf(call).push(known)
    count++
    return known
  }

  return (method: string, status: number, call: Call): OnCall => {
    if (
      last !== undefined &&
      last.route === call.route &&
      last.clientId === call.clientId &&
      isSame(last, method, status, call)
    ) {
      return last.tell
    }
    for (const known of kindsOf(call)) {
      if (!isSame(known, method, status, call)) continue
      last = known
      return known.tell
    }
    last = make(method, status, call)
    return last.tell
  }
}

const isSame = (known: Known, method: string, status: number, { refusedAs }: Call): boolean =>
  known.status === status && known.refusedAs === refusedAs && known.method === method
