/**
 * The events of an account's orders and conditional orders, over as many connections as it takes
 * [stream.reconnect]. `reached` waits until the reader has processed an event [stream.reached].
 */
import {
  type AccountEventMessage,
  type ClientMessage,
  isAccountEvent,
  isOrderEvent,
  type OrderEventMessage,
  parseMessage,
  RECOVERY,
  type StreamError,
  type StreamMessage,
} from './messages'
import { RefusalError, SeveralAccountsError } from './refusal'
import type { TokenCache } from './token'

export interface OrderEventsOptions {
  /** Optional if `openClient` was given one, or if the client has one account. */
  readonly accountId?: string | undefined
  /** Reads the events after this number; 0 reads all. Default: only new events. */
  readonly since?: number | undefined
  /** Called at each change of the connection's state. */
  readonly onState?: ((state: StreamState) => void) | undefined
}

export type StreamState =
  | { readonly state: 'connecting' }
  /** The events after `since` follow, and then new ones as they happen. */
  | { readonly state: 'live'; readonly accountId: string; readonly since: number }
  /** The connection is lost; the next attempt begins after `retryInMs` milliseconds. */
  | { readonly state: 'waiting'; readonly retryInMs: number; readonly reason: string }

/**
 * Read it with `for await`. The loop ends with `close()`, or throws a RefusalError if a new
 * connection would not help. After `since-out-of-range` read the HTTP API, then continue from now.
 * A SeveralAccountsError lists the accounts to choose from. At most 10,000 messages wait for a slow
 * reader; it receives the rest later.
 */
export interface EventStream<Event> extends AsyncIterable<Event, void> {
  /** Store it, and pass it as `since` to resume later; null before the first subscription. */
  readonly lastSeq: number | null
  /**
   * Resolves when the loop has processed the event of this number and all before it, and waits for
   * the next one. Resolves at once if the event was in the log before the first subscription.
   * Rejects with a NotReachedError if the loop ends first.
   */
  reached(seq: number): Promise<void>
  close(): void
}

export type OrderEvents = EventStream<OrderEventMessage>
export type AccountEvents = EventStream<AccountEventMessage>

export interface OrderEventsDeps {
  /** `ws://…/v1/stream` */
  readonly url: string
  readonly tokens: TokenCache
  readonly WebSocket: SocketConstructor
  readonly random: () => number
  readonly after: After
}

/** The server closes with it if the token is not valid, or no longer is [stream.token-over]. */
const CLOSED_FOR_TOKEN = 4401
/** The server closes with it if a test has taken the broker back [snapshot.save]. */
const CLOSED_FOR_RESTORE = 1012

class SocketEvents<Event extends AccountEventMessage> implements EventStream<Event> {
  readonly #isWanted: (message: StreamMessage) => message is Event
  readonly #deps: OrderEventsDeps
  readonly #accountId: string | null
  readonly #since: number | null
  readonly #onState: (state: StreamState) => void
  #cursor: Cursor
  #closed = false
  #connection: StreamConnection | null = null
  #stopWaiting = (): void => {}
  #failures = 0
  #accountIds: readonly string[] = []
  readonly #readProgress = readProgress()
  readonly #reading = this.#events()
  readonly reached: (seq: number) => Promise<void>

  constructor(
    isWanted: (message: StreamMessage) => message is Event,
    options: OrderEventsOptions,
    deps: OrderEventsDeps,
  ) {
    this.#isWanted = isWanted
    this.#deps = deps
    this.#accountId = options.accountId ?? null
    this.#since = options.since ?? null
    this.#onState = options.onState ?? (() => {})
    this.#cursor = { accountId: this.#accountId, lastSeq: this.#since, behindAt: null }
    this.reached = this.#readProgress.reached
  }

  close(): void {
    this.#closed = true
    this.#connection?.close()
    this.#stopWaiting()
    this.#readProgress.end()
  }

  get lastSeq(): number | null {
    return this.#cursor.lastSeq
  }

  [Symbol.asyncIterator]() {
    return this.#reading
  }

  async *#events(): AsyncGenerator<Event, void, undefined> {
    try {
      while (!this.#closed) {
        this.#onState({ state: 'connecting' })
        const reason = yield* this.#oneConnection()
        if (this.#closed) return
        await this.#pause(reason)
      }
    } finally {
      this.close()
    }
  }

  /** Delivers the events of one connection. Returns why it ended. */
  async *#oneConnection(): AsyncGenerator<Event, string, undefined> {
    const token = await this.#tokenOrReason()
    if ('reason' in token) return token.reason
    if (this.#closed) return ''
    const url = this.#deps.url + cellQueryOf(token.token)
    const current = openStreamConnection(url, this.#deps.WebSocket, this.#deps.after)
    this.#connection = current
    // In a message, since a browser's WebSocket can send no header [stream.first-message].
    current.send({ type: 'authenticate', token: token.token })
    try {
      for (;;) {
        const message = await current.next()
        if (this.#closed) return ''
        if (message.type === 'closed') {
          if (message.code === CLOSED_FOR_TOKEN) this.#deps.tokens.forget(token.token)
          if (message.code === CLOSED_FOR_RESTORE) this.#beginAgain(message.reason)
          return message.reason
        }
        const reason = this.#respondTo(message, current)
        if (reason !== undefined) {
          // The close with its code may come late, or never.
          if (message.type === 'error') this.#forgetRefused(token.token, message.error)
          return reason
        }
        const { cursor: next, effect } = advance(this.#cursor, message)
        this.#cursor = next
        if (effect === 'gap') return 'events are missing'
        if (effect === 'deliver' && this.#isWanted(message)) yield message
        // The reader asks for the next event only when it has processed this one.
        if (this.#cursor.lastSeq !== null) this.#readProgress.readTo(this.#cursor.lastSeq)
      }
    } finally {
      current.close()
    }
  }

  /**
   * Throws if events have been read: their numbers belong to other events now. The server cannot
   * refuse such a number once the broker has as many events again.
   */
  #beginAgain(reason: string): void {
    const since = this.#cursor.lastSeq
    if (since === null || since === 0) return
    const message = `No events can be sent after ${since}: ${reason}.`
    const code = 'since-out-of-range'
    throw new RefusalError(
      { type: 'validation', code, message, param: 'since', data: { since } },
      null,
    )
  }

  async #tokenOrReason(): Promise<{ token: string } | { reason: string }> {
    try {
      return { token: await this.#deps.tokens.current() }
    } catch (error) {
      if (error instanceof RefusalError && !error.isTemporary) throw error
      return { reason: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Subscribes, and reports states. Returns a reason if the connection must be replaced. */
  #respondTo(message: StreamMessage, current: StreamConnection): string | undefined {
    if (message.type === 'ready') {
      this.#accountIds = message.accounts.map((account) => account.accountId)
      current.send(this.#subscription())
    }
    if (message.type === 'subscribed') {
      this.#failures = 0
      this.#onState({ state: 'live', accountId: message.accountId, since: message.since })
    }
    if (message.type !== 'error') return undefined
    const { error } = message
    // A code of a newer server is not in the table: it is fatal as well.
    if (RECOVERY[error.code] !== 'retry') throw this.#refusalOf(error)
    return error.message
  }

  #refusalOf(error: StreamError): RefusalError {
    return error.code === 'missing-parameter' && error.param === 'accountId'
      ? new SeveralAccountsError(error, this.#accountIds)
      : new RefusalError(error, null)
  }

  #forgetRefused(token: string, { type }: StreamError): void {
    if (type === 'authentication') this.#deps.tokens.forget(token)
  }

  #subscription() {
    return {
      type: 'subscribe' as const,
      ...(this.#cursor.accountId !== null && { accountId: this.#cursor.accountId }),
      ...(this.#cursor.lastSeq !== null && { since: this.#cursor.lastSeq }),
    }
  }

  #pause(reason: string): Promise<void> {
    const retryInMs = backOffMs(this.#failures, this.#deps.random())
    this.#failures++
    this.#onState({ state: 'waiting', retryInMs, reason })
    return new Promise((resolve) => {
      const cancel = this.#deps.after(retryInMs, resolve)
      this.#stopWaiting = () => {
        cancel()
        resolve()
      }
    })
  }
}

export const openOrderEvents = (options: OrderEventsOptions, deps: OrderEventsDeps): OrderEvents =>
  new SocketEvents(isOrderEvent, options, deps)

export const openAccountEvents = (
  options: OrderEventsOptions,
  deps: OrderEventsDeps,
): AccountEvents => new SocketEvents(isAccountEvent, options, deps)

/** A reader's position in an account's numbered events. */
export interface Cursor {
  readonly accountId: string | null
  /** The number of the last event that was delivered; null before the first subscription. */
  readonly lastSeq: number | null
  /** `lastSeq` at the last heartbeat if that showed later events; otherwise null. */
  readonly behindAt: number | null
}

/**
 * `deliver`: the next event. `repeated`: an event that was delivered before. `gap`: events are
 * missing, so the connection must be replaced [stream.heartbeat]. `none`: not an event.
 */
export type Effect = 'deliver' | 'repeated' | 'gap' | 'none'

export interface Advance {
  readonly cursor: Cursor
  readonly effect: Effect
}

/** What a message does to the cursor. Pure. */
export function advance(cursor: Cursor, message: StreamMessage): Advance {
  const { lastSeq } = cursor
  switch (message.type) {
    case 'subscribed': {
      // Without a `since` the server begins at the end of its log, and sends that position.
      const { accountId, since } = message
      return { cursor: { accountId, lastSeq: lastSeq ?? since, behindAt: null }, effect: 'none' }
    }
    case 'order':
    case 'conditionalOrder': {
      const { seq } = message
      if (lastSeq === null || seq > lastSeq + 1) return { cursor, effect: 'gap' }
      if (seq <= lastSeq) return { cursor, effect: 'repeated' }
      return { cursor: { ...cursor, lastSeq: seq }, effect: 'deliver' }
    }
    case 'heartbeat': {
      const account = message.accounts.find(({ accountId }) => accountId === cursor.accountId)
      if (account === undefined || lastSeq === null || account.lastSeq <= lastSeq) {
        return { cursor: { ...cursor, behindAt: null }, effect: 'none' }
      }
      // An event may be in flight at one heartbeat; at the second it is lost.
      if (cursor.behindAt === lastSeq) return { cursor, effect: 'gap' }
      return { cursor: { ...cursor, behindAt: lastSeq }, effect: 'none' }
    }
    case 'ready':
    case 'unsubscribed':
    case 'error':
      return { cursor, effect: 'none' }
  }
}

const FIRST_MS = 250
const LONGEST_MS = 30_000

/**
 * Milliseconds to wait after this number of failures in a row: twice as long each time, up to 30 s.
 * One half is fixed, to spare a server in trouble. The other half is `random` (0 to 1), so that
 * clients that were cut off together do not return together. Pure.
 */
export function backOffMs(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  return Math.round((longest * (1 + random)) / 2)
}

/** The part of a WebSocket that the SDK uses: a browser's, Bun's, Node's (from 22 on), or ws's. */
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

/** Calls `work` once after `ms` milliseconds. Returns a function that cancels the call. */
export type After = (ms: number, work: () => void) => () => void

export interface Closed {
  readonly type: 'closed'
  /** RFC 6455, 7.4; the server's own codes begin at 4000; null if the client closed it. */
  readonly code: number | null
  readonly reason: string
}

export interface StreamConnection {
  /** Resolves with the next message; after the last one, with `closed` each time. */
  next(): Promise<StreamMessage | Closed>
  /** Queues the message until the connection is open. */
  send(message: ClientMessage): void
  close(): void
}

/** Names the token's cell, since a proxy sees no message of the stream [run.cell-ids]. */
function cellQueryOf(token: string): string {
  const [, cell] = /^([a-z0-9]{1,8})\./.exec(token) ?? []
  return cell === undefined ? '' : `?cell=${cell}`
}

/** Three heartbeats [stream.heartbeat]. After two of these without a message it is lost. */
const SILENCE_MS = 15_000
/** Messages that wait for a slow reader. One more closes the connection; it resumes later. */
const WAITING_MAX = 10_000

function openStreamConnection(
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
    // Does not wait for the server, which may be gone.
    socket.close()
  }

  socket.addEventListener('open', () => {
    opened = true
    for (const text of unsent) socket.send(text)
  })
  socket.addEventListener('message', ({ data }) => {
    // Messages after the end are ignored: the next connection sends them again.
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

/** The loop ended before it reached the number. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError'
  constructor(seq: number) {
    super(`the events ended before the reader came to number ${seq}`)
  }
}

export interface ReadProgress {
  /** Marks everything up to this number as read. */
  readTo(seq: number): void
  /** Rejects all that still wait. */
  end(): void
  /** Resolves when that number has been read. Rejects with a NotReachedError. */
  reached(seq: number): Promise<void>
}

interface Waiter {
  readonly seq: number
  readonly resolve: () => void
  readonly reject: (error: NotReachedError) => void
}

function readProgress(): ReadProgress {
  let read: number | null = null
  let isOver = false
  let waiting: readonly Waiter[] = []
  const isRead = (seq: number): boolean => read !== null && seq <= read

  return {
    readTo(seq) {
      read = Math.max(seq, read ?? 0)
      const reached = waiting.filter((one) => isRead(one.seq))
      waiting = waiting.filter((one) => !isRead(one.seq))
      for (const { resolve } of reached) resolve()
    },
    end() {
      isOver = true
      const unreached = waiting
      waiting = []
      for (const { seq, reject } of unreached) reject(new NotReachedError(seq))
    },
    reached(seq) {
      if (isRead(seq)) return Promise.resolve()
      if (isOver) return Promise.reject(new NotReachedError(seq))
      return new Promise((resolve, reject) => {
        waiting = [...waiting, { seq, resolve, reject }]
      })
    },
  }
}
