/** A network between client and server that cuts connections in the middle of what they say. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  readonly origin: string
  /** Connections that it has cut. */
  readonly cuts: () => number
  /** From now on it cuts none. */
  heal(): void
  stop(): void
}

/** `bytesLeft`: after how many bytes from the server the next connection is cut. */
export async function cuttingProxy(target: string, bytesLeft: () => number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let cuts = 0
  let healed = false
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    let left = bytesLeft()
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (chunk: Buffer) => {
      if (healed || chunk.length <= left) {
        left -= chunk.length
        near.write(chunk)
        return
      }
      cuts++
      // What was sent before the cut does arrive.
      near.end(chunk.subarray(0, left), () => near.destroy())
      far.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // safe: a TCP server that listens has an address and a port.
  const { port: own } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${own}`,
    cuts: () => cuts,
    heal: () => {
      healed = true
    },
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
