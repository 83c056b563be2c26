/** Bun's socket as the service's peer. */
import type { GateDeps } from '../../../pipeline/gate'
import { bufferedBytesMax, messageBytesMax } from '../limits'
import type { Peer } from '../messages'
import { changeText, encodeMessage } from '../schema/encode'

export type Access = GateDeps

/** For the whole server: Bun has one set of limits for all its sockets. */
export const SOCKET_LIMITS = {
  maxPayloadLength: messageBytesMax,
  // Never reached: a client that lets so much wait is closed before.
  backpressureLimit: 2 * bufferedBytesMax,
  /** Seconds without a sign of life; Bun pings before that. */
  idleTimeout: 60,
} as const

/** What we use of Bun's ServerWebSocket. */
export interface Socket {
  readonly readyState: number
  send(text: string): number
  cork(work: () => void): unknown
  close(code: number, reason: string): void
  terminate(): void
}

const OPEN = 1

/** Bun's sockets tell, though Elysia's type of them leaves it out. */
function bufferedBytes(socket: Socket): number {
  if (socket.readyState !== OPEN || !('getBufferedAmount' in socket)) return 0
  return typeof socket.getBufferedAmount === 'function' ? Number(socket.getBufferedAmount()) : 0
}

/** `baseUrl` is where the client reaches the server. */
export const peerOf = (socket: Socket, baseUrl: string): Peer => ({
  say(said) {
    socket.send(encodeMessage(said, baseUrl))
  },
  sayChanges(changes) {
    // Several go to the network as one piece.
    socket.cork(() => {
      for (const change of changes) socket.send(changeText(change))
    })
  },
  bufferedBytes: () => bufferedBytes(socket),
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
})
