/** The stream of order events over WebSocket [stream.header]; none without a service. */
import { Elysia } from 'elysia'
import type { StreamGate } from '../../pipeline/gate'
import type { ReachedAt } from '../../pipeline/origins'
import type { Entrance } from '../../pipeline/passage'
import type { RequestContext, SignedIn } from '../../pipeline/request-context'
import { asyncApi, type ChannelPart } from './asyncapi'
import { decodeMessage } from './decode'
import { MESSAGE_BYTES_MAX } from './limits'
import { CLOSE } from './messages'
import type { StreamService } from './service'
import type { StreamSession } from './session'
import { peerOf, type StreamSocket } from './socket'

export { SOCKET_LIMITS } from './socket'

type StreamEntrance = Pick<Entrance, 'signIn' | 'limiter'>

export const streamRoutes = (
  service: StreamService | null,
  gate: StreamGate,
  entrance: StreamEntrance,
) => {
  const plugin = new Elysia({ name: 'api.stream' })
  return service === null ? plugin : plugin.use(streaming(service, gate, entrance))
}

const streaming = (
  service: StreamService,
  gate: StreamGate,
  { signIn, limiter }: StreamEntrance,
) => {
  const sessions = new WeakMap<StreamSocket, StreamSession>()
  return new Elysia({ name: 'api.stream.socket' })
    .use(gate)
    .derive(({ context }) => {
      const full = service.fullFor(context.client?.clientId ?? null)
      return full === undefined ? {} : context.refuse(full)
    })
    .ws('/stream', {
      detail: { hide: true },
      open({ raw, data: { context, request } }) {
        sessions.set(raw, open(raw, context, request.headers.get('authorization')))
      },
      message({ raw }, message) {
        const session = sessions.get(raw)
        if (isTooLong(message)) return session?.close(CLOSE.messageTooBig, 'too big a message')
        return session?.receive(overLimit(session) ?? decodeMessage(message))
      },
      drain({ raw }) {
        sessions.get(raw)?.drained()
      },
      close({ raw }) {
        const session = sessions.get(raw)
        if (session !== undefined) service.forget(session)
      },
    })

  /** A token that came with the request is looked at for as long as the stream lasts. */
  function open(
    socket: StreamSocket,
    { baseUrl, client }: RequestContext<SignedIn | null>,
    authorization: string | null,
  ): StreamSession {
    const signInAgain = client === null ? null : async () => signIn(authorization ?? undefined)
    const signInWith = (token: string) => async () => signIn(`Bearer ${token}`)
    return service.open(peerOf(socket, baseUrl), signInAgain, signInWith, charge)
  }

  function charge(clientId: string, requests: number): void {
    limiter.charge('other', clientId, requests)
  }

  /** A message counts as a request [stream.messages]. */
  function overLimit({ client }: StreamSession) {
    return client === null ? undefined : limiter.consume('other', client.clientId)?.refusal
  }
}

/** Bun's own limit is that of its largest socket, the door of live prices where there is one. */
const isTooLong = (message: unknown): boolean =>
  (typeof message === 'string' ? message : (JSON.stringify(message) ?? '')).length >
  MESSAGE_BYTES_MAX

/** `/docs/stream.json`: the stream's messages, for people and tools [stream.documented]. */
export const streamDocumentRoutes = (
  version: string,
  reachedAt: ReachedAt,
  door: ChannelPart | null,
) =>
  new Elysia({ name: 'api.stream.docs' }).get(
    '/docs/stream.json',
    ({ request }) =>
      Response.json(asyncApi(version, new URL(reachedAt(request) || 'http://localhost'), door)),
    { detail: { hide: true } },
  )
