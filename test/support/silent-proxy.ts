/**
 * A network between client and server that falls silent without a notice to either: nothing is
 * closed, and nothing arrives.
 */
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** The target's URL by way of the proxy. */
  readonly url: string
  /** Open connections receive nothing any more, for ever; new connections work. */
  silence(): void
  /** Nothing gets through, also on new connections, until it is resumed. */
  stall(): void
  /** What was said meanwhile arrives now. */
  resume(): void
  stop(): void
}

interface Pair {
  readonly near: Socket
  readonly far: Socket
  isCut: boolean
  readonly late: (() => void)[]
}

export async function silentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<Pair>()
  let isStalled = false

  const carry = (pair: Pair, to: Socket, chunk: Buffer): void => {
    if (pair.isCut) return
    if (isStalled) pair.late.push(() => to.write(chunk))
    else to.write(chunk)
  }
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    const pair: Pair = { near, far, isCut: false, late: [] }
    pairs.add(pair)
    near.on('data', (chunk: Buffer) => carry(pair, far, chunk))
    far.on('data', (chunk: Buffer) => carry(pair, near, chunk))
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => {})
      // One end's goodbye does not get through either.
      socket.on('close', () => {
        if (pair.isCut) return
        if (isStalled) pair.late.push(() => other.destroy())
        else other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // safe: a TCP server that listens has an address and a port.
  const { port: own } = server.address() as AddressInfo
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(own)
  return {
    url: url.href,
    silence() {
      for (const pair of pairs) pair.isCut = true
    },
    stall() {
      isStalled = true
    },
    resume() {
      isStalled = false
      for (const { late } of pairs) for (const arrive of late.splice(0)) arrive()
    },
    stop() {
      server.close()
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
    },
  }
}
