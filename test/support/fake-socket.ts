/** Sockets whose server is the test, and timers that run when the test says so. */
import type { After, ClientSocket } from '../../src/clients/sdk/order-events'

type Listener = (event: { data: unknown; code: number; reason: string }) => void

export interface FakeSocket {
  readonly url: string
  /** What the client has said. */
  readonly said: unknown[]
  open(): void
  deliver(message: unknown): void
  drop(code?: number, reason?: string): void
  readonly closedByClient: boolean
}

export function fakeNetwork() {
  const waiting: ((socket: FakeSocket) => void)[] = []
  const arrived: FakeSocket[] = []

  class Fake implements ClientSocket {
    readonly listeners = new Map<string, Listener>()
    constructor(url: string) {
      const { listeners } = this
      const emit = (type: string, event: Partial<Parameters<Listener>[0]>) =>
        listeners.get(type)?.({ data: null, code: 0, reason: '', ...event })
      const fake = {
        url,
        said: this.said,
        closedByClient: false,
        open: () => emit('open', {}),
        deliver: (message: unknown) => emit('message', { data: JSON.stringify(message) }),
        drop: (code = 1006, reason = '') => emit('close', { code, reason }),
      }
      this.closed = () => {
        fake.closedByClient = true
      }
      const next = waiting.shift()
      if (next === undefined) arrived.push(fake)
      else next(fake)
    }
    readonly said: unknown[] = []
    closed = (): void => {}
    addEventListener(type: string, listener: Listener): void {
      this.listeners.set(type, listener)
    }
    send(text: string): void {
      this.said.push(JSON.parse(text))
    }
    close(): void {
      this.closed()
    }
  }

  return {
    WebSocket: Fake,
    /** The next connection that the client opens, or has opened. */
    connection(): Promise<FakeSocket> {
      const there = arrived.shift()
      if (there !== undefined) return Promise.resolve(there)
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/** Timers that note their milliseconds; timers of a back-off are over at once. */
export function notedTimers(silenceMs: number) {
  const waits: number[] = []
  let silences: (() => void)[] = []
  const after: After = (ms, work) => {
    if (ms === silenceMs) {
      silences.push(work)
      return () => {
        silences = silences.filter((one) => one !== work)
      }
    }
    waits.push(ms)
    const immediate = setImmediate(work)
    return () => clearImmediate(immediate)
  }
  return {
    after,
    /** The waits of the back-offs. */
    waits,
    /** Lets the time pass that a connection may be silent. */
    passSilence(): void {
      const due = silences
      silences = []
      for (const work of due) work()
    },
  }
}
