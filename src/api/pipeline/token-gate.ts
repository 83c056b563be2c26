/** The token endpoint's own gate: it has no token yet, and is limited by id and address (D8). */
import { Elysia } from 'elysia'
import type { RefusalCode, Refused } from '../../core/refusals'
import { type Refusal, refuse } from '../wire/refuse'
import { REQUEST_ID_HEADER, requestIdOf } from '../wire/request-id'
import { addressOf } from './address'
import { bodyFaultOf } from './body'
import type { GateDeps } from './gate'
import { CLOSED_QUERY, queryFaultOf } from './query'
import { beyondLimit, beyondLimitOfUnknown } from './recognise'

/** An id longer than any of ours counts as its beginning, so that a key stays small. */
const CLIENT_ID_LENGTH_MAX = 64

export type TokenGate = ReturnType<typeof tokenGate>

export const tokenGate = ({ limiter, reachedAt }: Pick<GateDeps, 'limiter' | 'reachedAt'>) =>
  new Elysia({ name: 'http.token-gate' })
    .guard(CLOSED_QUERY)
    .derive({ as: 'scoped' }, ({ request, body, server, set }) => {
      const baseUrl = reachedAt(request)
      const requestId = requestIdOf(request)
      if (typeof requestId !== 'string') return refuse(requestId, { baseUrl })
      set.headers[REQUEST_ID_HEADER] = requestId
      const address = addressOf(server, request)
      const reply = <C extends RefusalCode>(
        why: Refused<C>,
      ): Refusal<C> | Refusal<'rate-limit-exceeded'> => {
        if (why.refused === 'invalid-client') {
          // However many ids are tried from it. One that is right is taken all the same.
          const tooMany = beyondLimitOfUnknown(limiter, address, set)
          if (tooMany !== undefined) return refuse(tooMany, { requestId, baseUrl })
          set.headers['www-authenticate'] = BASIC_CHALLENGE
        }
        return refuse(why, { requestId, baseUrl })
      }

      const rate = limiter.take('token', `${address ?? ''} ${clientIdIn(body)}`)
      if (rate !== undefined) Object.assign(set.headers, rate.headers)
      const tooMany = beyondLimit(rate, set)
      if (tooMany !== undefined) return reply(tooMany)
      const fault = bodyFaultOf(request)
      return fault === undefined ? { requestId, reply } : reply(fault)
    })
    .resolve({ as: 'scoped' }, ({ reply, request }) => {
      const fault = queryFaultOf(request)
      return fault === undefined ? {} : reply(fault)
    })

const BASIC_CHALLENGE = 'Basic realm="paper-brokerage"' // RFC 6749, 5.2

function clientIdIn(form: unknown): string {
  if (typeof form !== 'object' || form === null || !('client_id' in form)) return ''
  return String(form.client_id).slice(0, CLIENT_ID_LENGTH_MAX)
}
