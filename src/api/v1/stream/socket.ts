/** Bun's socket as a session's peer. */
import type { BunSocket } from '../../pipeline/http'
import { encodeEvent, encodeMessage } from './encode'
import { BUFFERED_BYTES_MAX, MESSAGE_BYTES_MAX } from './limits'
import type { Peer } from './messages'

/** For the whole server: Bun has one set of limits for all its sockets. */
export const SOCKET_LIMITS = {
  maxPayloadLength: MESSAGE_BYTES_MAX,
  // Never reached: a client with so many bytes waiting has been closed before.
  backpressureLimit: 2 * BUFFERED_BYTES_MAX,
  /** Seconds without a sign of life; Bun pings before that. */
  idleTimeout: 60,
} as const

const OPEN = 1

/** Bun's sockets have getBufferedAmount, though Elysia's type of them leaves it out. */
function bufferedBytes(socket: BunSocket): number {
  if (socket.readyState !== OPEN || !('getBufferedAmount' in socket)) return 0
  return typeof socket.getBufferedAmount === 'function' ? Number(socket.getBufferedAmount()) : 0
}

/** `baseUrl` is where the client reaches the server. */
export const peerOf = (socket: BunSocket, baseUrl: string): Peer => ({
  send(message) {
    socket.send(encodeMessage(message, baseUrl))
  },
  sendEvents(events) {
    // Several go to the network as one piece.
    socket.cork(() => {
      for (const event of events) socket.send(encodeEvent(event))
    })
  },
  bufferedBytes: () => bufferedBytes(socket),
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
})
