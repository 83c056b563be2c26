/** The stream of order events over WebSocket [stream.header]. */

import type { SignedIn, SignIn } from '../../pipeline/clients'
import { endpoint } from '../../pipeline/endpoint'
import type { BunSocket } from '../../pipeline/http'
import { page } from '../../pipeline/page'
import type { RateLimiter } from '../../pipeline/rate-limit'
import { asyncApi, type ChannelPart } from './asyncapi'
import { decodeMessage } from './decode'
import { MESSAGE_BYTES_MAX } from './limits'
import { CLOSE } from './messages'
import type { StreamService } from './service'
import type { StreamSession } from './session'
import { peerOf } from './socket'

export { SOCKET_LIMITS } from './socket'

interface StreamDeps {
  readonly signIn: SignIn
  readonly limiter: RateLimiter
}

export const streamEndpoints = (service: StreamService, deps: StreamDeps) =>
  [
    endpoint({
      id: 'openStream',
      method: 'GET',
      path: '/v1/stream',
      auth: 'bearer-if-sent',
      upgrades: true,
      refusals: ['origin-not-allowed', 'too-many-streams'],
      run: (call) =>
        service.fullFor(call.client?.clientId ?? null) ??
        call.upgrade(socketSession(service, deps, call)),
    }),
  ] as const

interface Opening {
  readonly client: SignedIn | null
  readonly baseUrl: string
  readonly request: Request
}

/** What Bun calls as a client's socket opens, brings messages, drains and closes. */
function socketSession(service: StreamService, { signIn, limiter }: StreamDeps, opening: Opening) {
  const { client, baseUrl, request } = opening
  const authorization = request.headers.get('authorization') ?? undefined
  /** A token that came with the request is looked at for as long as the stream lasts. */
  const signInAgain = client === null ? null : async () => signIn(authorization)
  const signInWith = (token: string) => async () => signIn(`Bearer ${token}`)
  const charge = (clientId: string, requests: number): void => {
    limiter.charge('other', clientId, requests)
  }
  let session: StreamSession | undefined

  /** A message counts as a request [stream.messages]. */
  const overLimit = ({ client }: StreamSession) =>
    client === null ? undefined : limiter.consume('other', client.clientId)?.refusal

  return {
    open(socket: BunSocket) {
      session = service.open(peerOf(socket, baseUrl), signInAgain, signInWith, charge)
    },
    message(_: BunSocket, message: string | Uint8Array) {
      if (session === undefined) return
      // Bun's own limit is that of its largest socket, the door of live prices where there is one.
      if (message.length > MESSAGE_BYTES_MAX) {
        session.close(CLOSE.messageTooBig, 'too big a message')
      } else void session.receive(overLimit(session) ?? decodeMessage(message))
    },
    drain() {
      session?.drained()
    },
    close() {
      if (session !== undefined) service.forget(session)
    },
  }
}

/** `/docs/stream.json`: the stream's messages, for people and tools [stream.documented]. */
export const streamDocumentPages = (version: string, door: ChannelPart | null) =>
  [
    page('/docs/stream.json', ({ baseUrl }) =>
      Response.json(asyncApi(version, new URL(baseUrl || 'http://localhost'), door)),
    ),
  ] as const
