/**
 * Hands order events to their subscribers after their commit, never before [stream.after-commit].
 * Subscribers are in this process and in the other processes on the database, which read the events
 * from the log.
 */
import { assert } from '../../core/assert'
import type { AccountEvent } from '../../core/conditional/leg'
import { type Refused, refusedParam } from '../../core/refusals'
import type { Database, Notifications } from '../../postgres/database'
import { type AccountSeq, eventsAfter, lastSeqs, logRange } from './log'

interface EventsDeps {
  readonly database: Database
  /** Omit it for the machine's own timer. */
  readonly after?: (ms: number, ring: () => void) => unknown
  readonly failed: (error: unknown) => void
}

interface Followed {
  readonly tail: EventTail
  /** The number of subscriptions, including unfinished ones. */
  readonly holders: number
}

export async function openEvents(deps: EventsDeps): Promise<Events> {
  const events = new Events(deps)
  await events.listen()
  return events
}

export class Events {
  readonly #deps: EventsDeps
  readonly #followed = new Map<string, Followed>()
  readonly #notifications: EventNotifications
  readonly #listeners: ((notifications: NotifiedEvents | null) => void)[] = []
  #committed: AccountEvent[] = []

  constructor(deps: EventsDeps) {
    this.#deps = deps
    this.#notifications = eventNotifications(deps.database.notifications, deps.failed, deps.after)
  }

  /**
   * Subscribes to every event after `after`, or from now on if it is null [stream.subscribe]. The
   * subscription begins with `resume`. Refused if the log no longer has the next event
   * [stream.since-gone].
   */
  async subscribe(
    accountId: string,
    after: number | null,
    subscriber: Subscriber,
  ): Promise<Subscription | Refused<'since-out-of-range'>> {
    const tail = this.#follow(accountId)
    let subscribed = false
    try {
      const range = await logRange(this.#deps.database, accountId)
      assert(range !== undefined, `the account ${accountId} exists`)
      tail.start(range.lastSeq)
      const lastSeq = Math.max(range.lastSeq, tail.lastSeq ?? 0)
      const since = after ?? lastSeq
      if (since > lastSeq || since + 1 < range.oldestSeq) {
        const { oldestSeq } = range
        return refusedParam('since-out-of-range', 'since', { since, oldestSeq, lastSeq })
      }
      subscribed = true
      return endingWith(tail.subscribe(since, subscriber), () => this.#release(accountId))
    } finally {
      if (!subscribed) this.#release(accountId)
    }
  }

  /** Follows the commits of other processes from now on. */
  listen(): Promise<void> {
    return this.#deps.database.notifications.listen(
      (payload) => {
        if (this.#notifications.isOwn(payload)) return
        const notifications = notificationsIn(payload)
        for (const [accountId, seq] of notifications) {
          this.#followed.get(accountId)?.tail.catchUpTo(seq)
        }
        this.#notified(notifications)
      },
      () => {
        // Earlier notifications may have been lost.
        this.#notified(null)
        void this.lastSeqs([...this.#followed.keys()]).catch(this.#deps.failed)
      },
    )
  }

  /** Called after each commit. Returns at once and publishes after the answers. */
  readonly committed = (events: readonly AccountEvent[]): void => {
    if (this.#committed.length === 0) setImmediate(this.#handOn)
    for (const event of events) this.#committed.push(event)
  }

  /**
   * The newest event that this process has seen of a followed account; null if it has seen none.
   */
  newestSeq(accountId: string): number | null {
    return this.#followed.get(accountId)?.tail.lastSeq ?? null
  }

  /**
   * Calls the listener when another process has committed events up to these. Calls it with null
   * when notifications may have been lost.
   */
  onNotification(listener: (notifications: NotifiedEvents | null) => void): void {
    this.#listeners.push(listener)
  }

  async close(): Promise<void> {
    this.#handOn()
    await this.#notifications.close()
  }

  #notified(notifications: NotifiedEvents | null): void {
    for (const listener of this.#listeners) listener(notifications)
  }

  readonly #handOn = (): void => {
    const events = this.#committed
    this.#committed = []
    for (const [accountId, ofAccount] of Map.groupBy(events, ({ accountId }) => accountId)) {
      this.#followed.get(accountId)?.tail.append(ofAccount)
      const last = ofAccount.at(-1)
      if (last !== undefined) this.#notifications.notify(accountId, last.seq)
    }
  }

  /**
   * Reads from the database. The subscriptions of this process catch up with the result before it
   * is returned [stream.heartbeat].
   */
  readonly lastSeqs = async (accountIds: readonly string[]): Promise<readonly AccountSeq[]> => {
    const found = await lastSeqs(this.#deps.database, accountIds)
    const tails = found.flatMap(({ accountId, lastSeq }) => {
      const tail = this.#followed.get(accountId)?.tail
      tail?.catchUpTo(lastSeq)
      return tail ?? []
    })
    await Promise.all(tails.map((tail) => tail.caughtUp()))
    return found.map(({ accountId, lastSeq }) => ({
      accountId,
      lastSeq: Math.max(lastSeq, this.#followed.get(accountId)?.tail.lastSeq ?? 0),
    }))
  }

  /** Starts before the log is read, so that no event is missed in between. */
  #follow(accountId: string): EventTail {
    const { tail, holders } = this.#followed.get(accountId) ?? {
      tail: openTail(accountId, this.#deps),
      holders: 0,
    }
    this.#followed.set(accountId, { tail, holders: holders + 1 })
    return tail
  }

  #release(accountId: string): void {
    const held = this.#followed.get(accountId)
    assert(held !== undefined, `the log of ${accountId} is followed`)
    if (held.holders === 1) this.#followed.delete(accountId)
    else this.#followed.set(accountId, { ...held, holders: held.holders - 1 })
  }
}

/** Returns the subscription; its first end also calls `release`. */
function endingWith(subscription: Subscription, release: () => void): Subscription {
  let ended = false
  return {
    get sentSeq() {
      return subscription.sentSeq
    },
    resume: subscription.resume,
    end() {
      if (ended) return
      ended = true
      subscription.end()
      release()
    },
  }
}

/** How long notifications are collected, so that a busy sequencer sends few. */
const GATHER_MS = 20
/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_CHARACTERS_MAX = 7_000

/** A notification still missing after this many later ones was lost. */
const SENT_MAX = 100

type EventNotifications = ReturnType<typeof eventNotifications>

/**
 * Notifies the other processes on the database of accounts with new events. It does so after the
 * commit, so it never delays an order [stream.notifications]. A lost notification only delays an
 * event until the next heartbeat.
 */
function eventNotifications(
  notifications: Notifications,
  failed: (error: unknown) => void,
  after: (ms: number, ring: () => void) => unknown = (ms, ring) => setTimeout(ring, ms),
) {
  /**
   * The texts sent and not yet received. Only one process commits an event, so no other sends the
   * same text.
   */
  const sent = new Set<string>()
  let waiting = new Map<string, number>()
  let sending: Promise<void> | null = null
  let goOn = (): void => {}
  let isClosing = false

  const gather = (): Promise<void> =>
    new Promise((resume) => {
      goOn = resume
      if (isClosing) resume()
      else after(GATHER_MS, resume)
    })

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const gathered = waiting
      waiting = new Map()
      const payloads = packed(gathered)
      for (const payload of payloads) sent.add(payload)
      for (const lost of [...sent].slice(0, -SENT_MAX)) sent.delete(lost)
      await notifications.notify(payloads).catch(failed)
      await gather()
    }
    sending = null
  }

  return {
    notify(accountId: string, seq: number): void {
      waiting.set(accountId, seq)
      sending ??= send()
    },
    /** A process receives its own notifications too, each once. */
    isOwn: (payload: string): boolean => sent.delete(payload),
    async close(): Promise<void> {
      isClosing = true
      goOn()
      await sending
    },
  }
}

/** Returns payloads of lines such as `acc_1 17`, each with as many lines as it may have. */
function packed(seqs: ReadonlyMap<string, number>): readonly string[] {
  const payloads: string[] = []
  let payload = ''
  for (const [accountId, seq] of seqs) {
    const line = `${accountId} ${seq}`
    if (payload.length + line.length >= PAYLOAD_CHARACTERS_MAX) {
      payloads.push(payload)
      payload = ''
    }
    payload += payload === '' ? line : `\n${line}`
  }
  return [...payloads, payload]
}

/** Account ids with the number of their last event. */
export type NotifiedEvents = readonly (readonly [accountId: string, seq: number])[]

/** Returns the notifications in a payload, without lines that have another format. */
function notificationsIn(payload: string): NotifiedEvents {
  return payload.split('\n').flatMap((line) => {
    const [accountId, seq = ''] = line.split(' ')
    return accountId !== undefined && /^\d{1,10}$/.test(seq) ? [[accountId, Number(seq)]] : []
  })
}

/** The number of events in one read of the log. */
const PAGE = 128
/** Kept in memory while an account has subscribers, so that one read of the log serves all. */
const RECENT_MAX = 128

interface Subscriber {
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
interface LogGap {
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

interface EventTail {
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

interface TailDeps {
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

const openTail = (accountId: string, deps: TailDeps): EventTail => new AccountTail(accountId, deps)
