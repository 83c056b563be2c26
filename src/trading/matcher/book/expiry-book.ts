/** When the open orders' time is over, by the commits of this process. */
import type { Order } from '../../../core/order/order'
import { atMs, type Instant } from '../../../core/time'
import { type Expiring, ORDERS_COUNTED_MAX } from '../../../store/tables/resting-orders'

export interface ExpiryBook {
  /** No open order's time is over earlier; null while none is open. */
  readonly next: Instant | null
  /** It may be later than `next`. */
  readonly inDoubt: boolean
  /** An open order before and after a batch; null: there is none, or it is closed. */
  change(before: Order | null, after: Order | null, batch: number): void
  /** `begun`: the last batch that had begun when they were read. */
  learn(expiries: readonly Expiring[], begun: number): void
  doubt(): void
}

/** `next` as it was read; null: no order was open. */
export function expiryBook(read: Instant | null, begun: number): ExpiryBook {
  let asOf = begun
  let nextMs = read === null ? null : msOf(read)
  let next = read
  let inDoubt = false
  /** How many orders end at each instant; null: not counted. */
  let counts: Map<number, number> | null = read === null ? new Map() : null

  function set(ms: number | null): void {
    if (ms === nextMs) return
    nextMs = ms
    next = ms === null ? null : atMs(ms)
  }

  function take(ms: number): void {
    if (counts === null) {
      if (nextMs === null || ms <= nextMs) inDoubt = true
      return
    }
    const left = (counts.get(ms) ?? 0) - 1
    if (left > 0) counts.set(ms, left)
    else counts.delete(ms)
    if (left <= 0 && ms === nextMs) set(counts.size === 0 ? null : Math.min(...counts.keys()))
  }

  function put(ms: number): void {
    counts?.set(ms, (counts.get(ms) ?? 0) + 1)
    if (nextMs === null || ms < nextMs) set(ms)
  }

  return {
    get next() {
      return next
    },
    get inDoubt() {
      return inDoubt
    },
    change(before, after, batch) {
      if (batch <= asOf) counts = null
      const [was, is] = [before, after].map((order) => (order ? msOf(order.validUntil) : null))
      if (was === is && batch > asOf) return
      if (is !== null && is !== undefined) put(is)
      if (was !== null && was !== undefined && was !== is) take(was)
    },
    learn(expiries, begunNow) {
      asOf = begunNow
      inDoubt = false
      const [first] = expiries
      set(first === undefined ? null : msOf(first.at))
      const count = expiries.reduce((sum, each) => sum + each.count, 0)
      counts =
        count > ORDERS_COUNTED_MAX
          ? null
          : new Map(expiries.map((each) => [msOf(each.at), each.count]))
    },
    doubt() {
      inDoubt = true
    },
  }
}

const msOf = (at: Instant): number => at.epochMilliseconds
