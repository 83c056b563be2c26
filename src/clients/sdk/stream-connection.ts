/** How long to wait before the next attempt. Pure. */
import { type ClientMessage, parseMessage, type StreamMessage } from './messages'

const FIRST_MS = 250
const LONGEST_MS = 30_000

/**
 * Milliseconds before the attempt that follows so many failures in a row: twice as long each time,
 * up to 30 s. One half is fixed, so that a server in trouble is never hammered; the other half is
 * `random` (0 to 1), so that clients that were cut off together do not come back together.
 */
export function backOffMs(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  return Math.round((longest * (1 + random)) / 2)
}

/** The part of a WebSocket that is used: a browser's, Bun's, Node's (22 or later), or ws's. */
export interface ClientSocket {
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void
  send(text: string): void
  close(): void
}

export type SocketConstructor = new (url: string) => ClientSocket

/** Calls `work` once after so many milliseconds; what it returns cancels that. */
export type After = (ms: number, work: () => void) => () => void

export interface Closed {
  readonly type: 'closed'
  /** RFC 6455, 7.4, and the server's own from 4000 on; null where the client closed it. */
  readonly code: number | null
  readonly reason: string
}

export interface StreamConnection {
  /** The next message; once all are read of a connection that is over, `closed` every time. */
  next(): Promise<StreamMessage | Closed>
  /** Kept until the connection is open. */
  send(message: ClientMessage): void
  close(): void
}

/** Three heartbeats [stream.heartbeat]. After two spans without a message the network is gone. */
const SILENCE_MS = 15_000
/** Messages that wait for a slow reader. One more closes the connection, to resume later. */
const WAITING_MAX = 10_000

export function openStreamConnection(
  url: string,
  Socket: SocketConstructor,
  after: After,
): StreamConnection {
  const socket = new Socket(url)
  const received: StreamMessage[] = []
  const unsent: string[] = []
  let closed: Closed | null = null
  let wake = (): void => {}
  let isSilent = false
  let opened = false
  let cancelCheck = after(SILENCE_MS, checkSilence)

  function checkSilence(): void {
    if (isSilent) end(null, 'the server sent nothing for too long')
    else {
      isSilent = true
      cancelCheck = after(SILENCE_MS, checkSilence)
    }
  }

  function end(code: number | null, reason: string): void {
    if (closed !== null) return
    closed = { type: 'closed', code, reason }
    cancelCheck()
    wake()
    // Without waiting for the other side, which may be gone.
    socket.close()
  }

  socket.addEventListener('open', () => {
    opened = true
    for (const text of unsent) socket.send(text)
  })
  socket.addEventListener('message', ({ data }) => {
    // Nothing counts after the end: the next connection continues from what was received before.
    if (closed !== null) return
    isSilent = false
    const message = parseMessage(data)
    if (message === undefined) return
    received.push(message)
    wake()
    if (received.length >= WAITING_MAX) end(null, 'too many messages wait to be read')
  })
  // The reason comes with the close that follows; without a listener, ws would throw.
  socket.addEventListener('error', () => {})
  socket.addEventListener('close', ({ code, reason }) => {
    end(code, reason || (opened ? 'the connection was lost' : 'no connection'))
  })

  return {
    async next() {
      for (;;) {
        const message = received.shift() ?? closed
        if (message !== null) return message
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    send(message) {
      if (closed !== null) return
      const text = JSON.stringify(message)
      if (opened) socket.send(text)
      else unsent.push(text)
    },
    close: () => end(null, 'closed by the client'),
  }
}
