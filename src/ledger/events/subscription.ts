import type { AccountEvent } from '../../core/conditional/leg'
import type { Database } from '../../postgres/database'
import { eventsAfter } from './log'

/** The number of events in one read of the log. */
const PAGE = 128
/** Kept in memory while an account has subscribers, so that one read of the log serves all. */
const RECENT_MAX = 128

export interface Subscriber {
  /** The next events, in order. */
  onEvents(events: readonly AccountEvent[]): void
  /** Called before the log is read for it. False pauses it until `resume`. */
  hasRoom(): boolean
  /** Reads a page of the log when the subscriber's turn comes. Omit it to read at once. */
  inTurn?(page: () => Promise<readonly AccountEvent[]>): Promise<readonly AccountEvent[]>
  /** Called if the log has lost the next event; the subscription has ended. */
  lost(gap: LogGap): void
}

/** A gap in the log: it has lost the events between `since` and the oldest one kept. */
export interface LogGap {
  readonly since: number
  readonly oldestSeq: number
  readonly lastSeq: number
}

export interface Subscription {
  /** The number of the last event that the subscriber received. */
  readonly sentSeq: number
  /** Starts the subscription, or continues it after the subscriber had no room. */
  resume(): void
  end(): void
}

export interface EventTail {
  /** The newest event in memory; null before `start`. */
  readonly lastSeq: number | null
  /** Starts at the account's last event; commits before this call are not missed. */
  start(lastSeq: number): void
  /** Adds events that this process has committed. */
  append(events: readonly AccountEvent[]): void
  /** Reads the log up to the event of this number, unless the event is in memory. */
  catchUpTo(seq: number): void
  /** Resolves when the log has been read up to the newest announced event. */
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

class AccountTail implements EventTail {
  readonly #deps: TailDeps
  readonly #accountId: string
  readonly #readers = new Set<Reader>()
  #recent: AccountEvent[] = []
  #lastSeq: number | null = null
  #announcedSeq = 0
  #reading: Promise<void> | null = null

  constructor(accountId: string, deps: TailDeps) {
    this.#deps = deps
    this.#accountId = accountId
  }

  append(events: readonly AccountEvent[]): void {
    for (const event of events) {
      this.#announcedSeq = Math.max(this.#announcedSeq, event.seq)
      if (this.#lastSeq === null || event.seq !== this.#lastSeq + 1) continue
      this.#recent.push(event)
      this.#lastSeq = event.seq
    }
    for (const reader of this.#readers) this.#forward(reader)
    if (this.#recent.length > RECENT_MAX) this.#recent = this.#recent.slice(-RECENT_MAX)
    if (this.#lastSeq !== null && this.#lastSeq < this.#announcedSeq) {
      this.#reading ??= this.#readOn(this.#lastSeq)
    }
  }

  get lastSeq(): number | null {
    return this.#lastSeq
  }

  start(seq: number): void {
    this.#lastSeq ??= seq
    this.#announcedSeq = Math.max(this.#announcedSeq, seq)
    this.append([])
  }

  catchUpTo(seq: number): void {
    this.#announcedSeq = Math.max(this.#announcedSeq, seq)
    this.append([])
  }

  async caughtUp(): Promise<void> {
    await this.#reading
  }

  subscribe(since: number, subscriber: Subscriber): Subscription {
    const reader: Reader = { sentSeq: since, state: 'waiting', subscriber }
    this.#readers.add(reader)
    return {
      get sentSeq() {
        return reader.sentSeq
      },
      resume: () => {
        if (reader.state !== 'waiting') return
        reader.state = 'running'
        this.#forward(reader)
      },
      end: () => this.#end(reader),
    }
  }

  async #page(seq: number) {
    return eventsAfter(this.#deps.database, this.#accountId, seq, PAGE)
  }

  /** Reads the log up to the newest announced event. */
  async #readOn(from: number): Promise<void> {
    try {
      for (let at = from; at < this.#announcedSeq; at = this.#lastSeq ?? at) {
        const found = await this.#page(at)
        const [first] = found
        if (first === undefined) this.#announcedSeq = at
        // The log has lost events. Readers that wait for them find the gap when they read it
        // themselves.
        else if (this.#lastSeq !== null && first.seq > this.#lastSeq + 1) {
          this.#recent = []
          this.#lastSeq = first.seq - 1
        }
        this.append(found)
      }
    } catch (error) {
      this.#deps.failed(error) // tried again with the next event, or heartbeat
    }
    this.#reading = null
  }

  /** Gives a reader the events in memory; the reader reads older events from the log itself. */
  #forward(reader: Reader): void {
    if (reader.state !== 'running' || this.#lastSeq === null || reader.sentSeq >= this.#lastSeq) {
      return
    }
    const firstSeq = this.#lastSeq - this.#recent.length + 1
    if (reader.sentSeq + 1 >= firstSeq) {
      this.#give(reader, this.#recent.slice(reader.sentSeq + 1 - firstSeq))
    } else if (!reader.subscriber.hasRoom()) reader.state = 'waiting'
    else void this.#readBack(reader)
  }

  async #readBack(reader: Reader): Promise<void> {
    reader.state = 'reading'
    const { subscriber } = reader
    const read = async () => (reader.state === 'reading' ? this.#page(reader.sentSeq) : [])
    try {
      const found = await (subscriber.inTurn?.(read) ?? read())
      if (reader.state !== 'reading') return
      if (found[0]?.seq === reader.sentSeq + 1) {
        reader.state = 'running'
        this.#give(reader, found)
        this.#forward(reader)
      } else {
        this.#end(reader)
        const since = reader.sentSeq
        reader.subscriber.lost({
          since,
          oldestSeq: found[0]?.seq ?? since + 1,
          lastSeq: this.#lastSeq ?? 0,
        })
      }
    } catch (error) {
      if (reader.state === 'reading') reader.state = 'running'
      this.#deps.failed(error)
    }
  }

  #give(reader: Reader, events: readonly AccountEvent[]): void {
    reader.sentSeq = events.at(-1)?.seq ?? reader.sentSeq
    reader.subscriber.onEvents(events)
  }

  #end(reader: Reader): void {
    reader.state = 'ended'
    this.#readers.delete(reader)
  }
}

export const openTail = (accountId: string, deps: TailDeps): EventTail =>
  new AccountTail(accountId, deps)
