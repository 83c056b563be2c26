import type { OrderEvent } from '../core/order/event'
import type { Database } from '../store/database'
import { eventsAfter } from './log'

/** Events of one read of the log. */
const PAGE = 128
/** Kept in memory while an account has subscribers, so that one read of the log serves all. */
const RECENT_MAX = 128

export interface Subscriber {
  /** The next events, in order. */
  onEvents(events: readonly OrderEvent[]): void
  /** Called before the log is read for it; false: not before `resume`. */
  hasRoom(): boolean
  /** Reads a page of the log for it when its turn has come. Left out: at once. */
  inTurn?(page: () => Promise<readonly OrderEvent[]>): Promise<readonly OrderEvent[]>
  /** The log has lost the next event; the subscription has ended. */
  lost(gap: LogGap): void
}

/** The events between `since` and the oldest one kept are lost. */
export interface LogGap {
  readonly since: number
  readonly oldestSeq: number
  readonly lastSeq: number
}

export interface Subscription {
  /** The last event that the subscriber got. */
  readonly sentSeq: number
  /** Begins, or continues after the subscriber had no room. */
  resume(): void
  end(): void
}

export interface EventTail {
  /** The newest event in memory; null before `start`. */
  readonly lastSeq: number | null
  /** Begins with the account's last event; commits before this call are not missed. */
  start(lastSeq: number): void
  /** Events that this process has committed. */
  append(events: readonly OrderEvent[]): void
  /** The log has an event of this number: reads up to it, unless it is in memory. */
  learn(seq: number): void
  /** Resolves when the log has been read up to the newest known event. */
  caughtUp(): Promise<void>
  subscribe(since: number, subscriber: Subscriber): Subscription
}

export interface TailDeps {
  readonly database: Database
  readonly failed: (error: unknown) => void
}

interface Reader {
  sentSeq: number
  state: 'waiting' | 'running' | 'reading' | 'ended'
  readonly subscriber: Subscriber
}

export function openTail(accountId: string, deps: TailDeps): EventTail {
  const readers = new Set<Reader>()
  let recent: OrderEvent[] = []
  let lastSeq: number | null = null
  let knownSeq = 0
  let reading: Promise<void> | null = null

  const page = async (seq: number) => eventsAfter(deps.database, accountId, seq, PAGE)

  function append(events: readonly OrderEvent[]): void {
    for (const event of events) {
      knownSeq = Math.max(knownSeq, event.seq)
      if (lastSeq === null || event.seq !== lastSeq + 1) continue
      recent.push(event)
      lastSeq = event.seq
    }
    for (const reader of readers) forward(reader)
    if (recent.length > RECENT_MAX) recent = recent.slice(-RECENT_MAX)
    if (lastSeq !== null && lastSeq < knownSeq) reading ??= readOn(lastSeq)
  }

  /** Reads the log up to the newest known event. */
  async function readOn(from: number): Promise<void> {
    try {
      for (let at = from; at < knownSeq; at = lastSeq ?? at) {
        const found = await page(at)
        const [first] = found
        if (first === undefined) knownSeq = at
        // The log has lost events: readers that wait for them learn it from the log itself.
        else if (lastSeq !== null && first.seq > lastSeq + 1) {
          recent = []
          lastSeq = first.seq - 1
        }
        append(found)
      }
    } catch (error) {
      deps.failed(error) // tried again with the next event, or heartbeat
    }
    reading = null
  }

  /** Gives a reader the events in memory; further back it reads the log for itself. */
  function forward(reader: Reader): void {
    if (reader.state !== 'running' || lastSeq === null || reader.sentSeq >= lastSeq) return
    const firstSeq = lastSeq - recent.length + 1
    if (reader.sentSeq + 1 >= firstSeq) give(reader, recent.slice(reader.sentSeq + 1 - firstSeq))
    else if (!reader.subscriber.hasRoom()) reader.state = 'waiting'
    else void readBack(reader)
  }

  async function readBack(reader: Reader): Promise<void> {
    reader.state = 'reading'
    const { subscriber } = reader
    const read = async () => (reader.state === 'reading' ? page(reader.sentSeq) : [])
    try {
      const found = await (subscriber.inTurn?.(read) ?? read())
      if (reader.state !== 'reading') return
      if (found[0]?.seq === reader.sentSeq + 1) {
        reader.state = 'running'
        give(reader, found)
        forward(reader)
      } else {
        end(reader)
        const since = reader.sentSeq
        reader.subscriber.lost({
          since,
          oldestSeq: found[0]?.seq ?? since + 1,
          lastSeq: lastSeq ?? 0,
        })
      }
    } catch (error) {
      if (reader.state === 'reading') reader.state = 'running'
      deps.failed(error)
    }
  }

  function give(reader: Reader, events: readonly OrderEvent[]): void {
    reader.sentSeq = events.at(-1)?.seq ?? reader.sentSeq
    reader.subscriber.onEvents(events)
  }

  function end(reader: Reader): void {
    reader.state = 'ended'
    readers.delete(reader)
  }

  return {
    get lastSeq() {
      return lastSeq
    },
    start(seq) {
      lastSeq ??= seq
      knownSeq = Math.max(knownSeq, seq)
      append([])
    },
    append,
    learn(seq) {
      knownSeq = Math.max(knownSeq, seq)
      append([])
    },
    caughtUp: async () => {
      await reading
    },
    subscribe(since, subscriber) {
      const reader: Reader = { sentSeq: since, state: 'waiting', subscriber }
      readers.add(reader)
      return {
        get sentSeq() {
          return reader.sentSeq
        },
        resume() {
          if (reader.state !== 'waiting') return
          reader.state = 'running'
          forward(reader)
        },
        end: () => end(reader),
      }
    },
  }
}
