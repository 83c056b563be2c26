/**
 * Keeps the order book up to date with the open orders in the database. It loads the book once,
 * then applies each commit of this process and reads the changes of other processes.
 *
 * Each account's events are numbered without a gap, and the book records the last event that it has
 * followed for each account. So a commit that arrives twice is ignored. A commit that follows an
 * event of another process leaves a gap, and that account's changes are read. Every read is at
 * least as new as what it replaces.
 *
 * Other work continues during the load, which first reads the accounts' numbers and then the
 * orders, page by page. Commits of this process during the load are applied after it. Changes of
 * other processes during the load are found by the accounts whose number has moved.
 */
import type { Leg } from '../../core/conditional/leg'
import {
  allOpenLegs,
  type BookedLeg,
  bookedLeg,
  bookedLegsOf,
} from '../../ledger/conditional-orders'
import type { NotifiedEvents } from '../../ledger/events/publish'
import {
  type AccountChanges,
  type AccountNumber,
  accountNumbers,
  allOpenOrders,
  bookedOrder,
  changesSince,
  orderTable,
} from '../../ledger/open-orders'
import type { Committed } from '../commit'
import { type OrderBook, orderBook } from './order-book'
import { type BookSource, forAccounts, fromEach } from './readers'
import { type TriggerBook, triggerBook } from './trigger-book'

export interface BookSync {
  /** Loads the book, or applies every change that this process has been notified of. */
  current(): Promise<OrderBook>
  /** The book as it is, without a query; null if it is not loaded. */
  readonly loaded: OrderBook | null
  /** The open legs of conditional orders, which follow the same events [conditional.survives]. */
  readonly loadedTriggers: TriggerBook | null
  /** The number of the account's last event that the book has followed. */
  followedTo(accountId: string): number
  /** Call it after each commit of this process. */
  committed(committed: Committed): void
  /**
   * Call it when a commit of this process has moved the marks of trailing stops, which makes no
   * event.
   */
  moved(legs: readonly Leg[]): void
  /** Call it when another process has committed events up to these. */
  notified(notifications: NotifiedEvents): void
  /** Call it if notifications may have been lost: `current` then compares all accounts. */
  doubt(): void
  /** Call it if the answer to a commit of this process was lost, so that any change is possible. */
  lost(): void
  /** Makes `current` load the book again. */
  drop(): void
}

interface BookSyncDeps {
  readonly database: BookSource
  /**
   * Called with the symbols of orders that other processes have changed, once they are in the book;
   * null if any order may have changed.
   */
  readonly changed: (symbols: ReadonlySet<string> | null) => void
}

class EventSync implements BookSync {
  readonly #deps: BookSyncDeps
  #synced: SyncedBook | null = null
  #isInDoubt = false
  /** A shard is there again, of which the book has nothing or something old. */
  #isOutdated = false
  #drops = 0
  /** Changes to apply once the book is loaded. */
  #waiting: ((loaded: SyncedBook) => void)[] = []
  #working: Promise<OrderBook> | null = null

  constructor(deps: BookSyncDeps) {
    this.#deps = deps
    deps.database.shards?.onReturn(() => {
      this.#isOutdated = true
    })
  }

  current(): Promise<OrderBook> {
    const isDone =
      this.#working === null &&
      !this.#isInDoubt &&
      !this.#isOutdated &&
      this.#synced?.isBehind === false
    if (isDone && this.#synced !== null) return Promise.resolve(this.#synced.book)
    this.#working ??= this.#bringUp().finally(() => {
      this.#working = null
    })
    return this.#working
  }

  get loaded(): OrderBook | null {
    return this.#synced?.book ?? null
  }

  get loadedTriggers(): TriggerBook | null {
    return this.#synced?.triggers ?? null
  }

  readonly followedTo = (accountId: string): number => this.#synced?.followedTo(accountId) ?? 0

  committed(committed: Committed): void {
    this.#apply((synced) => synced.apply(committed))
  }

  moved(legs: readonly Leg[]): void {
    this.#apply(({ triggers }) => {
      for (const leg of legs) triggers.move(bookedLeg(leg))
    })
  }

  notified(notifications: NotifiedEvents): void {
    this.#apply((synced) => {
      for (const [accountId, seq] of notifications) synced.noteSeq(accountId, seq)
    })
  }

  doubt(): void {
    this.#isInDoubt = true
  }

  lost(): void {
    this.doubt()
    // Marks may have moved, which no event number shows.
    if (this.#synced?.triggers.hasTrails) this.drop()
  }

  drop(): void {
    this.#synced = null
    this.#drops++
  }

  #apply(what: (synced: SyncedBook) => void): void {
    if (this.#synced !== null) what(this.#synced)
    else if (this.#working !== null) this.#waiting.push(what)
  }

  async #load(): Promise<SyncedBook> {
    const dropsBefore = this.#drops
    this.#waiting = []
    const loaded = syncedBook(await orderTable(this.#deps.database))
    await fromEach(this.#deps.database, async (runner) => {
      for await (const page of accountNumbers(runner)) {
        for (const { accountId, seq } of page) loaded.follow(accountId, seq)
      }
      for await (const page of allOpenOrders(runner)) {
        for (const order of page) loaded.book.put(order)
      }
      for await (const page of allOpenLegs(runner)) {
        for (const leg of page) loaded.triggers.put(leg)
      }
    })
    if (dropsBefore !== this.#drops) return this.#load()
    this.#synced = loaded
    for (const what of this.#waiting) what(loaded)
    this.#waiting = []
    this.#isInDoubt = true
    this.#deps.changed(null)
    return loaded
  }

  /** Returns false if the table is not the one that the book was loaded from. */
  async #compare(synced: SyncedBook): Promise<boolean> {
    this.#isInDoubt = false
    try {
      if ((await orderTable(this.#deps.database)) !== synced.table) return false
      await fromEach(this.#deps.database, async (runner) => {
        for await (const page of accountNumbers(runner)) {
          for (const { accountId, seq } of page) synced.noteSeq(accountId, seq)
        }
      })
      return true
    } catch (error) {
      this.#isInDoubt = true
      throw error
    }
  }

  async #catchUp(synced: SyncedBook): Promise<void> {
    const symbols = new Set<string>()
    try {
      await forAccounts(this.#deps.database, synced.takeBehind(), async (runner, behind) => {
        for await (const accounts of changesSince(runner, behind)) {
          const groups = accounts.flatMap(({ accountId, groupIds }) =>
            groupIds.map((groupId) => ({ accountId, groupId })),
          )
          const legs = groups.length === 0 ? [] : await bookedLegsOf(runner, groups)
          const legsOf = Map.groupBy(legs, ({ accountId }) => accountId)
          for (const changes of accounts) {
            synced.catchUp(changes, legsOf.get(changes.accountId) ?? [])
            for (const { symbol } of changes.orders) symbols.add(symbol)
          }
          for (const { symbol } of legs) symbols.add(symbol)
        }
      })
    } catch (error) {
      this.#isInDoubt = true
      throw error
    } finally {
      if (symbols.size > 0) this.#deps.changed(symbols)
    }
  }

  async #bringUp(): Promise<OrderBook> {
    for (;;) {
      if (this.#isOutdated) this.drop()
      this.#isOutdated = false
      const synced = this.#synced ?? (await this.#load())
      if (this.#isInDoubt && !(await this.#compare(synced))) this.#synced = null
      else if (synced.isBehind) await this.#catchUp(synced)
      if (this.#synced === synced) return synced.book
    }
  }
}

export const openBookSync = (deps: BookSyncDeps): BookSync => new EventSync(deps)

type SyncedBook = ReturnType<typeof syncedBook>

/** The two books, with the number of the last event followed for each account. */
function syncedBook(table: string) {
  const book = orderBook()
  const triggers = triggerBook()
  const followed = new Map<string, number>()
  /** The newest event announced for each account that the book has not followed so far. */
  const ahead = new Map<string, number>()

  const followedTo = (accountId: string): number => followed.get(accountId) ?? 0

  function noteSeq(accountId: string, seq: number): void {
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
    noteSeq,
    follow,
    get isBehind() {
      return ahead.size > 0
    },
    /**
     * Removes and returns the accounts that are behind. The caller reads them: a wrong notification
     * costs one read.
     */
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
        else noteSeq(accountId, seq)
      }
      for (const order of orders) if (follows.has(order.accountId)) book.put(bookedOrder(order))
      for (const leg of legs) if (follows.has(leg.accountId)) triggers.put(bookedLeg(leg))
      for (const [accountId, seq] of follows) follow(accountId, seq)
    },
    /** Ignores a read that is older than a commit that the book has followed since. */
    catchUp({ accountId, seq, lastSeq, orders }: AccountChanges, legs: readonly BookedLeg[]): void {
      if (lastSeq < followedTo(accountId)) return
      for (const order of orders) book.put(order)
      for (const leg of legs) triggers.put(leg)
      follow(accountId, seq)
      noteSeq(accountId, lastSeq)
    },
  }
}
