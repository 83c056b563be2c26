/** Bun's socket as a source's connection. */
import { encodeDoor } from './encode'
import type { DoorPeer } from './service'

/** The part of Bun's ServerWebSocket that we use. */
export interface DoorSocket {
  send(text: string): number
  close(code: number, reason: string): void
}

/** `baseUrl` is where the source reaches the server. */
export const doorPeer = (socket: DoorSocket, baseUrl: string): DoorPeer => ({
  send(answer) {
    socket.send(encodeDoor(answer, baseUrl))
  },
  bufferedBytes() {
    if (!('getBufferedAmount' in socket)) return 0
    const { getBufferedAmount } = socket
    return typeof getBufferedAmount === 'function' ? Number(getBufferedAmount.call(socket)) : 0
  },
  close: (code, reason) => socket.close(code, reason),
})
