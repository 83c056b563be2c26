/** Bun's socket as a source's connection. */
import type { BunSocket } from '../pipeline/http'
import { encodeDoor } from './encode'
import type { DoorPeer } from './service'

/** `baseUrl` is where the source reaches the server. */
export const doorPeer = (socket: Pick<BunSocket, 'send' | 'close'>, baseUrl: string): DoorPeer => ({
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
