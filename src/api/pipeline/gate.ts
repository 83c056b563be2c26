/**
 * The checks of a request before its route runs, top to bottom [request.order-of-checks]. The first
 * that refuses it answers.
 *
 *   1. it has a request id                       400            [request-id.first]
 *   2. a page that opens a stream may do so      403            [run.cors-stream]
 *   3. its sender is known, and is not disabled  401, 403       [auth.bearer]
 *   4. its sender has the right to do this       403            [auth.read-only]
 *   5. its sender is within the rate limit       429            [rate-limit.refused]
 *   6. its body can be read, not before          400            [request.body]
 *   7. path, query and body fit their schemas    400            Elysia; ./errors.ts answers;
 *                                                               an order's ./checked-body.ts
 *   8. no query parameter is repeated or empty   400            [request.repeated-query]
 *   9. the account it means is its sender's      400, 403, 404  context.forAccount, in the route
 *
 * Then the route's service decides. Elysia validates after `derive` and before `resolve`: checks 1
 * to 6 are a derive, and 8 is a resolve. Of quotes 7 and 8 are ./known-queries.ts, a derive too.
 */
import { type AnyElysia, Elysia, t } from 'elysia'
import type { RateGroup } from '../../core/rate-limits'
import {
  isRefused,
  type RefusalCode,
  type Refused,
  refused,
  refusedParam,
} from '../../core/refusals'
import type { Scope } from '../../core/scope'
import { refuse } from '../wire/refusal'
import { REQUEST_ID, REQUEST_ID_HEADER } from '../wire/request-id'
import { jsonReader, NOT_PARSED } from './body'
import { type CheckBody, withBody } from './checked-body'
import { withFaults } from './faults'
import { type AllowedOrigins, isAllowed, isOwnPage } from './origins'
import { type Entrance, Passage } from './passage'
import { withRecorder } from './recorder'
import {
  type Controller,
  RequestContext,
  refuseExchange,
  refuseStranger,
  type SignedIn,
} from './request-context'
import type { Arrival, FindSender, Sender } from './sender'
import { ASSUMED_ZONE, hasKoreanTime, ZONE_HEADER } from './zone'

/** How one gate differs from the others. */
export interface GateRules<Client extends Controller | null> {
  /** Elysia takes plugins of one name and seed for one plugin, so each gate has its own. */
  readonly seed: string
  readonly withoutRequestId: WithoutRequestId
  /** The origins whose pages may pass, besides the server's own. Left out: every origin. */
  readonly pages?: AllowedOrigins
  readonly findSender: FindSender<Client>
  readonly scope: Scope
  readonly rateGroup: RateGroup
  /**
   * Its routes are answered without a promise, as far as they do not wait themselves; Elysia waits
   * for a handler whose text returns a call at once, so theirs return one outcome of two.
   */
  readonly neverWaits?: true
  /** False: its routes check their queries themselves, by `./known-queries.ts`. */
  readonly checksQuery?: false
  /** Its routes take JSON, which it reads and checks: see `./checked-body.ts`. */
  readonly checkBody?: CheckBody
}

export type Gate = ReturnType<typeof gate<SignedIn>>
export type SandboxGate = ReturnType<typeof gate<Controller>>
export type TokenGate = ReturnType<typeof gate<null>>
export type StreamGate = ReturnType<typeof gate<SignedIn | null>>

/** A scoped plugin for the modules behind the gate; built once and handed to each of them. */
export const gate = <Client extends Controller | null>(
  entrance: Entrance,
  rules: GateRules<Client>,
) => {
  const { checkBody } = rules
  return withRecorder(
    withFaults(
      withQueryCheck(
        new Elysia({ name: 'api.gate', seed: rules.seed })
          .decorate(NOT_PARSED)
          .guard(rules.checksQuery === false ? UNCHECKED_QUERY : CLOSED_QUERY)
          .derive(
            { as: 'scoped' },
            // Elysia waits for a hook whose text, minified or not, returns or begins with a call.
            rules.neverWaits
              ? ({ request, route, set }) => {
                  const { callers } = entrance
                  const arrival = { request, route, callers, set, ...NOT_PARSED }
                  const admitted = admit(entrance, rules, arrival)
                  if (admitted instanceof Promise) throw new Error(`${route} has a gate that waits`)
                  return admitted
                }
              : ({ request, route, set, parsedBody, readBody }) => {
                  const { callers } = entrance
                  const read = checkBody === undefined ? readBody : jsonReader(request)
                  const arrival = { request, route, callers, set, parsedBody, readBody: read }
                  return admit(entrance, rules, arrival)
                },
          ),
        rules,
      ),
      entrance.faults,
    ),
    rules.scope === 'TRADE' ? entrance.recorder : undefined,
  )
}

/** Adds check 8, where routes do not check their queries themselves. */
function withQueryCheck<Gate extends AnyElysia>(
  gate: Gate,
  { checksQuery }: Pick<GateRules<null>, 'checksQuery'>,
): Gate {
  if (checksQuery === false) return gate
  gate.resolve({ as: 'scoped' }, ({ context, request, query, set }) => {
    const refusal = repeatedOrEmpty(request.url)
    const isRead = refusal === undefined && request.url.includes('?')
    if (isRead && hasKoreanTime(request.url, query)) set.headers[ZONE_HEADER] = ASSUMED_ZONE
    return refusal === undefined ? {} : context.refuse(refusal)
  })
  return gate
}

/** What credentials that anybody could send are refused for: they count by address. */
const STRANGERS: ReadonlySet<RefusalCode> = new Set([
  ...(['invalid-token', 'invalid-sandbox-key', 'invalid-feed-key'] as const),
])

/** Waits only where the sender has to be looked up: most requests come in without a promise. */
function admit<Client extends Controller | null>(
  entrance: Entrance,
  rules: GateRules<Client>,
  arrival: Arrival,
) {
  const { request } = arrival
  const requestId = requestIdOf(request, rules.withoutRequestId)
  if (typeof requestId === 'object') {
    entrance.watch?.noteRefusal(request, requestId.refused)
    return refuse(requestId, { baseUrl: entrance.reachedAt(request) })
  }
  const { headers } = arrival.set
  if (requestId !== undefined) headers[REQUEST_ID_HEADER] = requestId // [request-id.returned]
  const passage = new Passage(requestId, entrance, rules.rateGroup, arrival)

  const foreign = foreignPage(request, rules.pages, passage)
  if (foreign !== undefined) return refuseExchange(passage, foreign)

  const sender = rules.findSender(entrance.signIn, arrival)
  return sender instanceof Promise
    ? sender.then((found) => admitSender(found, passage, rules, arrival))
    : admitSender(sender, passage, rules, arrival)
}

function admitSender<Client extends Controller | null>(
  { client, countedAs }: Sender<Client>,
  passage: Passage,
  { scope, checkBody }: GateRules<Client>,
  { request, parsedBody, readBody }: Arrival,
) {
  // Counted before anything is refused: each answer to a known client tells its limits.
  const rateRefusal = passage.count(countedAs)
  if (client !== null && !isRefused(client)) passage.clientId = client.clientId
  if (client !== null && isRefused(client)) {
    return STRANGERS.has(client.refused)
      ? refuseStranger(passage, client)
      : refuseExchange(passage, client)
  }
  if (scope === 'TRADE' && client?.scope !== 'TRADE') {
    return refuseExchange(passage, refused('insufficient-scope'))
  }
  if (rateRefusal !== undefined) return refuseExchange(passage, rateRefusal)
  if (parsedBody !== null && isRefused(parsedBody)) return refuseExchange(passage, parsedBody)
  const admitted = { context: new RequestContext(client, request, passage) }
  return withBody(admitted, readBody, (body) => {
    passage.noteArrived()
    return checkBody === undefined ? body : checkBody(body)
  })
}

/** Programs other than browsers send no Origin [run.cors-stream]. */
function foreignPage(
  request: Request,
  pages: AllowedOrigins | undefined,
  reached: { readonly baseUrl: string },
): Refused<'origin-not-allowed'> | undefined {
  if (pages === undefined) return undefined
  const origin = request.headers.get('origin')
  if (origin === null || isAllowed(pages, origin)) return undefined
  return isOwnPage(origin, [request.url, reached.baseUrl])
    ? undefined
    : refused('origin-not-allowed', { origin })
}

/**
 * No route behind a gate takes a parameter that it does not declare [request.unknown-query]; those
 * that it declares are merged into this schema.
 */
const CLOSED_QUERY = {
  as: 'scoped',
  schema: 'standalone',
  query: t.Object({}, { additionalProperties: false }),
} as const

const UNCHECKED_QUERY = { as: 'scoped' } as const

const PARAM_LENGTH_MAX = 100

/** Checked after the shape, so that the parameter is a known one [request.empty-query]. */
export function repeatedOrEmpty(url: string): Refused<'invalid-parameter'> | undefined {
  const start = url.indexOf('?')
  if (start < 0 || isOneWithValue(url, start)) return undefined
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const reason = seen.has(name) ? 'it is sent twice' : value === '' ? 'it is empty' : undefined
    if (reason !== undefined) {
      return refusedParam('invalid-parameter', name.slice(0, PARAM_LENGTH_MAX), { reason })
    }
    seen.add(name)
  }
  return undefined
}

/** Most queries are a single `name=value`, which takes no parser to see. */
function isOneWithValue(url: string, start: number): boolean {
  const equals = url.indexOf('=', start)
  return equals > 0 && equals < url.length - 1 && !url.includes('&', start)
}

type RequestIdRefusal = Refused<'request-id-required' | 'request-id-invalid'>

/** The id of a request that brings none: it is refused, goes without, or gets a made one. */
export type WithoutRequestId = 'refused' | 'allowed' | (() => string)

/** The request's id, or why it is refused [request-id.first]. */
export function requestIdOf(
  request: Request,
  without: WithoutRequestId,
): string | undefined | RequestIdRefusal {
  const id = request.headers.get(REQUEST_ID_HEADER)
  if (id !== null && id !== '') {
    return REQUEST_ID.test(id) ? id : refused('request-id-invalid') // [request-id.form]
  }
  if (typeof without === 'function') return without()
  return without === 'allowed' ? undefined : refused('request-id-required') // [request-id.required]
}
