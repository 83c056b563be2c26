/**
 * Hands order events to their subscribers after their commit, never before [stream.after-commit].
 * Subscribers are in this process and in the other processes on the database, which read the events
 * from the log.
 */
import { assert } from '../../core/assert'
import type { AccountEvent } from '../../core/conditional/leg'
import { type Refused, refusedParam } from '../../core/refusals'
import type { Database, Notifications } from '../../postgres/database'
import { type AccountSeq, lastSeqs, logRange } from './log'
import { type EventTail, openTail, type Subscriber, type Subscription } from './subscription'

export interface EventsDeps {
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
export function eventNotifications(
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
export function notificationsIn(payload: string): NotifiedEvents {
  return payload.split('\n').flatMap((line) => {
    const [accountId, seq = ''] = line.split(' ')
    return accountId !== undefined && /^\d{1,10}$/.test(seq) ? [[accountId, Number(seq)]] : []
  })
}
