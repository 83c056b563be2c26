/**
 * A source's connection to the door of a server: prices go out in messages of their own size, and
 * no more of them than the server has answered [live.door]. A connection that is lost is made
 * again; what was not sent by then is sent, and the guard of the server judges it.
 */
import { FEED_ITEMS_MAX } from '../../core/limits'
import type { Alarm } from '../../market/clock'
import type { KINDS } from '../../market/feeds/live/batch'
import type { WireBatch, WireItem } from '../../market/feeds/live/wire'
import { openTimers } from './timers'

export type SourceKind = (typeof KINDS)[number]

export interface DoorLink {
  push(kind: SourceKind, item: WireItem): void
  /** Resolves when everything pushed has been answered, or the link is closed. */
  drained(): Promise<void>
  readonly counts: LinkCounts
  close(): void
  /** Why the server does not let it in; it does not try again. */
  readonly refused: Promise<string>
}

export interface LinkCounts {
  readonly accepted: number
  readonly setAside: Readonly<Record<string, number>>
  /** Not sent or not taken: there were too many, or a message was refused. */
  readonly lost: number
}

export interface DoorLinkDeps {
  /** `http://…`, of the server. */
  readonly url: string
  readonly key: string
  readonly after: Alarm
  readonly wanted: (symbols: readonly string[]) => void
  readonly say: (text: string) => void
  /** Called with each message that goes out. */
  readonly record?: ((batch: WireBatch) => void) | undefined
}

const GATHER_MS = 20
/** A message stays far below 64 KiB. */
const ITEMS_PER_MESSAGE = Math.min(300, FEED_ITEMS_MAX)
const UNANSWERED_MAX = 8
/** Beyond, only the newest quote of each symbol waits. */
const QUEUED_MAX = 20_000
/** More lines of unknown symbols would hide the others. */
const UNKNOWN_MAX = 100
const AGAIN_AFTER_MS = [500, 1_000, 2_000, 5_000, 15_000, 30_000]
const PAUSE_MS = 1_000

interface Queued {
  readonly kind: SourceKind
  readonly item: WireItem
}

export function openDoorLink(deps: DoorLinkDeps): DoorLink {
  const { url, key, wanted, say, record } = deps
  const { later, cancelAll } = openTimers(deps.after)
  const address = `${url.replace(/^http/, 'ws').replace(/\/$/, '')}/feed`
  const refused = Promise.withResolvers<string>()
  const setAside: Record<string, number> = {}
  const unknown = new Set<unknown>()
  let queue: Queued[] = []
  let accepted = 0
  let lost = 0
  let unanswered = 0
  let tries = 0
  let closed = false
  let paused = false
  let gathering = false
  let socket: WebSocket | null = null
  let waiting: (() => void)[] = []

  function connect(): void {
    if (closed) return
    const opened = new WebSocket(address, { headers: { 'x-feed-key': key } })
    opened.onopen = () => {
      socket = opened
      tries = 0
      unanswered = 0
      say(`connected to ${url}`)
      send()
    }
    opened.onmessage = ({ data }) => heard(JSON.parse(String(data)))
    opened.onclose = () => {
      const wasOpen = socket === opened
      if (wasOpen) socket = null
      if (closed) return
      if (!wasOpen && tries === 0) void explain()
      const waitMs = AGAIN_AFTER_MS[Math.min(tries, AGAIN_AFTER_MS.length - 1)] ?? PAUSE_MS
      tries++
      if (wasOpen) say(`the connection to ${url} is lost; trying again`)
      later(waitMs, connect)
    }
  }

  /** A refused WebSocket gives no reason; the same question over HTTP does. */
  async function explain(): Promise<void> {
    const answer = await fetch(`${url}/feed/status`, { headers: { 'x-feed-key': key } }).catch(
      () => null,
    )
    const { message = '', code } = Object(await answer?.json().catch(() => null))
    if (answer === null) say(`no server answers at ${url}; trying again`)
    else if (code === 'route-not-found') {
      refused.resolve(`${url} takes no live prices: it needs MARKET_FEED=live and a FEED_KEY.`)
    } else if (answer.status === 401) refused.resolve(`${message} (${code})`)
  }

  function heard(message: Readonly<Record<string, unknown>>): void {
    const { type } = message
    if (type === 'wanted' && Array.isArray(message.symbols)) {
      wanted(message.symbols)
      return
    }
    unanswered = Math.max(0, unanswered - 1)
    if (type === 'taken') {
      accepted += Number(message.accepted)
      for (const [reason, count] of Object.entries(Object(message.setAside))) {
        setAside[reason] = (setAside[reason] ?? 0) + Number(count)
      }
      if (Array.isArray(message.items)) for (const item of message.items) sayUnknown(Object(item))
    } else if (type === 'error') {
      const { code, message: text } = Object(message.error)
      lost += Number(message.id ?? 0)
      say(`the server refused a message: ${text} (${code})`)
      if (code === 'rate-limit-exceeded') pause()
    }
    send()
  }

  /** Once for each symbol [live.set-aside]. */
  function sayUnknown({ symbol, code }: Readonly<Record<string, unknown>>): void {
    if (code === undefined || unknown.has(symbol) || unknown.size >= UNKNOWN_MAX) return
    unknown.add(symbol)
    say(`the server does not take ${symbol} (${code})`)
  }

  function pause(): void {
    paused = true
    later(PAUSE_MS, () => {
      paused = false
      send()
    })
  }

  function send(): void {
    while (socket !== null && !paused && queue.length > 0 && unanswered < UNANSWERED_MAX) {
      const items = queue.splice(0, ITEMS_PER_MESSAGE)
      const batch: Record<string, WireItem[]> = {}
      for (const { kind, item } of items) {
        batch[kind] ??= []
        batch[kind].push(item)
      }
      record?.(batch)
      // The id is the number of its items: what is lost with the message.
      socket.send(JSON.stringify({ type: 'prices', id: items.length, ...batch }))
      unanswered++
    }
    if (queue.length === 0 && unanswered === 0) release()
  }

  function release(): void {
    for (const go of waiting) go()
    waiting = []
  }

  connect()
  return {
    refused: refused.promise,
    get counts() {
      return { accepted, setAside: { ...setAside }, lost }
    },
    push(kind, item) {
      queue.push({ kind, item })
      if (queue.length > QUEUED_MAX) {
        const kept = newestQuotes(queue)
        lost += queue.length - kept.length
        queue = kept
      }
      if (gathering) return
      gathering = true
      later(GATHER_MS, () => {
        gathering = false
        send()
      })
    },
    drained: () =>
      new Promise((resolve) => {
        if (closed || (queue.length === 0 && unanswered === 0)) resolve()
        else waiting.push(resolve)
      }),
    close() {
      closed = true
      cancelAll()
      socket?.close()
      release()
    },
  }
}

/** Of quotes the last one of each symbol; of the rest, the newest that have room. */
function newestQuotes(queue: readonly Queued[]): Queued[] {
  const seen = new Set<unknown>()
  const kept = queue.toReversed().filter(({ kind, item }) => {
    if (kind !== 'quotes') return true
    const isNew = !seen.has(item.symbol)
    seen.add(item.symbol)
    return isNew
  })
  return kept.slice(0, QUEUED_MAX / 2).reverse()
}
