/**
 * What a request that opens a stream must pass: a valid request id where there is one, since a
 * browser can set no header of its own, and a valid token where it comes with the request (D9).
 */
import { Elysia } from 'elysia'
import { isRefused, type RefusalCode, type Refused, refused } from '../../core/refusals'
import type { SignedIn } from '../call'
import { CLOSED_QUERY } from '../query'
import { refuse } from '../refuse'
import { REQUEST_ID_HEADER, requestIdOf } from '../request-id'
import { CHALLENGES, type GateDeps, type SignIn } from './gate'

export interface Opening {
  /** Where the caller reaches the server. */
  readonly baseUrl: string
  /** Null: the token comes in the first message. */
  readonly client: SignedIn | null
  /** Asks again whose the token of the request is. */
  readonly askAgain: () => ReturnType<SignIn>
}

export type StreamGate = ReturnType<typeof streamGate>

export const streamGate = ({ signIn, limiter, reachedAt }: GateDeps) =>
  new Elysia({ name: 'http.stream-gate' })
    .guard(CLOSED_QUERY)
    .derive({ as: 'scoped' }, async ({ request, set }) => {
      const baseUrl = reachedAt(request)
      const given = requestIdOf(request, () => '')
      if (typeof given !== 'string') return refuse(given, { baseUrl })
      const requestId = given === '' ? undefined : given
      if (requestId !== undefined) set.headers[REQUEST_ID_HEADER] = requestId
      const stop = <C extends RefusalCode>(why: Refused<C>) => refuse(why, { requestId, baseUrl })

      const authorization = request.headers.get('authorization') ?? undefined
      const askAgain = () => signIn(authorization)
      const opening = (client: SignedIn | null): { opening: Opening } => ({
        opening: { baseUrl, client, askAgain },
      })
      if (authorization === undefined) return opening(null)

      const client = await askAgain()
      if (isRefused(client)) {
        const challenge = CHALLENGES[client.refused]
        if (challenge !== undefined) set.headers['www-authenticate'] = challenge
        return stop(client)
      }
      const rate = limiter.take('other', client.clientId)
      if (rate !== undefined) Object.assign(set.headers, rate.headers)
      if (rate?.allowed === false) {
        set.headers['retry-after'] = String(rate.retryAfterSeconds)
        return stop(refused('rate-limit-exceeded', { retryAfterSeconds: rate.retryAfterSeconds }))
      }
      return opening(client)
    })
