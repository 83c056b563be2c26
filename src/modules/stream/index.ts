/** The stream of order events over WebSocket (D9). Without a service there is no such path. */
import { Elysia } from 'elysia'
import type { Opening, StreamGate } from '../../http/plugins/stream-gate'
import { refuse } from '../../http/refuse'
import type { Connection } from './connection'
import { heard } from './routes/heard'
import { type Access, peerOf, type Socket } from './routes/peer'
import type { StreamService } from './service'

export { streamDocs } from './routes/docs'
export { SOCKET_LIMITS } from './routes/peer'

export const stream = (service: StreamService | null, gate: StreamGate, access: Access) => {
  const plugin = new Elysia({ name: 'modules.stream' })
  return service === null ? plugin : plugin.use(streaming(service, gate, access))
}

const streaming = (service: StreamService, gate: StreamGate, access: Access) => {
  const connections = new WeakMap<Socket, Connection>()
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

  function connect(socket: Socket, { baseUrl, client, askAgain }: Opening): Connection {
    const credentialsOf = (token: string) => () => access.signIn(`Bearer ${token}`)
    return service.open(peerOf(socket, baseUrl), client === null ? null : askAgain, credentialsOf)
  }
}
