/**
 * Hands order events to their subscribers after their commit, never before [stream.after-commit].
 * Subscribers are in this process and in the other processes on the database, which read the events
 * from the log.
 */
import { assert } from '../../core/assert'
import type { AccountEvent } from '../../core/conditional/leg'
import { type Refused, refusedParam } from '../../core/refusals'
import type { Database } from '../../postgres/database'
import { type AccountSeq, lastSeqs, logRange } from './log'
import {
  type EventNotifications,
  eventNotifications,
  type NotifiedEvents,
  notificationsIn,
} from './notifications'
import { type EventTail, openTail, type Subscriber, type Subscription } from './subscription'

export type { Subscriber, Subscription } from './subscription'

export interface Events {
  /** Called after each commit. Returns at once and publishes after the answers. */
  committed(events: readonly AccountEvent[]): void
  /**
   * Subscribes to every event after `since`, or from now on if it is null [stream.subscribe]. The
   * subscription begins with `resume`. Refused if the log no longer has the next event
   * [stream.since-gone].
   */
  subscribe(
    accountId: string,
    since: number | null,
    subscriber: Subscriber,
  ): Promise<Subscription | Refused<'since-out-of-range'>>
  /**
   * Reads from the database. The subscriptions of this process catch up with the result before it
   * is returned [stream.heartbeat].
   */
  lastSeqs(accountIds: readonly string[]): Promise<readonly AccountSeq[]>
  /**
   * The newest event that this process has seen of a followed account; null if it has seen none.
   */
  newestSeq(accountId: string): number | null
  /**
   * Calls the listener when another process has committed events up to these. Calls it with null
   * when notifications may have been lost.
   */
  onNotification(listener: (notifications: NotifiedEvents | null) => void): void
  close(): Promise<void>
}

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
  const events = new EventPublisher(deps)
  await events.listen()
  return events
}

class EventPublisher implements Events {
  readonly #deps: EventsDeps
  readonly #followed = new Map<string, Followed>()
  readonly #notifications: EventNotifications
  readonly #listeners: ((notifications: NotifiedEvents | null) => void)[] = []
  #committed: AccountEvent[] = []

  constructor(deps: EventsDeps) {
    this.#deps = deps
    this.#notifications = eventNotifications(deps.database.notifications, deps.failed, deps.after)
  }

  async subscribe(accountId: string, after: number | null, subscriber: Subscriber) {
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

  readonly committed = (events: readonly AccountEvent[]): void => {
    if (this.#committed.length === 0) setImmediate(this.#handOn)
    for (const event of events) this.#committed.push(event)
  }

  newestSeq(accountId: string): number | null {
    return this.#followed.get(accountId)?.tail.lastSeq ?? null
  }

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
