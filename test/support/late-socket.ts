/** A WebSocket on a slow way: its messages come late, in their order. */
import type { ClientSocket, SocketConstructor } from '../../src/clients/sdk'

type Listener = (event: {
  readonly data: unknown
  readonly code: number
  readonly reason: string
}) => void

/** `lateMs` draws by how much each message is late, in milliseconds. */
export function lateSocket(lateMs: () => number): SocketConstructor {
  // A test may put this one in the place of the runtime's.
  const Own = globalThis.WebSocket
  return class implements ClientSocket {
    readonly #socket: WebSocket
    #last: Promise<void> = Promise.resolve()

    constructor(url: string) {
      this.#socket = new Own(url)
    }
    addEventListener(type: string, listener: Listener): void {
      const late = (event: Parameters<Listener>[0]): void => {
        this.#last = this.#last.then(() => Bun.sleep(lateMs())).then(() => listener(event))
      }
      const handle = type === 'message' ? late : listener
      this.#socket.addEventListener(type, (event) =>
        handle({ data: undefined, code: 0, reason: '', ...partsOf(event) }),
      )
    }
    send(text: string): void {
      this.#socket.send(text)
    }
    close(): void {
      this.#socket.close()
    }
  }
}

function partsOf(event: Event) {
  if (event instanceof MessageEvent) return { data: event.data }
  if (event instanceof CloseEvent) return { code: event.code, reason: event.reason }
  return {}
}
