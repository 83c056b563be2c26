/**
 * Keeps the order book as the database has the open orders: loads it once, then applies each commit
 * of this process and reads what other processes have changed.
 *
 * Each account's events are numbered without a gap, and the book knows up to which event it has
 * followed each account. So a commit that comes twice is ignored, and one that comes after an event
 * of another process is noticed: that account's changes are read. Whatever is read is at least as
 * new as what it replaces.
 *
 * While the book is loaded, other work goes on: first the accounts' numbers are read, then the
 * orders, page by page. What is committed meanwhile is applied afterwards, and what others have
 * changed meanwhile is found by the accounts whose number has moved.
 */
import type { Leg } from '../../core/conditional/leg'
import {
  allOpenLegs,
  type BookedLeg,
  bookedLeg,
  bookedLegsOf,
} from '../../ledger/conditional-orders'
import type { NotifiedEvents } from '../../ledger/events/notifications'
import {
  type AccountChanges,
  type AccountNumber,
  accountNumbers,
  allOpenOrders,
  bookedOrder,
  changesSince,
  orderTable,
} from '../../ledger/open-orders'
import type { Database } from '../../postgres/database'
import type { Committed } from '../commit'
import { type OrderBook, orderBook } from './order-book'
import { type TriggerBook, triggerBook } from './trigger-book'

export interface BookSync {
  /** Loads the book, or brings it up to what this process was told so far. */
  current(): Promise<OrderBook>
  /** As it is without a query; null: it is not loaded. */
  readonly known: OrderBook | null
  /** The open legs of conditional orders, which follow the same events [conditional.survives]. */
  readonly knownTriggers: TriggerBook | null
  /** The last event of the account that the book has followed. */
  followedTo(accountId: string): number
  /** A commit of this process. */
  committed(committed: Committed): void
  /** The marks of trailing stops have moved in a commit of this process, which has no event. */
  moved(legs: readonly Leg[]): void
  /** Another process has committed events up to these. */
  told(notifications: NotifiedEvents): void
  /** Something may have been committed that nobody tells of: `current` compares all accounts. */
  doubt(): void
  /** A commit of this process may have done anything: its answer was lost. */
  lost(): void
  /** `current` loads it anew. */
  drop(): void
}

interface BookSyncDeps {
  readonly database: Pick<Database, 'all'>
  /** Called when orders that other processes have changed are in the book; null: all may be. */
  readonly changed: (symbols: ReadonlySet<string> | null) => void
}

class EventSync implements BookSync {
  readonly #deps: BookSyncDeps
  #synced: SyncedBook | null = null
  #isInDoubt = false
  #drops = 0
  /** What this process is told of while the book is loaded. */
  #waiting: ((loaded: SyncedBook) => void)[] = []
  #working: Promise<OrderBook> | null = null

  constructor(deps: BookSyncDeps) {
    this.#deps = deps
  }

  current(): Promise<OrderBook> {
    const isDone = this.#working === null && !this.#isInDoubt && this.#synced?.isBehind === false
    if (isDone && this.#synced !== null) return Promise.resolve(this.#synced.book)
    this.#working ??= this.#bringUp().finally(() => {
      this.#working = null
    })
    return this.#working
  }

  get known(): OrderBook | null {
    return this.#synced?.book ?? null
  }

  get knownTriggers(): TriggerBook | null {
    return this.#synced?.triggers ?? null
  }

  readonly followedTo = (accountId: string): number => this.#synced?.followedTo(accountId) ?? 0

  committed(committed: Committed): void {
    this.#apply((known) => known.apply(committed))
  }

  moved(legs: readonly Leg[]): void {
    this.#apply(({ triggers }) => {
      for (const leg of legs) triggers.move(bookedLeg(leg))
    })
  }

  told(notifications: NotifiedEvents): void {
    this.#apply((known) => {
      for (const [accountId, seq] of notifications) known.told(accountId, seq)
    })
  }

  doubt(): void {
    this.#isInDoubt = true
  }

  lost(): void {
    this.doubt()
    // Marks may have moved, which no number tells of.
    if (this.#synced?.triggers.hasTrails) this.drop()
  }

  drop(): void {
    this.#synced = null
    this.#drops++
  }

  #apply(what: (known: SyncedBook) => void): void {
    if (this.#synced !== null) what(this.#synced)
    else if (this.#working !== null) this.#waiting.push(what)
  }

  async #load(): Promise<SyncedBook> {
    const dropsBefore = this.#drops
    this.#waiting = []
    const loaded = syncedBook(await orderTable(this.#deps.database))
    for await (const page of accountNumbers(this.#deps.database)) {
      for (const { accountId, seq } of page) loaded.follow(accountId, seq)
    }
    for await (const page of allOpenOrders(this.#deps.database)) {
      for (const order of page) loaded.book.put(order)
    }
    for await (const page of allOpenLegs(this.#deps.database)) {
      for (const leg of page) loaded.triggers.put(leg)
    }
    if (dropsBefore !== this.#drops) return this.#load()
    this.#synced = loaded
    for (const what of this.#waiting) what(loaded)
    this.#waiting = []
    this.#isInDoubt = true
    this.#deps.changed(null)
    return loaded
  }

  /** Returns false if the table has other orders than those that the book has followed. */
  async #compare(known: SyncedBook): Promise<boolean> {
    this.#isInDoubt = false
    try {
      if ((await orderTable(this.#deps.database)) !== known.table) return false
      for await (const page of accountNumbers(this.#deps.database)) {
        for (const { accountId, seq } of page) known.told(accountId, seq)
      }
      return true
    } catch (error) {
      this.#isInDoubt = true
      throw error
    }
  }

  async #catchUp(known: SyncedBook): Promise<void> {
    const symbols = new Set<string>()
    try {
      for await (const accounts of changesSince(this.#deps.database, known.takeBehind())) {
        const groups = accounts.flatMap(({ accountId, groupIds }) =>
          groupIds.map((groupId) => ({ accountId, groupId })),
        )
        const legs = groups.length === 0 ? [] : await bookedLegsOf(this.#deps.database, groups)
        const legsOf = Map.groupBy(legs, ({ accountId }) => accountId)
        for (const changes of accounts) {
          known.catchUp(changes, legsOf.get(changes.accountId) ?? [])
          for (const { symbol } of changes.orders) symbols.add(symbol)
        }
        for (const { symbol } of legs) symbols.add(symbol)
      }
    } catch (error) {
      this.#isInDoubt = true
      throw error
    } finally {
      if (symbols.size > 0) this.#deps.changed(symbols)
    }
  }

  async #bringUp(): Promise<OrderBook> {
    for (;;) {
      const known = this.#synced ?? (await this.#load())
      if (this.#isInDoubt && !(await this.#compare(known))) this.#synced = null
      else if (known.isBehind) await this.#catchUp(known)
      if (this.#synced === known) return known.book
    }
  }
}

export const openBookSync = (deps: BookSyncDeps): BookSync => new EventSync(deps)

type SyncedBook = ReturnType<typeof syncedBook>

/** The books, and up to which of its events they have followed each account. */
function syncedBook(table: string) {
  const book = orderBook()
  const triggers = triggerBook()
  const followed = new Map<string, number>()
  /** Events that the book has not followed yet, by account: the last one that is known of. */
  const ahead = new Map<string, number>()

  const followedTo = (accountId: string): number => followed.get(accountId) ?? 0

  function told(accountId: string, seq: number): void {
    if (seq > Math.max(followedTo(accountId), ahead.get(accountId) ?? 0)) ahead.set(accountId, seq)
  }

  function follow(accountId: string, seq: number): void {
    if (seq > followedTo(accountId)) followed.set(accountId, seq)
    if ((ahead.get(accountId) ?? 0) <= followedTo(accountId)) ahead.delete(accountId)
  }

  return {
    table,
    book,
    triggers,
    followedTo,
    told,
    follow,
    get isBehind() {
      return ahead.size > 0
    },
    /** The accounts that are behind. The caller reads them: a wrong notification costs one read. */
    takeBehind(): readonly AccountNumber[] {
      const taken = [...ahead.keys()]
      ahead.clear()
      return taken.map((accountId) => ({ accountId, seq: followedTo(accountId) }))
    },
    apply({ events, orders, legs }: Committed): void {
      const follows = new Map<string, number>()
      for (const { accountId, seq } of events) {
        const before = follows.get(accountId) ?? followedTo(accountId)
        if (seq === before + 1) follows.set(accountId, seq)
        else told(accountId, seq)
      }
      for (const order of orders) if (follows.has(order.accountId)) book.put(bookedOrder(order))
      for (const leg of legs) if (follows.has(leg.accountId)) triggers.put(bookedLeg(leg))
      for (const [accountId, seq] of follows) follow(accountId, seq)
    },
    /** Leaves out what was read before a commit that the book has followed since. */
    catchUp({ accountId, seq, lastSeq, orders }: AccountChanges, legs: readonly BookedLeg[]): void {
      if (lastSeq < followedTo(accountId)) return
      for (const order of orders) book.put(order)
      for (const leg of legs) triggers.put(leg)
      follow(accountId, seq)
      told(accountId, lastSeq)
    },
  }
}
