/** Bots with resting orders: buy at the bid, then sell at the ask, and so on. */
import type { Columns } from './columns'
import { at, middle } from './play'

/** Replaces an order that has not filled after `timeouts` seconds. */
export function pingPong(columns: Columns, timeouts: number): number {
  const { bid, ask, length } = columns
  let [holds, cash, limit, placedAt] = [false, 0, at(bid, 0), 0]
  for (let second = 1; second < length - 1; second++) {
    // A resting order fills at the quote that reaches it.
    const reached = holds ? at(bid, second) >= limit : at(ask, second) <= limit
    if (reached) {
      cash += holds ? at(bid, second) : -at(ask, second)
      holds = !holds
    }
    if (reached || second - placedAt >= timeouts) {
      limit = at(holds ? ask : bid, second)
      placedAt = second
    }
  }
  if (holds) cash += at(bid, length - 1)
  return cash / middle(columns, 0)
}
