/** The stream of order events over WebSocket (D9). Without a service there is no such path. */
import { Elysia } from 'elysia'
import type { Opening, StreamGate } from '../../pipeline/stream-gate'
import { refuse } from '../../wire/refuse'
import type { StreamSession } from './connection'
import type { StreamService } from './service'
import { heard } from './socket/decode'
import { type Access, peerOf, type Socket } from './socket/socket'

export { streamDocs } from './socket/docs'
export { SOCKET_LIMITS } from './socket/socket'

export const stream = (service: StreamService | null, gate: StreamGate, access: Access) => {
  const plugin = new Elysia({ name: 'modules.stream' })
  return service === null ? plugin : plugin.use(streaming(service, gate, access))
}

const streaming = (service: StreamService, gate: StreamGate, access: Access) => {
  const connections = new WeakMap<Socket, StreamSession>()
  return new Elysia({ name: 'modules.stream.socket' })
    .use(gate)
    .derive(({ opening }) => {
      const full = service.fullFor(opening.client?.clientId ?? null)
      return full === undefined ? {} : refuse(full, { baseUrl: opening.baseUrl })
    })
    .ws('/stream', {
      detail: { hide: true },
      open({ raw, data: { opening } }) {
        connections.set(raw, connect(raw, opening))
      },
      message({ raw }, message) {
        const connection = connections.get(raw)
        return connection?.hear(heard(message, access.limiter, connection.client))
      },
      drain({ raw }) {
        connections.get(raw)?.drained()
      },
      close({ raw }) {
        const connection = connections.get(raw)
        if (connection !== undefined) service.gone(connection)
      },
    })

  function connect(socket: Socket, { baseUrl, client, askAgain }: Opening): StreamSession {
    const credentialsOf = (token: string) => () => access.signIn(`Bearer ${token}`)
    return service.open(peerOf(socket, baseUrl), client === null ? null : askAgain, credentialsOf)
  }
}
