/**
 * What a request that opens a stream must pass: a valid request id where there is one, since a
 * browser can set no header of its own, a page that may call (D10), and a valid token where it
 * comes with the request (D9). Programs other than browsers send no Origin.
 */
import { Elysia } from 'elysia'
import { isRefused, type RefusalCode, type Refused, refused } from '../../core/refusals'
import { refuse } from '../wire/refuse'
import { REQUEST_ID_HEADER, requestIdOf } from '../wire/request-id'
import { addressOf } from './address'
import type { GateDeps } from './gate'
import { type AllowedOrigins, isAllowed, isOwnPage } from './pages-allowed'
import { CLOSED_QUERY } from './query'
import { beyondLimit, recognise, type SignIn } from './recognise'
import type { SignedIn } from './request-context'

export interface Opening {
  /** Where the caller reaches the server. */
  readonly baseUrl: string
  /** Null: the token comes in the first message. */
  readonly client: SignedIn | null
  /** Asks again whose the token of the request is. */
  readonly askAgain: () => ReturnType<SignIn>
}

export type StreamGate = ReturnType<typeof streamGate>

export const streamGate = ({ reachedAt, ...entrance }: GateDeps, origins: AllowedOrigins) =>
  new Elysia({ name: 'http.stream-gate' })
    .guard(CLOSED_QUERY)
    .derive({ as: 'scoped' }, async ({ request, server, set }) => {
      const baseUrl = reachedAt(request)
      const given = requestIdOf(request, () => '')
      if (typeof given !== 'string') return refuse(given, { baseUrl })
      const requestId = given === '' ? undefined : given
      if (requestId !== undefined) set.headers[REQUEST_ID_HEADER] = requestId
      const stop = <C extends RefusalCode>(why: Refused<C>) => refuse(why, { requestId, baseUrl })

      const origin = request.headers.get('origin')
      if (origin !== null && !isAllowed(origins, origin)) {
        const addresses = [request.url, baseUrl]
        if (!isOwnPage(origin, addresses)) return stop(refused('origin-not-allowed', { origin }))
      }
      const authorization = request.headers.get('authorization') ?? undefined
      const askAgain = () => entrance.signIn(authorization)
      const opening = (client: SignedIn | null): { opening: Opening } => ({
        opening: { baseUrl, client, askAgain },
      })
      if (authorization === undefined) return opening(null)

      const known = await recognise(entrance, 'other', request, set, addressOf(server, request))
      if (isRefused(known)) return stop(known)
      const tooMany = beyondLimit(known.rate, set)
      return tooMany === undefined ? opening(known.client) : stop(tooMany)
    })
