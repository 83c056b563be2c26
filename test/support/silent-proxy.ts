/** A network to a PostgreSQL server that can go silent: bytes vanish, and nobody is told. */
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** The database's URL through this network. */
  readonly url: string
  /** Connections that exist are silent from now on; new ones work. */
  silence(): void
  stop(): void
}

export async function silentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl)
  let open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) })
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    const here = open
    near.on('data', (chunk) => here === open && far.write(chunk))
    far.on('data', (chunk) => here === open && near.write(chunk))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // safe: a TCP server that listens has an address and a port.
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  const all = [open]
  return {
    url: url.href,
    silence() {
      open = new Set()
      all.push(open)
    },
    stop() {
      server.close()
      for (const socket of all.flatMap((each) => [...each])) socket.destroy()
    },
  }
}
