/**
 * Hands order events to their subscribers after their commit, never before [stream.after-commit]:
 * in this process, and in the other processes on the database, which read them from the log.
 */
import { assert } from '../core/assert'
import type { OrderEvent } from '../core/order/event'
import { type Refused, refusedParam } from '../core/refusals'
import type { Database } from '../store/database'
import { eventHints, type Hinted, hintsIn } from './hints'
import { type AccountSeq, lastSeqs, logRange } from './log'
import { type EventTail, openTail, type Subscriber, type Subscription } from './tail'

export type { Subscriber, Subscription } from './tail'

export interface Events {
  /** Called after each commit. Returns at once: the work is done after the answers. */
  committed(events: readonly OrderEvent[]): void
  /**
   * Every event after `since`, or after now where it is null [stream.subscribe]; it begins with
   * `resume`. Refused where the log has no such event [stream.since-gone].
   */
  subscribe(
    accountId: string,
    since: number | null,
    subscriber: Subscriber,
  ): Promise<Subscription | Refused<'since-out-of-range'>>
  /** From the database; the tails of this process catch up to it first [stream.heartbeat]. */
  lastSeqs(accountIds: readonly string[]): Promise<readonly AccountSeq[]>
  /** The newest event of a followed account that this process knows of; null: of none. */
  newestSeq(accountId: string): number | null
  /**
   * Calls the listener when another process has committed events up to these; with null when it may
   * have, and nobody told.
   */
  onHint(listener: (hints: Hinted | null) => void): void
  close(): Promise<void>
}

export interface EventsDeps {
  readonly database: Database
  /** Left out: the machine's own. */
  readonly after?: (ms: number, ring: () => void) => unknown
  readonly failed: (error: unknown) => void
}

interface Followed {
  readonly tail: EventTail
  /** Subscriptions, also those that are being made. */
  readonly holders: number
}

export async function openEvents(deps: EventsDeps): Promise<Events> {
  const { database, failed } = deps
  const followed = new Map<string, Followed>()
  const hints = eventHints(database.hints, failed, deps.after)
  const listeners: ((hints: Hinted | null) => void)[] = []
  let committed: OrderEvent[] = []

  function hinted(hints: Hinted | null): void {
    for (const listener of listeners) listener(hints)
  }

  function handOn(): void {
    const events = committed
    committed = []
    for (const [accountId, ofAccount] of Map.groupBy(events, ({ accountId }) => accountId)) {
      followed.get(accountId)?.tail.append(ofAccount)
      const last = ofAccount.at(-1)
      if (last !== undefined) hints.tell(accountId, last.seq)
    }
  }

  async function readLastSeqs(accountIds: readonly string[]): Promise<readonly AccountSeq[]> {
    const found = await lastSeqs(database, accountIds)
    const tails = found.flatMap(({ accountId, lastSeq }) => {
      const tail = followed.get(accountId)?.tail
      tail?.learn(lastSeq)
      return tail ?? []
    })
    await Promise.all(tails.map((tail) => tail.caughtUp()))
    return found.map(({ accountId, lastSeq }) => ({
      accountId,
      lastSeq: Math.max(lastSeq, followed.get(accountId)?.tail.lastSeq ?? 0),
    }))
  }

  /** Begins before the log is read, so that no event falls between. */
  function follow(accountId: string): EventTail {
    const { tail, holders } = followed.get(accountId) ?? {
      tail: openTail(accountId, deps),
      holders: 0,
    }
    followed.set(accountId, { tail, holders: holders + 1 })
    return tail
  }

  function release(accountId: string): void {
    const held = followed.get(accountId)
    assert(held !== undefined, `the log of ${accountId} is followed`)
    if (held.holders === 1) followed.delete(accountId)
    else followed.set(accountId, { ...held, holders: held.holders - 1 })
  }

  async function subscribe(accountId: string, after: number | null, subscriber: Subscriber) {
    const tail = follow(accountId)
    let subscribed = false
    try {
      const range = await logRange(database, accountId)
      assert(range !== undefined, `the account ${accountId} exists`)
      tail.start(range.lastSeq)
      const lastSeq = Math.max(range.lastSeq, tail.lastSeq ?? 0)
      const since = after ?? lastSeq
      if (since > lastSeq || since + 1 < range.oldestSeq) {
        const { oldestSeq } = range
        return refusedParam('since-out-of-range', 'since', { since, oldestSeq, lastSeq })
      }
      subscribed = true
      return endingWith(tail.subscribe(since, subscriber), () => release(accountId))
    } finally {
      if (!subscribed) release(accountId)
    }
  }

  await database.hints.listen(
    (payload) => {
      if (hints.isOwn(payload)) return
      const told = hintsIn(payload)
      for (const [accountId, seq] of told) followed.get(accountId)?.tail.learn(seq)
      hinted(told)
    },
    () => {
      // Hints may have been lost before.
      hinted(null)
      void readLastSeqs([...followed.keys()]).catch(failed)
    },
  )

  return {
    committed(events) {
      if (committed.length === 0) setImmediate(handOn)
      for (const event of events) committed.push(event)
    },
    lastSeqs: readLastSeqs,
    newestSeq: (accountId) => followed.get(accountId)?.tail.lastSeq ?? null,
    subscribe,
    onHint: (listener) => listeners.push(listener),
    async close() {
      handOn()
      await hints.close()
    },
  }
}

/** The subscription; its first end also calls `release`. */
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
