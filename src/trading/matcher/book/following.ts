/** Reads the resting orders, and keeps them as this process changes them. */
import type { Expiring, RestingOfSome, RestingOrders } from '../../../store/tables/resting-orders'
import type { Committed } from '../../batch'
import type { Desk } from '../../desk'
import { type FollowedBook, followedBook, type InDoubt } from './followed-book'

export interface FollowedOrders {
  /** Without a query where all of it is known. */
  current(): Promise<FollowedBook>
  /** What is known without a query; null: nothing is. */
  readonly known: FollowedBook | null
  /** A commit of this process; null: the open orders may have changed in any way. */
  changed(committed: Committed | null): void
}

/** Of the database. */
export interface RestingReads {
  whole(): Promise<RestingOrders>
  some(symbols: readonly string[]): Promise<RestingOfSome>
  expiries(): Promise<readonly Expiring[]>
}

type Follow = (book: FollowedBook) => void

export function followOrders(
  reads: RestingReads,
  desk: Pick<Desk, 'batchesBegun'>,
): FollowedOrders {
  let book: FollowedBook | null = null
  let forgotten = 0
  /** What was committed while a whole read is under way. */
  const during = new Set<Follow[]>()

  async function readWhole(): Promise<FollowedBook> {
    const forgottenBefore = forgotten
    const missed: Follow[] = []
    during.add(missed)
    const rows = await reads.whole().finally(() => during.delete(missed))
    const read = followedBook(rows, desk.batchesBegun)
    for (const follow of missed) follow(read)
    // A change of any kind while it was read may not be in it: the next step reads it again.
    if (forgottenBefore === forgotten) book = read
    return read
  }

  async function resolved(known: FollowedBook, doubt: InDoubt): Promise<FollowedBook> {
    const [some, expiries] = await Promise.all([
      doubt.symbols.length > 0 ? reads.some(doubt.symbols) : NOTHING_READ,
      doubt.expiries ? reads.expiries() : [],
    ])
    known.learn(doubt, some, expiries, desk.batchesBegun)
    return book === known ? known : current()
  }

  async function current(): Promise<FollowedBook> {
    if (book === null) return readWhole()
    const doubt = book.inDoubt
    return doubt === null ? book : resolved(book, doubt)
  }

  return {
    current,
    get known() {
      return book
    },
    changed(committed) {
      if (committed === null) {
        book = null
        forgotten++
        return
      }
      const { orders, batch } = committed
      const follow: Follow = (followed) => followed.apply(orders, batch)
      for (const missed of during) missed.push(follow)
      if (book !== null) follow(book)
    },
  }
}

const NOTHING_READ = { best: [], levels: [] }
