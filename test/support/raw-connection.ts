/** A TCP connection to a server, to send it what no HTTP client would. */

export interface RawConnection {
  send(text: string): void
  /** Resolves when the text has come; rejects when the connection ends before. */
  received(text: string): Promise<void>
  readonly closed: Promise<void>
  /** Everything that has come so far. */
  text(): string
}

export async function rawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const closed = Promise.withResolvers<void>()
  let came = ''
  let look = (): void => {}
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, bytes) {
        came += bytes.toString()
        look()
      },
      close: () => closed.resolve(),
      error: () => closed.resolve(),
    },
  })
  return {
    send: (text) => void socket.write(text),
    received: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (came.includes(text)) resolve()
        }
        look()
        closed.promise.then(() => reject(new Error(`closed after: ${came}`)))
      }),
    closed: closed.promise,
    text: () => came,
  }
}
