/** The stream of order events over WebSocket [stream.header]. */

import type { BunSocket, SignIn } from '../../../http/call'
import { endpoint } from '../../../http/endpoint'
import { page } from '../../../http/page'
import type { RateLimiter } from '../../../http/rate-limit'
import type { Bearer } from '../../../identity/tokens'
import { asyncApi, type ChannelPart } from './asyncapi'
import type { StreamService } from './service'
import type { StreamSession } from './session'
import {
  BUFFERED_BYTES_MAX,
  CLOSE,
  decodeMessage,
  MESSAGE_BYTES_MAX,
  peerOf,
  StreamQuery,
} from './wire'

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
      query: StreamQuery,
      refusals: ['origin-not-allowed', 'too-many-streams'],
      run: (call) =>
        service.fullFor(call.client?.clientId ?? null) ??
        call.upgrade(socketSession(service, deps, call)),
    }),
  ] as const

interface Opening {
  readonly client: Bearer | null
  readonly baseUrl: string
  readonly request: Request
}

/** The handlers of a client's socket. */
function socketSession(service: StreamService, { signIn, limiter }: StreamDeps, opening: Opening) {
  const { client, baseUrl, request } = opening
  const authorization = request.headers.get('authorization') ?? undefined
  /** A token that came with the request is checked as long as the stream lasts. */
  const signInAgain = client === null ? null : async () => signIn(authorization)
  const signInWith = (token: string) => async () => signIn(`Bearer ${token}`)
  const charge = (clientId: string, requests: number): void => {
    limiter.charge('other', clientId, requests)
  }
  let session: StreamSession | undefined

  /** Counts a message as a request [stream.messages]. */
  const overLimit = ({ client }: StreamSession) =>
    client === null ? undefined : limiter.consume('other', client.clientId)?.refusal

  return {
    open(socket: BunSocket) {
      session = service.open(peerOf(socket, baseUrl), signInAgain, signInWith, charge)
    },
    message(_: BunSocket, message: string | Uint8Array) {
      if (session === undefined) return
      // Bun's own limit is the largest of all sockets', such as the ingest's.
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
export const streamDocumentPages = (version: string, feed: ChannelPart | null) =>
  [
    page('/docs/stream.json', ({ baseUrl }) =>
      Response.json(asyncApi(version, new URL(baseUrl || 'http://localhost'), feed)),
    ),
  ] as const

/** The limits of all sockets of the server, since Bun has one set of limits. */
export const SOCKET_LIMITS = {
  maxPayloadLength: MESSAGE_BYTES_MAX,
  // Never reached: a client with this many waiting bytes was closed earlier.
  backpressureLimit: 2 * BUFFERED_BYTES_MAX,
  /** Seconds without a sign of life; Bun pings earlier. */
  idleTimeout: 60,
} as const
