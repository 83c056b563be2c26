/**
 * What a request must pass before its shape is looked at, in D1's order: request id, token, rights,
 * rate limit, and whether its body can be read at all.
 *
 * A scoped `derive`, since Elysia validates shapes before `resolve` and `beforeHandle`, but after
 * `derive`. Gates are built once, in app.ts, and handed to the modules.
 */
import { Elysia } from 'elysia'
import { isRefused, type RefusalCode, type Refused, refused } from '../../core/refusals'
import { refuse } from '../wire/refuse'
import { REQUEST_ID_HEADER, requestIdOf } from '../wire/request-id'
import { addressOf } from './address'
import { bodyFaultOf } from './body'
import { CLOSED_QUERY, queryFaultOf } from './query'
import type { ReachedAt } from './reached-at'
import { beyondLimit, CHALLENGES, type Entrance, recognise } from './recognise'
import { RequestContext, type Scope } from './request-context'

export interface GateNeeds {
  readonly scope: Scope
  readonly bucket: 'orders' | 'other'
  /** Outside /v1 the request id may be left out (D11); this makes the one that stands in for it. */
  readonly newRequestId?: () => string
}

export interface GateDeps extends Entrance {
  readonly reachedAt: ReachedAt
  /** Monotonic milliseconds: by them a request has only so much time (D15). */
  readonly elapsedMs: () => number
}

export type Gate = ReturnType<typeof gate>

export const gate = ({ reachedAt, elapsedMs, ...entrance }: GateDeps, needs: GateNeeds) =>
  new Elysia({ name: 'http.gate', seed: seedOf(needs) })
    .guard(CLOSED_QUERY)
    .derive({ as: 'scoped' }, async ({ request, server, set }) => {
      const arrivedAtMs = elapsedMs()
      const baseUrl = reachedAt(request)
      const requestId = requestIdOf(request, needs.newRequestId)
      if (typeof requestId !== 'string') return refuse(requestId, { baseUrl })
      set.headers[REQUEST_ID_HEADER] = requestId
      const stop = <C extends RefusalCode>(why: Refused<C>) => refuse(why, { requestId, baseUrl })

      const known = await recognise(
        entrance,
        needs.bucket,
        request,
        set,
        addressOf(server, request),
      )
      if (isRefused(known)) return stop(known)
      const { client, rate } = known
      if (needs.scope === 'TRADE' && client.scope !== 'TRADE') {
        set.headers['www-authenticate'] = CHALLENGES['insufficient-scope']
        return stop(refused('insufficient-scope'))
      }
      const tooMany = beyondLimit(rate, set)
      if (tooMany !== undefined) return stop(tooMany)
      const fault = bodyFaultOf(request)
      if (fault !== undefined) return stop(fault)
      return {
        call: new RequestContext(client, requestId, request, {
          baseUrl,
          waitedMs: () => elapsedMs() - arrivedAtMs,
          charge(tokens) {
            const charged = entrance.limiter.charge(needs.bucket, client.clientId, tokens)
            if (charged !== undefined) Object.assign(set.headers, charged.headers)
          },
        }),
      }
    })
    .resolve({ as: 'scoped' }, ({ call, request }) => {
      const fault = queryFaultOf(request)
      return fault === undefined ? {} : call.refuse(fault)
    })

/** Elysia runs plugins of the same name and seed once, so that gates must not share one. */
const seedOf = ({ scope, bucket, newRequestId }: GateNeeds): string =>
  `${scope} ${bucket} ${newRequestId === undefined ? 'id required' : 'id optional'}`
