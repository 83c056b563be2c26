/**
 * Books one event of an order: order, cash, shares and holds change together, as one log entry
 * (D9).
 */
import { eventTime, reserve, type Standing, settle } from '../account/account'
import { fillIdOf } from '../ids'
import type { Instant } from '../time'
import { type Execution, evolve, type OrderStatus, type OrderTransition } from './order'

/** A line of the account's event log. */
export interface LogEntry {
  readonly accountId: string
  /** 1, 2, 3 … per account. */
  readonly seq: number
  readonly orderId: string
  /** The order's status after the event. */
  readonly status: OrderStatus
  readonly at: Instant
  readonly fill: (Execution & { readonly fillId: string }) | null
}

export interface Posted {
  readonly standing: Standing
  readonly entry: LogEntry
}

/** The first entry of an order that has just been accepted: its holds are made. */
export function postAccepted(standing: Standing): Posted {
  return logged(reserve(standing, null), standing.order.requestedAt, null)
}

/**
 * `marketAt` is when the event was in the market: at a fill's tick, say. It is booked no earlier
 * than the account's last event (D15), so that its times and ids run in the order of its log.
 */
export function post(standing: Standing, event: OrderTransition, marketAt: Instant): Posted {
  const before = standing.order
  const at = eventTime(standing.account, marketAt)
  const order = evolve(before, event, at)
  if (event.type !== 'Filled' && event.type !== 'PartiallyFilled') {
    return logged(reserve({ ...standing, order }, before), at, null)
  }
  const settled = settle(standing.account, standing.holding, order.side, event.execution)
  return logged(reserve({ ...settled, order }, before), at, event.execution)
}

function logged(standing: Standing, at: Instant, execution: Execution | null): Posted {
  const { order } = standing
  const { accountId } = standing.account
  const seq = standing.account.seq + 1
  const fill = execution && { ...execution, fillId: fillIdOf(accountId, at, seq) }
  return {
    standing: { ...standing, account: { ...standing.account, seq, lastEventAt: at } },
    entry: { accountId, seq, orderId: order.orderId, status: order.status, at, fill },
  }
}
