/**
 * The resting orders as the commits of this process change them, so that a commit costs no read.
 *
 * What is known of an instrument is exact, or an outer bound that is `inDoubt`: no order acts
 * outside of it, and a read of that instrument makes it exact again. An added order widens the
 * bounds. A removed one leaves them as they are, unless it was at their edge: then the orders have
 * been counted by their limits, and the next limit is known, or the instrument is in doubt.
 *
 * A batch that had begun when a read ended may or may not be in it. Such a batch still widens the
 * bounds, but what it touches is counted no longer.
 */
import { isOpen } from '../../../core/order/order'
import type { Instant } from '../../../core/time'
import {
  type BestResting,
  type Expiring,
  ORDERS_COUNTED_MAX,
  type RestingOfSome,
  type RestingOrders,
} from '../../../store/tables/resting-orders'
import type { OrderChange } from '../../batch-rows'
import { expiryBook } from './expiry-book'
import { countsOf, type InstrumentBook, instrumentBook } from './instrument-book'

/** What must be read, as it was when the read began. */
export interface InDoubt {
  readonly symbols: readonly string[]
  readonly expiries: boolean
  readonly changes: number
}

export interface FollowedBook {
  readonly best: readonly BestResting[]
  /** Null while no order is open. */
  readonly nextExpiryAt: Instant | null
  /** Null: all is exact. */
  readonly inDoubt: InDoubt | null
  /** A batch of this process, by its ordinal, has committed these changes. */
  apply(changes: readonly OrderChange[], batch: number): void
  /** Read after `inDoubt`; `begun`: the last batch that had begun when the read ended. */
  learn(doubt: InDoubt, read: RestingOfSome, expiries: readonly Expiring[], begun: number): void
  /** The orders that were due may have ended without a word from this process. */
  doubtExpiries(): void
}

export function followedBook(read: RestingOrders, begun: number): FollowedBook {
  const instruments = new Map<string, InstrumentBook>(
    read.best.map((best) => [best.symbol, instrumentBook(best, null, begun)]),
  )
  const expiries = expiryBook(read.nextExpiryAt, begun)
  const changedAt = new Map<string, number>()
  const doubtful = new Set<string>()
  let changes = 0
  let best: readonly BestResting[] | null = null

  function changed(symbol: string): InstrumentBook {
    changedAt.set(symbol, changes)
    const known = instruments.get(symbol) ?? instrumentBook(unknown(symbol), null, begun, true)
    instruments.set(symbol, known)
    return known
  }

  return {
    get best() {
      best ??= [...instruments.values()].flatMap((each) => (each.isEmpty ? [] : each.best))
      return best
    },
    get nextExpiryAt() {
      return expiries.next
    },
    get inDoubt() {
      if (doubtful.size === 0 && !expiries.inDoubt) return null
      return { symbols: [...doubtful], expiries: expiries.inDoubt, changes }
    },
    apply(orders, batch) {
      changes++
      best = null
      for (const { before, after } of orders) {
        const known = changed(after.symbol)
        const was = before !== null && isOpen(before.status) ? before : null
        const is = isOpen(after.status) ? after : null
        known.change(was, is, batch)
        if (known.inDoubt) doubtful.add(after.symbol)
        expiries.change(was, is, batch)
      }
    },
    learn(doubt, { best: found, levels }, expiring, begunNow) {
      best = null
      const bySymbol = levels && Map.groupBy(levels, ({ symbol }) => symbol)
      for (const each of found) {
        // What changed during the read keeps its outer bound, and is read again.
        if ((changedAt.get(each.symbol) ?? 0) > doubt.changes) continue
        const counted = bySymbol && countsOf(bySymbol.get(each.symbol) ?? [], ORDERS_COUNTED_MAX)
        instruments.set(each.symbol, instrumentBook(each, counted, begunNow))
        doubtful.delete(each.symbol)
      }
      if (doubt.expiries && changes === doubt.changes) expiries.learn(expiring, begunNow)
    },
    doubtExpiries: expiries.doubt,
  }
}

/** As if it traded in any way, until it is read. */
const unknown = (symbol: string): BestResting => ({
  ...{ symbol, tradable: 'TRADABLE', dayMarketTradable: true },
  ...{ marketBuys: false, marketSells: false, lastChance: false },
  ...{ buyLimit: null, sellLimit: null, lastBuyLimit: null, lastSellLimit: null },
})
