/**
 * A source's connection to the ingest of a server [live.ingest], and timers that close with it. It
 * gathers prices into messages, of which a few may be unanswered. It reconnects when the
 * connection is lost, and then sends the prices that wait. The server checks how old they are.
 */
import { FEED_ITEMS_MAX } from '../../../core/limits'
import type { Alarm } from '../../../market/clock'
import type { KINDS } from '../../../market/feeds/live/batch'
import type { WireBatch, WireItem } from '../../../market/feeds/live/wire'

export type SourceKind = (typeof KINDS)[number]

export interface IngestLink {
  push(kind: SourceKind, item: WireItem): void
  /** Resolves when everything pushed has been answered, or the link is closed. */
  drained(): Promise<void>
  readonly counts: LinkCounts
  close(): void
  /** Resolves with a reason if the server refuses the source, which then ends. */
  readonly refused: Promise<string>
}

interface LinkCounts {
  readonly accepted: number
  readonly rejected: Readonly<Record<string, number>>
  /** Prices that were dropped since too many waited, or that were in a refused message. */
  readonly lost: number
}

interface IngestLinkDeps {
  /** The server: `http://…`. */
  readonly url: string
  readonly key: string
  readonly after: Alarm
  readonly wanted: (symbols: readonly string[]) => void
  readonly say: (text: string) => void
  /** Called with each message that goes out. */
  readonly record?: ((batch: WireBatch) => void) | undefined
}

const GATHER_MS = 20
/** Keeps a message far below 64 KiB. */
const ITEMS_PER_MESSAGE = Math.min(300, FEED_ITEMS_MAX)
const UNANSWERED_MAX = 8
/** Beyond this, only the newest quote of each symbol waits. */
const QUEUED_MAX = 20_000
/** More lines about unknown symbols would hide others. */
const UNKNOWN_MAX = 100
const RETRY_AFTER_MS = [500, 1_000, 2_000, 5_000, 15_000, 30_000]
const PAUSE_MS = 1_000

export interface KindItem {
  readonly kind: SourceKind
  readonly item: WireItem
}

class SocketLink implements IngestLink {
  readonly #deps: IngestLinkDeps
  readonly #timers: Timers
  readonly #address: string
  readonly #refused = Promise.withResolvers<string>()
  readonly #rejected: Record<string, number> = {}
  readonly #unknown = new Set<unknown>()
  #queue: KindItem[] = []
  #accepted = 0
  #lost = 0
  #unanswered = 0
  #tries = 0
  #closed = false
  #paused = false
  #gathering = false
  #socket: WebSocket | null = null
  #waiting: (() => void)[] = []
  readonly refused: Promise<string> = this.#refused.promise

  constructor(deps: IngestLinkDeps) {
    this.#deps = deps
    this.#timers = openTimers(deps.after)
    this.#address = `${deps.url.replace(/^http/, 'ws').replace(/\/$/, '')}/feed`
    this.#connect()
  }

  get counts(): LinkCounts {
    return { accepted: this.#accepted, rejected: { ...this.#rejected }, lost: this.#lost }
  }

  push(kind: SourceKind, item: WireItem): void {
    this.#queue.push({ kind, item })
    if (this.#queue.length > QUEUED_MAX) {
      const newest = newestItems(this.#queue)
      this.#lost += this.#queue.length - newest.length
      this.#queue = newest
    }
    if (this.#gathering) return
    this.#gathering = true
    this.#timers.later(GATHER_MS, () => {
      this.#gathering = false
      this.#send()
    })
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#closed || (this.#queue.length === 0 && this.#unanswered === 0)) resolve()
      else this.#waiting.push(resolve)
    })
  }

  close(): void {
    this.#closed = true
    this.#timers.cancelAll()
    this.#socket?.close()
    this.#release()
  }

  readonly #connect = (): void => {
    if (this.#closed) return
    const opened = new WebSocket(this.#address, { headers: { 'x-feed-key': this.#deps.key } })
    opened.onopen = () => {
      this.#socket = opened
      this.#tries = 0
      this.#unanswered = 0
      this.#deps.say(`connected to ${this.#deps.url}`)
      this.#send()
    }
    opened.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)))
    opened.onclose = () => {
      const wasOpen = this.#socket === opened
      if (wasOpen) this.#socket = null
      if (this.#closed) return
      if (!wasOpen && this.#tries === 0) void this.#explain()
      const waitMs = RETRY_AFTER_MS[Math.min(this.#tries, RETRY_AFTER_MS.length - 1)] ?? PAUSE_MS
      this.#tries++
      if (wasOpen) this.#deps.say(`the connection to ${this.#deps.url} is lost; trying again`)
      this.#timers.later(waitMs, this.#connect)
    }
  }

  /** A refused WebSocket gives no reason; a request over HTTP does. */
  async #explain(): Promise<void> {
    const answer = await fetch(`${this.#deps.url}/feed/status`, {
      headers: { 'x-feed-key': this.#deps.key },
    }).catch(() => null)
    const { message = '', code } = Object(await answer?.json().catch(() => null))
    if (answer === null) this.#deps.say(`no server answers at ${this.#deps.url}; trying again`)
    else if (code === 'route-not-found') {
      this.#refused.resolve(
        `${this.#deps.url} takes no live prices: it needs MARKET_FEED=live and a FEED_KEY.`,
      )
    } else if (answer.status === 401) this.#refused.resolve(`${message} (${code})`)
  }

  #receive(message: Readonly<Record<string, unknown>>): void {
    const { type } = message
    if (type === 'wanted' && Array.isArray(message.symbols)) {
      this.#deps.wanted(message.symbols)
      return
    }
    this.#unanswered = Math.max(0, this.#unanswered - 1)
    if (type === 'taken') {
      this.#accepted += Number(message.accepted)
      for (const [reason, count] of Object.entries(Object(message.rejected))) {
        this.#rejected[reason] = (this.#rejected[reason] ?? 0) + Number(count)
      }
      if (Array.isArray(message.items)) {
        for (const item of message.items) this.#reportUnknown(Object(item))
      }
    } else if (type === 'error') {
      const { code, message: text } = Object(message.error)
      this.#lost += Number(message.id ?? 0)
      this.#deps.say(`the server refused a message: ${text} (${code})`)
      if (code === 'rate-limit-exceeded') this.#pause()
    }
    this.#send()
  }

  /** Reports each symbol once [live.rejected]. */
  #reportUnknown({ symbol, code }: Readonly<Record<string, unknown>>): void {
    if (code === undefined || this.#unknown.has(symbol) || this.#unknown.size >= UNKNOWN_MAX) return
    this.#unknown.add(symbol)
    this.#deps.say(`the server does not take ${symbol} (${code})`)
  }

  #pause(): void {
    this.#paused = true
    this.#timers.later(PAUSE_MS, () => {
      this.#paused = false
      this.#send()
    })
  }

  #send(): void {
    while (
      this.#socket !== null &&
      !this.#paused &&
      this.#queue.length > 0 &&
      this.#unanswered < UNANSWERED_MAX
    ) {
      const items = this.#queue.splice(0, ITEMS_PER_MESSAGE)
      const batch: Record<string, WireItem[]> = {}
      for (const { kind, item } of items) {
        batch[kind] ??= []
        batch[kind].push(item)
      }
      this.#deps.record?.(batch)
      // The id is the number of items, which are lost if the message is refused.
      this.#socket.send(JSON.stringify({ type: 'prices', id: items.length, ...batch }))
      this.#unanswered++
    }
    if (this.#queue.length === 0 && this.#unanswered === 0) this.#release()
  }

  #release(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting = []
  }
}

export const openIngestLink = (deps: IngestLinkDeps): IngestLink => new SocketLink(deps)

/** The newest items, with one quote of each symbol, in half of the queue. */
function newestItems(queue: readonly KindItem[]): KindItem[] {
  const seen = new Set<unknown>()
  const newest = queue.toReversed().filter(({ kind, item }) => {
    if (kind !== 'quotes') return true
    const isNew = !seen.has(item.symbol)
    seen.add(item.symbol)
    return isNew
  })
  return newest.slice(0, QUEUED_MAX / 2).reverse()
}

export interface Timers {
  later(ms: number, ring: () => void): void
  cancelAll(): void
}

export function openTimers(after: Alarm): Timers {
  const pending = new Set<{ cancel: () => void }>()
  return {
    later(ms, ring) {
      const timer = { cancel: () => {} }
      pending.add(timer)
      timer.cancel = after(ms, () => {
        pending.delete(timer)
        ring()
      })
    },
    cancelAll() {
      for (const timer of pending) timer.cancel()
      pending.clear()
    },
  }
}
