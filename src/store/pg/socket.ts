/** A socket to a PostgreSQL server that its owner can end, whatever the network does. */
import { connect, type Socket } from 'node:net'

/** The address that postgres.js has read from the URL. */
export interface Target {
  readonly host: readonly string[]
  readonly port: readonly number[]
  /** Of a Unix socket. */
  readonly path?: string | false
}

/** Resolves when it is connected; `opened` gets the socket before that. */
export function openSocket(target: Target, opened: (socket: Socket) => void): Promise<Socket> {
  const [host = 'localhost'] = target.host
  const [port = 5432] = target.port
  const socket = target.path ? connect(target.path) : connect(port, host)
  opened(socket)
  // TLS is asked for under the name of the host.
  Object.assign(socket, { host, port })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('close', () => reject(new Error('the connection was closed while it was opened')))
    // Stays: an error without a listener would end the process.
    socket.on('error', reject)
  })
}
