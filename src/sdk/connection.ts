/** One connection to the stream: what it has heard, to be read at the reader's own pace. */
import { type ClientMessage, parseMessage, type StreamMessage } from './messages'

/** What is used of a WebSocket: a browser's, Bun's, Node's (22 or later), or the package ws. */
export interface ClientSocket {
  addEventListener(type: 'open' | 'error', heard: () => void): void
  addEventListener(type: 'message', heard: (event: { readonly data: unknown }) => void): void
  addEventListener(
    type: 'close',
    heard: (event: { readonly code: number; readonly reason: string }) => void,
  ): void
  send(text: string): void
  close(): void
}

export type SocketConstructor = new (url: string) => ClientSocket

/** Does something so many milliseconds later, unless it is called off before. */
export type After = (ms: number, work: () => void) => () => void

export interface Closed {
  readonly type: 'closed'
  /** RFC 6455, 7.4, and the server's own from 4000 on; null where we have closed it. */
  readonly code: number | null
  readonly reason: string
}

export interface StreamConnection {
  /** The next message; `closed`, again and again, when it is over and all is read. */
  next(): Promise<StreamMessage | Closed>
  say(message: ClientMessage): void
  close(): void
}

/** Three heartbeats that did not come (D9: one every 5 s): the network is gone without a word. */
const SILENCE_MS = 15_000
/** Messages that wait for the reader. Beyond, it goes on later from where it is. */
const WAITING_MAX = 10_000

export function openStreamConnection(
  url: string,
  Socket: SocketConstructor,
  after: After,
): StreamConnection {
  const socket = new Socket(url)
  const heard: StreamMessage[] = []
  let closed: Closed | null = null
  let wake = (): void => {}
  let heardSomething = true
  let opened = false
  const unsaid: string[] = []

  function end(code: number | null, reason: string): void {
    if (closed !== null) return
    closed = { type: 'closed', code, reason }
    callOff()
    wake()
    // Without waiting for the other side, which may be gone.
    socket.close()
  }

  let callOff = after(SILENCE_MS, listen)
  function listen(): void {
    if (heardSomething) {
      heardSomething = false
      callOff = after(SILENCE_MS, listen)
    } else end(null, 'nothing was heard for too long')
  }

  socket.addEventListener('open', () => {
    opened = true
    for (const text of unsaid) socket.send(text)
  })
  socket.addEventListener('message', ({ data }) => {
    // After its end nothing counts: the next connection goes on from what was heard before.
    if (closed !== null) return
    heardSomething = true
    const message = parseMessage(data)
    if (message === undefined) return
    heard.push(message)
    wake()
    if (heard.length >= WAITING_MAX) end(null, 'too many messages wait to be read')
  })
  // Why is in the close that follows; without a listener, ws would throw.
  socket.addEventListener('error', () => {})
  socket.addEventListener('close', ({ code, reason }) => {
    end(code, reason || (opened ? 'the connection was lost' : 'no connection'))
  })

  return {
    async next() {
      for (;;) {
        const message = heard.shift() ?? closed
        if (message !== null) return message
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    say(message) {
      if (closed !== null) return
      const text = JSON.stringify(message)
      if (opened) socket.send(text)
      else unsaid.push(text)
    },
    close: () => end(null, 'closed by the client'),
  }
}
